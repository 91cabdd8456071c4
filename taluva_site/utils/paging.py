"""Pages of a sorted list, of which each costs the same: no row is counted or passed over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils import timezone

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Some rows in their order, and where the pages before and after them begin; empty: there are none."""

    rows: list[Row]
    before: str = ""
    after: str = ""


def page_of_rows(
    rows: QuerySet[Row], field: str, *, falls: bool, after: str = "", before: str = "", most: int
) -> Page[Row]:
    """Return a page of rows from a place on, or up to one.

    Sorted by a field, highest first if it `falls`, equal ones by their number.
    """
    place, back = place_of(before or after, field), bool(before)
    if place is not None:
        rows = rows.filter(rows_beyond(field, *place, below=falls != back))
    sign = "-" if falls != back else ""
    listed = list(rows.order_by(f"{sign}{field}", f"{sign}pk")[: most + 1])
    is_more, listed = len(listed) > most, listed[:most]
    if back:
        listed.reverse()
    first, last = (place_after(row, field) for row in (listed[0], listed[-1])) if listed else ("", "")
    came_from = place is not None and bool(listed)
    return Page(
        listed,
        before=first if (is_more if back else came_from) else "",
        after=last if (came_from if back else is_more) else "",
    )


def rows_beyond(field: str, value: object, pk: int, *, below: bool) -> Q:
    """Return what comes after a place: the first condition alone is what an index is read from."""
    sign = "lt" if below else "gt"
    at_most = Q(**{f"{field}__{sign}e": value})
    return at_most & (Q(**{f"{field}__{sign}": value}) | Q(**{field: value, f"pk__{sign}": pk}))


def place_after(row: Model, field: str) -> str:
    value = getattr(row, field)
    return f"{value.isoformat() if isinstance(value, datetime) else value}~{row.pk}"


def place_of(text: str, field: str) -> tuple[datetime | int, int] | None:
    """Return the place that an address names; None for what is none."""
    value, _, pk = text.partition("~")
    try:
        read = parse_instant(value) if is_moment(field) else int(value)
        number = int(pk)
    except (ValueError, OverflowError):
        return None
    is_known = 0 <= number < 2**63 and (isinstance(read, datetime) or 0 <= read < 2**15)
    return (read, number) if is_known else None


def parse_instant(text: str) -> datetime:
    """Return an instant as it is stored; a ValueError or an OverflowError for what names none."""
    read = datetime.fromisoformat(text)
    if timezone.is_naive(read):
        raise ValueError(text)
    return read.astimezone(UTC)


def is_moment(field: str) -> bool:
    """Return whether a field to sort by is a moment, by its name; the others are counts."""
    return field.endswith("_at")
