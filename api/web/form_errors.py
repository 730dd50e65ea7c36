"""The errors of a problem as a page lists them: where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from api.http.problems import Problem


class Fault(Struct, frozen=True):
    """One error. `where` is a path like `teams[2].name`; empty: the whole."""

    where: str
    message: str


def faults(problem: Problem, content: Any = None) -> list[Fault]:
    """Every error that a problem names; of one that names none its sentence.

    `content` is what was refused: with it words that only schemas use are left out of the paths.
    """
    if findings := problem.more.get("findings"):
        return [Fault(found.citation, found.message) for found in findings]
    errors = problem.more.get("errors")
    return list(_leaves(errors, "", content)) if errors else [Fault("", problem.detail)]


def _leaves(errors: Any, where: str, content: Any) -> Iterator[Fault]:
    if isinstance(errors, Mapping):
        for key, below in errors.items():
            yield from _leaves(below, _path(where, key, content), _part(content, key))
    elif isinstance(errors, list | tuple):
        for error in errors:
            yield from _leaves(error, where, content)
    else:
        yield Fault(where, str(errors))


def _path(where: str, key: Any, content: Any) -> str:
    if key == "_schema" or (key in ("key", "value") and _is_entry(content, key)):
        return where
    if isinstance(key, int):
        return f"{where}[{key}]"
    return f"{where}.{key}" if where else str(key)


def _is_entry(content: Any, key: str) -> bool:
    """Whether this word speaks of an entry of a table, as marshmallow does, and is no field."""
    return content is not None and not (isinstance(content, Mapping) and key in content)


def _part(content: Any, key: Any) -> Any:
    if isinstance(content, Mapping) and key in content:
        return content[key]
    if isinstance(content, list) and isinstance(key, int) and 0 <= key < len(content):
        return content[key]
    return content
