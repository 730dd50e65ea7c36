"""The query strings of several resources: steps, versions, seats, ranges and pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

LIMIT = 500
LARGEST_LIMIT = 5_000
PAGE_SIZE = 20
LARGEST_PAGE = 100
FARTHEST = 2**53
LONGEST_WORD = 200


class Whole(fields.Integer):
    """A whole number in digits."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        text = str(value)
        if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 17:
            raise ma.ValidationError("Must be a whole number.")
        return int(text)


def number(
    description: str,
    default: int | None = None,
    *,
    low: int = 0,
    high: int = FARTHEST,
    name: str | None = None,
) -> Whole:
    """A parameter that is a whole number; `name` where it is a word of Python."""
    return Whole(
        load_default=default,
        allow_none=False,
        data_key=name,
        validate=validate.Range(low, high),
        metadata={"description": description},
    )


def word(
    description: str, default: str | None = None, choices: Sequence[str] = ()
) -> fields.String:
    """A parameter that is a short text, one of `choices` if there are any."""
    checks: list[Any] = [validate.Length(max=LONGEST_WORD), _storable]
    if choices:
        checks.append(validate.OneOf(choices, error="Must be one of: {choices}."))
    return fields.String(
        load_default=default,
        allow_none=False,
        validate=checks,
        metadata={"description": description},
    )


def yes(description: str) -> fields.Boolean:
    """A parameter that is `true` or `false`, by default the latter."""
    return fields.Boolean(
        load_default=False,
        allow_none=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": description},
    )


def _storable(text: str) -> None:
    if "\0" in text:
        raise ma.ValidationError("Must not contain U+0000.")


class Query(ma.Schema):
    """Base: parameters that are not known are refused, for they are slips of the pen."""


class VersionQuery(Query):
    """A game as its log stood at a version."""

    version = number("Show the game as its log stood at this version.")


class SeatQuery(VersionQuery):
    """A game as somebody sees it."""

    seat = word("See it as this seat does, or as `public`; left out: as you may.")


class ViewQuery(SeatQuery):
    """A step of a game as somebody sees it."""

    step = number("The step to show; left out: the last.")


class RangeQuery(Query):
    """A part of a long list."""

    after = number("Only what comes after this one.", 0)
    limit = number(f"How many at most ({LIMIT} unless given).", low=1, high=LARGEST_LIMIT)


class LogQuery(RangeQuery, VersionQuery):
    """Which part of which view of a log."""

    view = word("As recorded, or as it stands.", "audit", ("audit", "effective"))


class PageQuery(Query):
    """A page of a list."""

    page = number("The page, from 1 on.", 1, low=1)
    page_size = number("Entries on a page.", PAGE_SIZE, low=1, high=LARGEST_PAGE)


def pagination(total: int, page: int, page_size: int) -> dict[str, str]:
    """The header that says how many there are: X-Pagination, an object."""
    pages = -(-total // page_size)
    document: dict[str, int] = {"total": total, "total_pages": pages}
    if pages:
        document |= {"first_page": 1, "last_page": pages, "page": page}
        if page > 1:
            document["previous_page"] = min(page - 1, pages)
        if page < pages:
            document["next_page"] = page + 1
    return {"X-Pagination": json.dumps(document)}
