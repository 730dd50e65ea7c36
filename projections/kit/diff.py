"""RFC 6902 patches between two documents, skipping whatever is the same object.

A document is a tree of mappings, frozen structs (both JSON objects), lists and tuples (arrays) and
scalars. Cost follows the change, not the size: unchanged parts that two states share are
compared by identity alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

Patch = list[dict[str, Any]]
_ABSENT = object()


def diff(before: Any, after: Any) -> Patch:
    """The operations (`add`, `remove`, `replace`) that turn `before` into `after`."""
    patch: Patch = []
    _walk(before, after, "", patch)
    return patch


def _walk(a: Any, b: Any, path: str, patch: Patch) -> None:
    if a is b:
        return
    if isinstance(a, (Mapping, msgspec.Struct)) and isinstance(b, (Mapping, msgspec.Struct)):
        _walk_object(a, b, path, patch)
    elif isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        _walk_array(a, b, path, patch)
    elif type(a) is not type(b) or a != b:
        patch.append({"op": "replace", "path": path, "value": b})


def _walk_object(a: Any, b: Any, path: str, patch: Patch) -> None:
    if type(a) is type(b) and isinstance(a, msgspec.Struct):
        _walk_struct(a, b, path, patch)
        return
    old, new = dict(members(a)), dict(members(b))
    for key, value in old.items():
        _walk_member(value, new.get(key, _ABSENT), f"{path}/{_escape(key)}", patch)
    for key, value in new.items():
        if key not in old:
            _walk_member(_ABSENT, value, f"{path}/{_escape(key)}", patch)


def _walk_struct(a: msgspec.Struct, b: msgspec.Struct, path: str, patch: Patch) -> None:
    for field, key, default in _layout(type(a)):
        old, new = getattr(a, field), getattr(b, field)
        if old is not new:
            old = _ABSENT if _is_default(old, default) else old
            new = _ABSENT if _is_default(new, default) else new
            _walk_member(old, new, f"{path}/{key}", patch)


def _walk_member(old: Any, new: Any, path: str, patch: Patch) -> None:
    if new is _ABSENT:
        if old is not _ABSENT:
            patch.append({"op": "remove", "path": path})
    elif old is _ABSENT:
        patch.append({"op": "add", "path": path, "value": new})
    else:
        _walk(old, new, path, patch)


def _walk_array(a: Sequence[Any], b: Sequence[Any], path: str, patch: Patch) -> None:
    if len(a) == len(b):
        for index, (old, new) in enumerate(zip(a, b, strict=True)):
            _walk(old, new, f"{path}/{index}", patch)
        return
    shorter = min(len(a), len(b))
    head = next((i for i in range(shorter) if not same(a[i], b[i])), shorter)
    tail = next(
        (i for i in range(shorter - head) if not same(a[len(a) - 1 - i], b[len(b) - 1 - i])),
        shorter - head,
    )
    middle = min(len(a), len(b)) - tail
    for index in range(head, middle):
        _walk(a[index], b[index], f"{path}/{index}", patch)
    for index in range(len(a) - tail - 1, middle - 1, -1):
        patch.append({"op": "remove", "path": f"{path}/{index}"})
    for index in range(middle, len(b) - tail):
        patch.append({"op": "add", "path": f"{path}/{index}", "value": b[index]})


def same(a: Any, b: Any) -> bool:
    """Whether two documents encode to the same JSON."""
    if a is b:
        return True
    if isinstance(a, (Mapping, msgspec.Struct)) and isinstance(b, (Mapping, msgspec.Struct)):
        old, new = dict(members(a)), dict(members(b))
        return old.keys() == new.keys() and all(same(v, new[k]) for k, v in old.items())
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and bool(a == b)


def members(document: Mapping[str, Any] | msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The keys and values of a JSON object, whether it is a mapping or a struct."""
    if isinstance(document, msgspec.Struct):
        for field, key, default in _layout(type(document)):
            value = getattr(document, field)
            if not _is_default(value, default):
                yield key, value
    else:
        yield from document.items()


@cache
def _layout(kind: type[msgspec.Struct]) -> tuple[tuple[str, str, Any], ...]:
    """(field, key in JSON, default that is left out or _ABSENT), in the order of declaration."""
    fields = msgspec.structs.fields(kind)
    omits = kind.__struct_config__.omit_defaults
    return tuple((f.name, f.encode_name, _default_of(f) if omits else _ABSENT) for f in fields)


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return _ABSENT


def _is_default(value: Any, default: Any) -> bool:
    return value is default or (
        default is not _ABSENT and type(value) is type(default) and bool(value == default)
    )


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
