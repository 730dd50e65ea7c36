"""What the log refuses, whatever the database: JSON that would not come back as it went in."""

from __future__ import annotations

import json
from typing import Any, NoReturn

DEPTH = 32
"""Lists and objects may lie in one another this deep."""

LARGEST = 2**53
"""The largest integer (either sign) that every JSON reader keeps exactly."""

_DIGITS = len(str(LARGEST)) + 1


class NotJson(ValueError):
    """The text is no JSON that the log could keep; the message is a sentence."""


def parse(body: bytes, depth: int = DEPTH) -> Any:
    """Reads strict JSON: UTF-8, every key once, whole numbers up to 2^53, `depth` levels.

    Raises NotJson.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise NotJson("The body is not UTF-8.") from error
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotJson(f"This is not JSON: {error.msg} at {place}.") from error
    except RecursionError as error:
        raise NotJson(_too_deep(depth)) from error
    # NUL and surrogates can only have come in by escapes: raw ones are no JSON and no UTF-8.
    if "\\u" in text or text.count("{") + text.count("[") > depth:
        for refusal in refusals(value, depth):
            raise NotJson(refusal)
    return value


def refusals(value: Any, depth: int = DEPTH) -> list[str]:
    """Why the log cannot keep `value`, one sentence a fault; empty: it can."""
    faults: list[str] = []
    level = [value]
    for levels_left in range(depth, -1, -1):
        below: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is str:
                if "\0" in item or not (item.isascii() or _encodable(item)):
                    faults.append(_odd_text(item))
            elif kind is dict or kind is list or kind is tuple:
                if not levels_left:
                    return [*faults, _too_deep(depth)]
                below += item.values() if kind is dict else item
                if kind is dict:
                    faults += _odd_keys(item)
            elif kind is int:
                if not -LARGEST <= item <= LARGEST:
                    faults.append(_too_large(item))
            elif item is not None and kind is not bool:
                faults.append(_no_json(item))
        if not below:
            break
        level = below
    return faults


def _odd_keys(item: dict[Any, Any]) -> list[str]:
    faults = []
    for key in item:
        if type(key) is not str:
            faults.append(f"The key {key!r} is no text.")
        elif "\0" in key or not (key.isascii() or _encodable(key)):
            faults.append(_odd_text(key))
    return faults


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _odd_text(text: str) -> str:
    if "\0" in text:
        return f"The text {text[:40]!r} contains the character U+0000."
    return f"The text {text[:40]!r} contains half of a surrogate pair."


def _too_large(number: int) -> str:
    return f"The integer {number} lies beyond 2^53 ({LARGEST})."


def _too_deep(depth: int) -> str:
    return f"Lists and objects lie in one another more than {depth} deep."


def _no_json(item: Any) -> str:
    if isinstance(item, float):
        return f"{item!r} is no whole number; the log keeps whole numbers only."
    return f"A value of type {type(item).__name__} is no JSON."


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotJson(f"The key {twice[:40]!r} stands twice in one object.")
    return members


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS or not -LARGEST <= int(digits) <= LARGEST:
        raise NotJson(f"The integer {digits[:40]} lies beyond 2^53 ({LARGEST}).")
    return int(digits)


def _fraction(digits: str) -> NoReturn:
    raise NotJson(f"{digits[:40]} is no whole number; numbers here are whole, without point or e.")


def _constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is no JSON.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=_constant,
)
