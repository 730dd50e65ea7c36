from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.kit.common import PRIVATE, Payload
from projections.kit.schema import errors_in, has_private, json_schema


class Inner(Payload, frozen=True):
    at: Annotated[str, msgspec.Meta(pattern="^[A-P][0-9]+$")]
    count: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class Everything(Payload, frozen=True):
    deck: Literal["player", "multi"]
    cards: Annotated[list[str | None], msgspec.Meta(max_length=3), PRIVATE]
    places: dict[str, Inner] = {}
    pair: tuple[int, bool] | None = None
    either: str | dict[str, int] | None = None
    anything: Any = None
    inner: Inner | None = None


GOOD: dict[str, Any] = {"deck": "multi", "cards": ["a", None]}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"deck": "other"}, "deck"),
        ({"deck": None}, "deck"),
        ({"cards": "a"}, "cards"),
        ({"cards": [1]}, "cards"),
        ({"cards": ["a"] * 4}, "cards"),
        ({"places": {"x": {"at": "Z1"}}}, "places"),
        ({"places": {"x": {"at": "A1", "count": 1.0}}}, "places"),
        ({"places": {"x": {"at": "A1", "count": True}}}, "places"),
        ({"places": {"x": {"at": "A1", "count": 10}}}, "places"),
        ({"pair": [1]}, "pair"),
        ({"pair": [1, 1]}, "pair"),
        ({"either": []}, "either"),
        ({"either": {"a": "b"}}, "either"),
        ({"inner": {"at": "A1", "other": 1}}, "inner"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_an_error_is_named_at_its_field(change: dict[str, Any], field: str) -> None:
    assert list(errors_in(Everything, GOOD | change)) == [field]


def test_all_errors_are_collected() -> None:
    found = errors_in(Everything, {"deck": 3, "pair": "x", "other": 1})
    assert set(found) == {"deck", "cards", "pair", "other"}


def test_data_must_be_an_object() -> None:
    assert errors_in(Everything, [1]) == {"_schema": ["Must be an object."]}


def test_private_fields_are_marked() -> None:
    assert has_private(Everything)
    assert not has_private(Inner)
    assert json_schema(Everything)["$defs"]["Everything"]["properties"]["cards"]["x-private"]


words = st.sampled_from(["player", "multi", "A1", "Z9", "", "a"])
scalars = st.none() | st.booleans() | st.integers(-3, 12) | words
values = st.recursive(
    scalars, lambda v: st.lists(v, max_size=4) | st.dictionaries(words, v, max_size=3), max_leaves=6
)
inners = st.fixed_dictionaries({"at": st.just("A1") | scalars}, optional={"count": scalars})
payloads = st.fixed_dictionaries(
    {"deck": st.just("multi") | scalars, "cards": st.lists(scalars, max_size=4)},
    optional={
        "places": st.dictionaries(words, inners, max_size=2),
        "pair": st.lists(scalars, max_size=3),
        "either": values,
        "anything": values,
        "inner": inners,
        "other": scalars,
    },
)


@given(payloads)
def test_the_door_and_the_reader_agree(data: dict[str, Any]) -> None:
    try:
        msgspec.convert(data, Everything)
        readable = True
    except msgspec.ValidationError:
        readable = False
    assert (errors_in(Everything, data) == {}) == readable
