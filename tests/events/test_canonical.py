"""Canonical JSON, against the rfc8785 package."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from events.canonical import canonical
from events.chain import link

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)


@given(values)
def test_is_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("key", ["", "a", "ÿ", "퟿", "￿", "\U00010000", "\U0010ffff"])
def test_sorts_keys_by_utf_16(key: str) -> None:
    value = {key: {key: 1, "\uffff": 2, "\U00010001": 3}, "\ue000": 0, "\U0001f3b2": 1}

    assert canonical(value) == rfc8785.dumps(value)
    assert canonical({"data": msgspec.Raw(canonical(value))}) == rfc8785.dumps({"data": value})


def test_holds_no_raw_line_break() -> None:
    assert b"\n" not in canonical({"\n": "\r\n\u2028"})


def test_sorts_the_fields_of_structs() -> None:
    class Pass(msgspec.Struct):
        to: str
        by: str

    assert canonical([Pass("b", "a")]) == b'[{"by":"a","to":"b"}]'


def test_links_hashes() -> None:
    # printf 0000...1111... | sha256sum
    expected = "2c5a757af655400d3c30ba6f2aec54334006e4b784e2bcc79b99452abfc66ec9"
    assert link("0" * 64, "1" * 64) == expected
