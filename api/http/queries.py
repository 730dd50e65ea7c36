"""The query strings of several resources: steps, versions, seats, ranges and pages."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import marshmallow as ma
import msgspec
from flask import request
from marshmallow import fields, validate

from api.http.addresses import address
from api.paging import Key, Page, Which

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


class PageKey(fields.String):
    """Where a page of a list ended: opaque to whoever sends it back."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> Any:
        text = super()._deserialize(value, *args, **more)
        try:
            padded = text + "=" * (-len(text) % 4)
            key = msgspec.json.decode(urlsafe_b64decode(padded), type=tuple[str, ...])
        except (ValueError, msgspec.MsgspecError):
            key = ()
        if not key or any("\0" in part for part in key):
            raise ma.ValidationError("Send the link of the page before as it is; this is no key.")
        return key

    @staticmethod
    def written(key: Key) -> str:
        """A key as it stands in an address."""
        return urlsafe_b64encode(msgspec.json.encode(key)).decode().rstrip("=")


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
    after = PageKey(
        load_default=(),
        allow_none=False,
        metadata={
            "description": "Instead of `page`: where the page before ended, as its `Link` "
            'header with `rel="next"` has it. Costs the same however far on it is.'
        },
    )


def which(query: Mapping[str, Any]) -> Which:
    """The page that a query of PageQuery asks for."""
    return Which(query["page"], query["page_size"], query["after"])


def pagination(page: Page[Any]) -> dict[str, str]:
    """The headers of a page: X-Pagination, an object, how many there are; Link to the others.

    Where there are `more` than were counted, `total` is how many were.
    """
    document = _numbers(page)
    known = [rel for rel, name in _LINKS.items() if name in document and not _is_unknown(rel, page)]
    links = [_link(rel, page=document[_LINKS[rel]]) for rel in known]
    if page.key is not None:
        links.append(_link("next", after=PageKey.written(page.key)))
    headers = {"X-Pagination": json.dumps(document)}
    return headers | ({"Link": ", ".join(links)} if links else {})


def onward(after: int) -> dict[str, str]:
    """The header of a part of a long list that leads to the next one, which begins behind that."""
    return {"Link": _link("next", after=after)}


def _numbers(page: Page[Any]) -> dict[str, int | bool]:
    number, pages = page.which.number, page.pages
    document: dict[str, int | bool] = {"total": page.total, "total_pages": pages}
    if page.more:
        document["more"] = True
    if pages and not page.which.after:
        document |= {"first_page": 1, "last_page": pages, "page": number}
        if number > 1:
            document["previous_page"] = min(number - 1, pages)
        if number < pages:
            document["next_page"] = number + 1
    return document


_LINKS = {"first": "first_page", "prev": "previous_page", "last": "last_page"}


def _is_unknown(rel: str, page: Page[Any]) -> bool:
    return rel == "last" and page.more


def _link(rel: str, **place: int | str) -> str:
    asked = {key: value for key, value in request.args.items() if key not in ("page", "after")}
    return f'<{address(request.path)}?{urlencode({**asked, **place})}>; rel="{rel}"'
