"""Queries that are asked again and again: Django takes longer to put their SQL together than the database to answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection, connections
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


class Statement(Generic[Row]):
    """The rows of a query whose SQL is put together at its first use; `pattern` makes it, with any values."""

    def __init__(self, pattern: Callable[[], QuerySet[Row]]) -> None:
        self.pattern = pattern

    @cached_property
    def compiled(self) -> tuple[QuerySet[Row], Any, str]:
        rows = self.pattern()
        compiler = rows.query.get_compiler(rows.db)
        sql, _values = compiler.as_sql()
        return rows, compiler, sql

    def __call__(self, *values: object) -> list[Row]:
        """The rows for these values, in the order in which the SQL names them."""
        pattern, kept, sql = self.compiled
        compiler = copy(kept)
        compiler.connection = connections[pattern.db]
        compiler.as_sql = lambda *_options, **_more: (sql, values)
        rows = pattern.all()
        rows.query.get_compiler = lambda *_options, **_more: compiler  # type: ignore[method-assign]
        return list(rows)


def update(row: Model, names: Collection[str]) -> None:
    """Writes these fields of the row, as `save` would with `update_fields`."""
    fields = [field for field in row._meta.concrete_fields if field.name in names]
    quote = connection.ops.quote_name
    columns = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        sql = f"UPDATE {quote(row._meta.db_table)} SET {columns} WHERE id = %s"  # noqa: S608 - names from our models
        cursor.execute(sql, [*values, row.pk])
