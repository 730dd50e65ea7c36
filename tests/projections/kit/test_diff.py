from __future__ import annotations

import json
from typing import Any

import jsonpatch
import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.kit.diff import diff, same
from projections.kit.drawing.scene import Item, Place


class Whole(msgspec.Struct, frozen=True):
    name: str
    rows: tuple[Any, ...] = ()
    more: Any = None


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


scalars = st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["", "a", "a/b", "~"])
items = st.builds(
    Item,
    kind=st.just("piece"),
    title=st.sampled_from(["x", "y"]),
    at=st.none() | st.just("H1"),
    z=st.integers(-1, 1),
    label=st.none() | st.just("") | st.just("9"),
    state=st.just(()) | st.just(("flipped",)),
)
documents = st.recursive(
    scalars | items,
    lambda v: (
        st.lists(v, max_size=4)
        | st.lists(v, max_size=4).map(tuple)
        | st.dictionaries(st.sampled_from(["a", "b", "c/d"]), v, max_size=3)
        | st.builds(Whole, name=st.just("n"), rows=st.lists(v, max_size=3).map(tuple), more=v)
    ),
    max_leaves=12,
)


@settings(max_examples=300)
@given(documents, documents)
def test_a_patch_leads_from_one_document_to_the_other(before: Any, after: Any) -> None:
    patch = plain(diff(before, after))
    assert jsonpatch.apply_patch(plain(before), patch) == plain(after)
    assert (patch == []) == same(before, after)


def test_shared_parts_are_not_looked_at() -> None:
    class Watched(dict[str, Any]):
        def items(self) -> Any:
            raise AssertionError("compared by value")

    shared = Watched(a=1)
    assert diff({"x": shared, "n": 1}, {"x": shared, "n": 2}) == [
        {"op": "replace", "path": "/n", "value": 2}
    ]


def test_defaults_come_and_go_as_absent_keys() -> None:
    bare, marked = Place(title="H1", x=1, y=2), Place(title="H1", x=1, y=2, mark="+4")
    assert diff(bare, marked) == [{"op": "add", "path": "/mark", "value": "+4"}]
    assert diff(marked, bare) == [{"op": "remove", "path": "/mark"}]


def test_an_item_leaving_a_list_renumbers_nothing_else() -> None:
    before = [{"id": n} for n in range(6)]
    assert diff(before, [*before[:2], *before[3:]]) == [{"op": "remove", "path": "/2"}]
