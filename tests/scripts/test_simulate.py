"""Simulated games, refereed and read back from their files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from events.event import Draft
from projections.kit.box import sample
from projections.kit.find import rulesets
from projections.kit.ruleset import Finding
from scripts.coming_back import differences
from scripts.simulation import judge, play, seating
from tests.scripts.conftest import Gametape

SAME = "Each came back the same from its export and from its score sheet."
SHORT = "wannabe-football"
PASS = Draft(type="PassCalled", data={}, seat="1")


@pytest.mark.parametrize("ruleset", rulesets())
def test_games_of_every_ruleset_are_legal_and_come_back(gametape: Gametape, ruleset: str) -> None:
    told = gametape("simulate", ruleset, "--games", 2, "--check")
    assert told.exit_code == 0, told.stdout
    assert "The referee found nothing." in told.stdout
    assert SAME in told.stdout


@pytest.mark.parametrize("ruleset", rulesets())
def test_spoiled_games_of_every_ruleset_are_found_out(gametape: Gametape, ruleset: str) -> None:
    told = gametape("simulate", ruleset, "--games", 3, "--spoil", "--check")
    assert told.exit_code == 0
    assert "illegal" in told.stdout
    assert "3 games spoiled, 3 of them found out." in told.stdout
    assert SAME in told.stdout


def test_several_processes_tell_the_same_as_one(gametape: Gametape) -> None:
    asked = ("simulate", "und1c1", "--option", "pile=1", "--games", 20)
    one, two = (gametape(*asked, "--processes", n).stdout for n in (1, 2))
    assert one == two
    assert one.startswith("20 games of UND1C1, ")
    assert "4 turns at a half." in one


def test_findings_in_a_right_game_are_an_error(
    gametape: Gametape, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rulesets()[SHORT]
    finding = Finding("some.rule", "unverifiable", "Nobody looked.", "A chapter")
    strict = replace(rules, check=lambda _, event: [finding] if event.version == 5 else [])
    monkeypatch.setattr("scripts.refereeing.rulesets", lambda: {SHORT: strict})
    told = gametape("simulate", SHORT)
    assert told.exit_code == 1
    assert "1  unverifiable  some.rule" in told.stdout
    assert "seed 1, step 5: Nobody looked." in told.stdout


def _drafts(rules: Any) -> list[Draft]:
    return play(rules, sample(rules), 1, seating(rules, 2))


def _compared(rules: Any) -> tuple[str, ...]:
    whole = rulesets()[SHORT]
    drafts = _drafts(whole)
    *_, last = judge(whole, sample(whole), drafts)
    return differences(rules, sample(whole), drafts, last.after)


def test_a_sheet_that_says_something_else_is_noticed() -> None:
    rules = rulesets()[SHORT]

    def forgetful(draft: Draft) -> str:
        return rules.write(draft if draft.type != "CardPlayed" else PASS)

    assert _compared(rules) == ()
    assert _compared(replace(rules, write=forgetful)) == ("The score sheet gives another state.",)


def test_an_export_that_folds_otherwise_is_noticed() -> None:
    rules = rulesets()[SHORT]
    stuck = replace(rules, apply=lambda state, event: state)
    assert len(_compared(stuck)) == 2


def test_a_sheet_that_cannot_be_read_is_noticed() -> None:
    (said,) = _compared(replace(rulesets()[SHORT], write=lambda draft: "?"))
    assert said.startswith("The score sheet cannot be read: Line 1: ")
