"""What the rulesets' score-sheet lines share: the error, JSON in a line, a whole sheet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from events.canonical import canonical
from events.event import Draft


class NotationError(ValueError):
    """A line that cannot be read; the message says what was expected where."""


def in_line(value: Any) -> str:
    """A JSON value in canonical form, for use in a line."""
    return canonical(value).decode()


def split_json(text: str) -> tuple[Any, str]:
    """Reads a JSON value at the start of `text`; gives it and the rest. Raises NotationError."""
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except ValueError as error:
        raise NotationError(f"Expected JSON at {text[:20]!r}: {error}.") from None
    return value, text[end:]


def terse(payload: type[msgspec.Struct], data: Mapping[str, Any]) -> dict[str, Any]:
    """Plain data of a payload without the fields that are at their defaults: no line says them."""
    usual = {f.encode_name: _default(f) for f in msgspec.structs.fields(payload) if not f.required}
    return {key: one for key, one in data.items() if key not in usual or one != usual[key]}


def _default(field: msgspec.structs.FieldInfo) -> Any:
    value = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory()
    return None if value is msgspec.UNSET else msgspec.json.decode(msgspec.json.encode(value))


def sheet(write: Callable[[Draft], str], drafts: Iterable[Draft]) -> str:
    """A score sheet, an event a line."""
    return "".join(write(draft) + "\n" for draft in drafts)


def lines(read: Callable[[str], Draft], text: str) -> Iterator[Draft]:
    """The events of a score sheet; blank lines are skipped. Raises NotationError with the line."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield read(line)
            except NotationError as error:
                raise NotationError(f"Line {number}: {error}") from None
