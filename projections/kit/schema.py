"""Payload types -> marshmallow schemas (at the door, all errors collected) and JSON Schema."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from functools import cache
from typing import Any

import marshmallow as ma
import msgspec
from marshmallow import fields, validate
from msgspec import inspect as mi

LIMIT = 2**53 - 1
"""Largest integer that every JSON reader holds exactly."""


@cache
def schema_of(payload: type[msgspec.Struct]) -> ma.Schema:
    """The marshmallow schema of a payload type; `load` leaves data as it stands.

    Raises TypeError for a type that has no JSON form.
    """
    info = mi.type_info(payload)
    if not isinstance(info, mi.StructType):
        raise TypeError(f"{payload} is not a struct")
    return _struct_schema(info)


def errors_in(payload: type[msgspec.Struct], data: Any) -> dict[str, Any]:
    """Every error of `data` as a payload of that type, keyed by field; empty: none.

    msgspec says fast whether there is any, marshmallow names them all.
    """
    if not isinstance(data, Mapping):
        return _NOT_OBJECT
    try:
        msgspec.convert(data, payload)
    except msgspec.ValidationError as error:
        return dict(schema_of(payload).validate(data)) or {"_schema": [str(error)]}
    return {}


def json_schema(payload: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON Schema of a payload type; private fields carry `x-private: true`."""
    return msgspec.json.schema(payload)


@cache
def has_private(payload: type[msgspec.Struct]) -> bool:
    """Whether any field of the payload type, at any depth, is marked private."""
    return "'x-private': True" in repr(json_schema(payload))


_NOT_OBJECT: dict[str, Any] = {"_schema": ["Must be an object."]}


def _struct_schema(info: mi.StructType) -> ma.Schema:
    members = {f.encode_name: _field(f.type, f.required) for f in info.fields}
    return ma.Schema.from_dict(members, name=info.cls.__name__)(
        unknown=ma.RAISE if info.forbid_unknown_fields else ma.INCLUDE
    )


def _field(info: mi.Type, required: bool) -> fields.Field[Any]:
    inner, nullable = _without_null(info)
    field = _value_field(inner)
    field.required = required
    field.allow_none = nullable
    return field


def _without_null(info: mi.Type) -> tuple[mi.Type, bool]:
    if isinstance(info, mi.Metadata):
        inner, nullable = _without_null(info.type)
        return inner, nullable
    if isinstance(info, mi.NoneType | mi.AnyType):
        return info, True
    if not isinstance(info, mi.UnionType):
        return info, False
    rest = tuple(t for t in info.types if not isinstance(t, mi.NoneType))
    nullable = len(rest) < len(info.types)
    return (rest[0] if len(rest) == 1 else mi.UnionType(rest)), nullable


def _value_field(info: mi.Type) -> fields.Field[Any]:
    match info:
        case mi.Metadata():
            return _value_field(info.type)
        case mi.AnyType() | mi.RawType():
            return fields.Raw(allow_none=True)
        case mi.BoolType():
            return _Bool()
        case mi.IntType():
            return _Int(validate=validate.Range(*_bounds(info)))
        case mi.FloatType():
            return _Number()
        case mi.StrType():
            return fields.String(validate=_string_checks(info))
        case mi.LiteralType():
            return _Literal(info.values)
        case mi.EnumType():
            return _Literal(tuple(member.value for member in info.cls))
        case mi.ListType() | mi.VarTupleType() | mi.SetType() | mi.FrozenSetType():
            length = validate.Length(info.min_length, info.max_length)
            return fields.List(_field(info.item_type, False), validate=length)
        case mi.TupleType():
            return fields.Tuple([_field(t, False) for t in info.item_types])
        case mi.DictType():
            return fields.Dict(
                keys=_value_field(info.key_type),
                values=_field(info.value_type, False),
                validate=validate.Length(info.min_length, info.max_length),
            )
        case mi.StructType():
            return _Nested(info)
        case mi.UnionType():
            return _OneOf(info.types)
    raise TypeError(f"{info} has no schema")


def _bounds(info: mi.IntType) -> tuple[int, int]:
    low = info.ge if info.ge is not None else -LIMIT if info.gt is None else info.gt + 1
    high = info.le if info.le is not None else LIMIT if info.lt is None else info.lt - 1
    return low, high


def _string_checks(info: mi.StrType) -> list[validate.Validator]:
    checks: list[validate.Validator] = []
    if info.min_length is not None or info.max_length is not None:
        checks.append(validate.Length(info.min_length, info.max_length))
    if info.pattern is not None:
        # msgspec searches, marshmallow matches from the start
        checks.append(validate.Regexp(f"(?s:.*?)(?:{info.pattern})"))
    return checks


class _Bool(fields.Field[bool]):
    """`true` or `false` and nothing else."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise ma.ValidationError("Not a valid boolean.")
        return value


class _Int(fields.Field[int]):
    """A JSON integer; 1.0, "1" and true are none."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ma.ValidationError("Not a valid integer.")
        return value


class _Number(fields.Field[float]):
    """A JSON number."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ma.ValidationError("Not a valid number.")
        return value


class _Literal(fields.Field[Any]):
    """One of a closed list of strings or integers."""

    def __init__(self, values: typing.Iterable[Any]) -> None:
        super().__init__()
        self.values = tuple(values)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if any(value == v and type(value) is type(v) for v in self.values):
            return value
        raise ma.ValidationError(f"Must be one of: {', '.join(map(str, sorted(self.values)))}.")


class _Nested(fields.Field[Any]):
    """An object with its own schema, built when it is first met (types may be recursive)."""

    def __init__(self, info: mi.StructType) -> None:
        super().__init__()
        self.payload: type[msgspec.Struct] = info.cls

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ma.ValidationError(_NOT_OBJECT)
        return schema_of(self.payload).load(value)


class _OneOf(fields.Field[Any]):
    """A value of any of several types; the messages of the nearest one are given."""

    def __init__(self, types: tuple[mi.Type, ...]) -> None:
        super().__init__()
        self.candidates = [_value_field(t) for t in types]
        self.names = [_NAMES.get(type(t), "object") for t in types]

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        closest: ma.ValidationError | None = None
        for candidate in self.candidates:
            try:
                return candidate.deserialize(value)
            except ma.ValidationError as error:
                if isinstance(error.messages, dict) and error.messages != _NOT_OBJECT:
                    closest = error
        raise closest or ma.ValidationError(f"Must be one of: {', '.join(self.names)}.")


_NAMES: dict[type, str] = {
    mi.StrType: "string",
    mi.IntType: "integer",
    mi.BoolType: "boolean",
    mi.FloatType: "number",
    mi.ListType: "list",
    mi.LiteralType: "word",
}
