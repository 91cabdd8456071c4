"""SQL that stands as it is written: Django takes longer to put together what each turn asks than a database to answer.

Reads are texts with the columns of models in them; writes go to the database in one message, where it takes several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def columns(model: type[Model]) -> str:
    """All columns of a model, as `fetched` wants them in its SQL."""
    table = quoted(model._meta.db_table)
    return ", ".join(f"{table}.{quoted(str(field.column))}" for field in model._meta.concrete_fields)


def quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def fetched(sql: str, values: Sequence[Any], *models: type[Model]) -> list[list[Any]]:
    """The rows of these models, side by side in each line; None where an outer join found none."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [list(made(line, models)) for line in cursor.fetchall()]


def made(line: Sequence[Any], models: Sequence[type[Model]]) -> list[Model | None]:
    rows: list[Model | None] = []
    begin = 0
    for model in models:
        fields = model._meta.concrete_fields
        mine = line[begin : begin + len(fields)]
        begin += len(fields)
        read = [value_of(field, value) for field, value in zip(fields, mine, strict=True)]
        rows.append(None if read[0] is None else model.from_db(connection.alias, [f.attname for f in fields], read))
    return rows


def value_of(field: Field[Any, Any], value: Any) -> Any:
    """As Python has it what the database gave."""
    for convert in converters(field, connection.vendor):
        value = convert(value, field.cached_col, connection)
    return value


@cache
def converters(field: Field[Any, Any], _vendor: str) -> list[Callable[[Any, Any, Any], Any]]:
    column = field.cached_col
    return [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]


class Batch:
    """Rows to be written together, in the order in which they were given."""

    def __init__(self) -> None:
        self.statements: list[tuple[str, list[Any]]] = []

    def insert(self, row: Model, *, if_new: bool = False) -> None:
        """A new row, without its number; `if_new`: nothing where it would break a constraint."""
        fields = [field for field in row._meta.concrete_fields if not field.primary_key]
        names = ", ".join(quoted(str(field.column)) for field in fields)
        values = ", ".join(["%s"] * len(fields))
        sql = f"INSERT INTO {quoted(row._meta.db_table)} ({names}) VALUES ({values})"  # noqa: S608 - names from our models
        self.add(sql + (" ON CONFLICT DO NOTHING" if if_new else ""), row, fields)

    def update(self, row: Model, names: Collection[str]) -> None:
        """These fields of a row, as `save` would with `update_fields`."""
        fields = [field for field in row._meta.concrete_fields if field.name in names]
        changes = ", ".join(f"{quoted(str(field.column))} = %s" for field in fields)
        sql = f"UPDATE {quoted(row._meta.db_table)} SET {changes} WHERE id = %s"  # noqa: S608 - names from our models
        self.add(sql, row, [*fields, row._meta.pk])

    def add(self, sql: str, row: Model, fields: Sequence[Field[Any, Any]]) -> None:
        self.statements.append((sql, [f.get_db_prep_save(getattr(row, f.attname), connection) for f in fields]))

    def send(self) -> None:
        """In one message to PostgreSQL: psycopg fills in the values on its side, so that it may hold several."""
        if connection.vendor == "postgresql" and self.statements:
            values = [value for _sql, filled_in in self.statements for value in filled_in]
            self.statements = [("; ".join(sql for sql, _values in self.statements), values)]
        with connection.cursor() as cursor:
            for sql, values in self.statements:
                cursor.execute(sql, values)
        self.statements = []
