"""Findings and texts are sentences in the table's words: names, never ids, letters or classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from events.event import Event
from projections.kit.schema import errors_in
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1.state import STATUS_OF, State
from tests.projections.rulesets.und1c1.desk import (
    adjusted,
    as_event,
    game,
    new_game,
    note,
    played,
    position,
)
from tests.projections.rulesets.und1c1.test_totality import CARDS, PLAYERS, Writer

SHOWN = r"“[^”]*”|^Note: .*"
"""What somebody typed, shown to him again."""

WRONG = [
    *RULESET.payloads,
    *(name for name in STATUS_OF if "_" in name),
    r"phase",
    r"[ab]\d{1,2}",
    r"b",
    r"(of|by|for|to|It is|die) a(?=\W*$|'s| holds| rolls| takes)",
    r"None|True|False|zoe",
    *(card for card in CARDS if "-" in card and card != "no-such-card"),
]
TECHNICAL = re.compile(rf"(?<![\w-])({'|'.join(WRONG)})(?![\w-])|[{{}}\[\]_]|\(a\)")


def not_technical(said: str) -> None:
    assert not (found := TECHNICAL.search(said)), (found, said)


def spoken(said: str) -> None:
    said = re.sub(SHOWN, "#", said)
    not_technical(said)
    assert said[0].isupper() or said[0].isdigit() or said[0] in "#(", said
    assert said.endswith((".", "!", "?", "#")), said


def heard(state: State, event: Event) -> Iterator[str]:
    for finding in RULESET.check(state, event):
        yield finding.message
        for value in (finding.expected, finding.got):
            if isinstance(value, str) and value != "zoe":
                not_technical(value)
    yield RULESET.text(state, event, RULESET.apply(state, event), "all")


def misplayed(seed: int) -> Iterator[tuple[State, Event]]:
    """Events of a game at other moments, from other seats, with other players and cards."""
    rng = Random(seed)
    played_ = game(seed, "open", 6)
    for step in played_:
        event = rng.choice(played_).event
        for seat in (step.draft.seat, rng.choice(["a", "b", None, "zoe"])):
            yield step.before, msgspec.structs.replace(event, seat=seat)
            yield step.before, msgspec.structs.replace(step.event, seat=seat)
        data = {
            key: rng.choice(PLAYERS) if value in PLAYERS else value
            for key, value in step.draft.data.items()
        }
        if data.get("card"):
            data["card"] = rng.choice(CARDS)
        if not errors_in(RULESET.payloads[step.draft.type], data):
            yield step.before, as_event(step.draft.type, step.draft.seat, data)


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_a_misplayed_game_is_told(seed: int) -> None:
    for state, event in misplayed(seed):
        for said in heard(state, event):
            spoken(said)


@pytest.mark.parametrize("seed", range(100, 120))
def test_what_any_payload_is_told(seed: int) -> None:
    writer = Writer(seed)
    state = new_game()
    for version in range(2, 50):
        kind, seat, data = writer.draft()
        if errors_in(RULESET.payloads[kind], data):
            continue
        event = as_event(kind, seat, data, version)
        for said in heard(state, event):
            spoken(said)
        state = RULESET.apply(state, event)


FREE_MOVE = played(position("a10@H10 b7@H11 a9@I12", "a10"), "a D 10x7", "- R w6 k1")


@pytest.mark.parametrize(
    ("state", "line", "said"),
    [
        (FREE_MOVE, "b F =", "It is Ada's turn: Lark 10 may move on by one box."),
        (
            FREE_MOVE,
            "a M 9-I13",
            "A movement is not possible now. Lark 10 may move on by one box.",
        ),
        (FREE_MOVE, "zoe F =", "Nobody but Ada and Bo plays here."),
        (new_game(), "- R w3", "No die of Ada is awaited."),
        (position("a9@H12"), "a M 8-H13", "#8 Lark 8 (Ada) is not on the pitch."),
        (position("a9@H12"), "a ! flow", "Ada does not hold Flow."),
    ],
)
def test_who_is_named_and_what_is_missing(state: State, line: str, said: str) -> None:
    seat, _, rest = line.partition(" ")
    event = note(line if seat in "ab-" else f"a {rest}")
    if seat not in "ab-":
        event = msgspec.structs.replace(event, seat=seat)
    assert [finding.message for finding in RULESET.check(state, event)] == [said]


def test_a_game_that_somebody_ends_who_does_not_play_here() -> None:
    state = position("a9@H12")
    for seat in ("a", "b", None):
        assert not RULESET.check(state, as_event("GameEnded", seat, {"reason": "concession"}))
    (found,) = RULESET.check(state, as_event("GameEnded", "zoe", {"reason": "concession"}))
    assert found.rule == "und1c1.turn.wrong-seat"
    wrong: dict[str, Any] = {"reason": "agreement", "winner": "zoe"}
    assert "winner" in errors_in(RULESET.payloads["GameEnded"], wrong)


def test_a_die_that_the_box_does_not_have() -> None:
    assert errors_in(RULESET.payloads["DiceRolled"], {"dice": [{"die": "red", "face": 3}]})
    seven = adjusted(position("a10@H12", "a10"), {})
    rules = [f.rule for f in RULESET.check(played(seven, "a S 10"), note("a R w7"))]
    assert rules == ["und1c1.dice.face"]
