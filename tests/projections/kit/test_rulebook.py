from __future__ import annotations

from pathlib import Path

import pytest

from projections.kit.rulebook import Rulebook, load

TOML = """
[rules."pass.too-far"]
title = "A pass reaches three boxes"
citation = "Passing"

[rulings.distance]
question = "How is distance counted?"
default = "steps"
alternatives = ["straight"]

[rulings.floor]
question = "Least price?"
default = 0
alternatives = [1]
"""


@pytest.fixture
def rulebook(tmp_path: Path) -> Rulebook:
    path = tmp_path / "rules.toml"
    path.write_text(TOML)
    return load(path, "game")


def test_a_finding_carries_id_citation_and_both_sides(rulebook: Rulebook) -> None:
    finding = rulebook.illegal("pass.too-far", "9 passes 5 boxes.", 3, 5)
    assert (finding.rule, finding.severity, finding.citation) == (
        "game.pass.too-far",
        "illegal",
        "Passing",
    )
    assert (finding.expected, finding.got) == (3, 5)
    assert rulebook.unverifiable("pass.too-far", "?").severity == "unverifiable"


def test_an_unknown_rule_is_a_bug(rulebook: Rulebook) -> None:
    with pytest.raises(KeyError):
        rulebook.illegal("pass.nonsense", "?")


def test_rulings_are_filled_in_with_their_defaults(rulebook: Rulebook) -> None:
    assert rulebook.decided(None) == {"distance": "steps", "floor": 0}
    assert rulebook.decided({"distance": "straight"})["distance"] == "straight"


def test_other_rulings_and_values_are_refused(rulebook: Rulebook) -> None:
    assert rulebook.refusals({"distance": "straight", "floor": 1}) == {}
    refused = rulebook.refusals({"distance": "x", "floor": False, "luck": 1})
    assert set(refused) == {"distance", "floor", "luck"}
    assert refused["distance"] == ["Must be one of steps, straight."]
