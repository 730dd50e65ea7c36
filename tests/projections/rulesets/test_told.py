"""Every worked example whole: sentences, changes, findings in full, facts, the first options."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tests.projections.rulesets import told
from tests.projections.rulesets.games import ALL_EXAMPLES, examples


@cache
def kept(ruleset: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.file(ruleset).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("ruleset", "example"), ALL_EXAMPLES, ids=[f"{r}: {e['name']}" for r, e in ALL_EXAMPLES]
)
def test_an_example_is_told_as_before(ruleset: str, example: dict[str, Any]) -> None:
    now = told.told(ruleset, example)
    assert [now] == [one for one in kept(ruleset) if one["name"] == example["name"]]


@pytest.mark.parametrize("ruleset", sorted({ruleset for ruleset, _ in ALL_EXAMPLES}))
def test_every_example_is_told_once(ruleset: str) -> None:
    names = [one["name"] for one in examples(ruleset)]
    assert [one["name"] for one in kept(ruleset)] == names
    assert len(set(names)) == len(names)
