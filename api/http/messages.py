"""Requests in, answers out: strict JSON bodies, conditional GETs, pages, lines."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, Protocol, TypeVar

import msgspec
from flask import Response, request

from api.http.problems import Problem, unprocessable
from api.http.queries import LIMIT, onward
from events import strict_json
from events.batch import LARGEST
from events.canonical import digest
from events.store import Expected
from projections.kit.schema import errors_in

NDJSON = "application/x-ndjson"
SMALLEST_COMPRESSED = 1_400
"""Bytes; a smaller answer fits into one packet anyway."""

T = TypeVar("T", bound=msgspec.Struct)
E = TypeVar("E")


def json_body() -> Any:
    """The request's body, read as strict JSON. Raises 400, 413 and 415."""
    if not request.is_json:
        given = request.mimetype or "none"
        raise Problem(415, f"Send JSON with Content-Type: application/json, not {given}.")
    try:
        return strict_json.parse(request.get_data(cache=False))
    except strict_json.NotJson as error:
        raise Problem(400, str(error)) from None


def body(kind: type[T]) -> T:
    """The request's body as a value of a type. Raises also 422, with every error by its field."""
    return read_as(kind, json_body())


def read_as(kind: type[T], value: Any) -> T:
    """A JSON value as a value of a type. Raises 422."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise unprocessable(errors_in(kind, value) or {"_schema": [str(error)]}) from None


def encoded(document: Any) -> bytes:
    """A document as JSON; mappings of any kind are objects."""
    return _encoder.encode(document)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no JSON")


_encoder = msgspec.json.Encoder(enc_hook=_plain)


def answer(document: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A document as JSON; what is not tagged has to be asked for again."""
    response = Response(encoded(document), status, headers, content_type="application/json")
    response.headers["Cache-Control"] = "private, no-cache"
    return compressed(response)


def compressed(response: Response) -> Response:
    """The answer, gzipped if it is worth it and the client can read that."""
    content = response.get_data()
    if len(content) >= SMALLEST_COMPRESSED:
        response.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"]:
            response.set_data(gzip.compress(content, 6, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
    return response


class Tagged(Protocol):
    """What an answer is made of: its tag changes whenever it does."""

    @property
    def tag(self) -> str:
        """The version, and after a hyphen all else it rests on."""


def conditional(seen: Tagged, make: Callable[[], Response], *rests_on: Any) -> Response:
    """What `make` answers, tagged with the version; 304 for whoever has it already.

    `rests_on`: what the answer depends on besides the look itself and its address.
    """
    tag = seen.tag if not rests_on else f"{seen.tag}-{_short(rests_on)}"
    known = request.if_none_match
    response = Response(status=304) if known.contains_weak(tag) else make()
    if response.status_code in (200, 304):
        response.set_etag(tag)
        response.vary.update(("Authorization", "Cookie"))
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def _short(values: tuple[Any, ...]) -> str:
    return digest(repr(values).encode())[:8]


def lines(documents: Iterable[Any]) -> Response:
    """Documents as JSON Lines, sent as they are made; the first is made before anything is sent.

    So what cannot be read at all is told as a problem.
    """
    made = _lines(documents)
    begun = list(islice(made, 1))
    return Response(chain(begun, made), content_type=NDJSON)


def _lines(documents: Iterable[Any]) -> Iterator[bytes]:
    for document in documents:
        yield encoded(document) + b"\n"


def wants_lines() -> bool:
    """Whether the client asks for JSON Lines rather than JSON."""
    best = request.accept_mimetypes.best_match(["application/json", NDJSON])
    return best == NDJSON


def log_answer(
    seen: Tagged,
    query: Mapping[str, Any],
    read: Callable[[int, int | None], Iterable[E]],
    document: Callable[[list[E]], Any],
) -> Response:
    """The part of a log that a LogQuery asks for: as lines, to the end; or a stretch as JSON.

    `read(after, limit)` gives its events, `document` what the JSON is. A part leads to the next.
    """
    as_lines, after = wants_lines(), query["after"]
    limit = query["limit"] or (None if as_lines else LIMIT)

    def make() -> Response:
        if limit is None:
            return lines(read(after, None))
        found = list(read(after, limit + 1))
        shown = found[:limit]
        response = lines(shown) if as_lines else answer(document(shown))
        if len(found) > limit:
            place = "step" if query["view"] == "effective" else "version"
            response.headers.update(onward(getattr(shown[-1], place)))
        return response

    response = conditional(seen, make, *([NDJSON] if as_lines else []))
    response.vary.add("Accept")
    return response


def expected_version(given: int | None, present: Callable[[], int]) -> Expected:
    """The version that a write may follow: `given` in its body, or named by If-Match, or any.

    A tag of If-Match names the number before its hyphen. Where body and header name no common
    version, the answer is one that no write can follow.
    """
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return "any" if given is None else given
    tags = request.if_match.as_set(include_weak=True)
    numbers = ((tag or "").partition("-")[0] for tag in tags)  # `""` is read as None
    named = {int(n) for n in numbers if n.isdecimal() and len(n) < 16 and int(n) <= LARGEST}
    if given is not None:
        named &= {given}
    if len(named) > 1:
        named &= {present()}
    return named.pop() if named else "no_stream"
