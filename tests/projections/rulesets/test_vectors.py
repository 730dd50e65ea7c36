"""Every worked example of every ruleset: state, findings, probabilities, options."""

from __future__ import annotations

from typing import Any

import pytest

from tests.projections.rulesets.games import ALL_EXAMPLES, multiset, plain, played, point, within


@pytest.mark.parametrize(
    ("ruleset", "example"), ALL_EXAMPLES, ids=[f"{r}: {e['name']}" for r, e in ALL_EXAMPLES]
)
def test_example(ruleset: str, example: dict[str, Any]) -> None:
    given, when, then = example["given"], example["when"], example["then"]
    game = played(ruleset, [*given, *when])
    view = game.view()

    for pointer, value in then.get("state", {}).items():
        assert point(view, pointer) == value, pointer
    for pointer, chance in then.get("probability", {}).items():
        assert point(view, pointer) == pytest.approx(chance, abs=1e-9), pointer
    found = [
        {"of": of, "rule": f.rule, "severity": f.severity}
        for of, findings in enumerate(game.findings[len(given) :])
        for f in findings
    ]
    assert multiset(found, ruleset) == multiset(then["findings"], ruleset)
    options = [plain(o.as_json()) for o in game.rules.options(game.state, "all")]
    for wanted in then.get("options_include", []):
        assert any(within(wanted, option) for option in options), wanted
