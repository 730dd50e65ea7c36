"""The door: JSON that would not come back as it went in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.strict_json import DEPTH, NotJson, parse, refusals

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text('ab\n"\\é🎲'),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcé"), inner),
    max_leaves=15,
)


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = {"in": value}
    return value


@given(values, st.booleans())
def test_reads_what_json_writes(value: Any, ascii: bool) -> None:
    assert parse(json.dumps(value, ensure_ascii=ascii).encode()) == value


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not JSON"),
        (b"{", "line 1, column 2"),
        (b"[1,]", "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b"[1] 2", "not JSON"),
        (b'"a\nb"', "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"\xef\xbb\xbf[]", "not JSON"),
        ("[]".encode("utf-16"), "not"),
        (b'{"a": 1, "b": 2, "a": 1}', "'a' stands twice"),
        (b'[{"deep": {"a": 1, "a": 1}}]', "'a' stands twice"),
        (b"[NaN]", "NaN"),
        (b"[-Infinity]", "-Infinity"),
        (b"[0.5]", "0.5 is no whole number"),
        (b"[1.0]", "1.0 is no whole number"),
        (b"[1e3]", "1e3 is no whole number"),
        (b"[9007199254740993]", "beyond 2^53"),
        (b"[-9007199254740993]", "beyond 2^53"),
        (b"[" + b"9" * 100_000 + b"]", "beyond 2^53"),
        (rb'["\u0000"]', "U+0000"),
        (rb'{"\u0000": 1}', "U+0000"),
        (rb'["\ud800"]', "surrogate"),
        (rb'["\udc00\ud800"]', "surrogate"),
        (rb'{"\ud800": 1}', "surrogate"),
        (json.dumps(nested(DEPTH + 1)).encode(), "more than 32 deep"),
        (b"[" * 1_000_000, "more than 32 deep"),
    ],
)
def test_refuses_with_a_sentence(body: bytes, says: str) -> None:
    with pytest.raises(NotJson, match=r"\.$") as refused:
        parse(body)

    assert says in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("body", [b"9007199254740992", b"-9007199254740992", rb'"\ud83c\udfb2"'])
def test_lets_the_last_good_value_in(body: bytes) -> None:
    assert parse(body) == json.loads(body)


def test_counts_levels_not_brackets() -> None:
    wide = [nested(DEPTH - 1)] * 3 + ["[" * 100]

    assert refusals(wide) == []
    assert parse(json.dumps(wide).encode()) == wide
    assert refusals([nested(DEPTH)]) == ["Lists and objects lie in one another more than 32 deep."]


def test_names_every_fault() -> None:
    faults = refusals({"a": [0.5, "\0"], "b": {"c": 2**60, "\ud800": None, 7: True}, "d": {1}})

    assert len(faults) == 6
    assert all(fault.endswith(".") for fault in faults)
