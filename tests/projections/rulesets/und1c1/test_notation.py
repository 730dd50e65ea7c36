"""Score-sheet lines: every event is written and read back as it was."""

from __future__ import annotations

import re
from typing import Any

import pytest

from events.event import Draft
from projections.kit.notation import NotationError
from projections.rulesets.und1c1 import RULESET
from tests.projections.rulesets.games import examples
from tests.projections.rulesets.und1c1.desk import game


def said_again(draft: Draft) -> tuple[str, str | None, Any]:
    said = RULESET.read(RULESET.write(draft))
    return said.type, said.seat, said.data


@pytest.mark.parametrize("seed", [1, 2])
def test_every_event_of_simulated_games(seed: int) -> None:
    for cards in ("hidden", "open"):
        for step in game(seed, cards):
            draft = step.draft
            assert said_again(draft) == (draft.type, draft.seat, draft.data)
            assert "{" not in RULESET.write(draft)


@pytest.mark.parametrize("example", examples("und1c1"), ids=lambda e: e["name"])
def test_every_event_of_the_examples(example: dict[str, Any]) -> None:
    for entry in [*example["given"], *example["when"]]:
        draft = Draft(type=entry["type"], seat=entry["seat"], data=entry["data"])
        assert said_again(draft) == (draft.type, draft.seat, draft.data)


@pytest.mark.parametrize(
    ("line", "type_", "seat", "data"),
    [
        ("a K 9@H7>10", "KickOffTaken", "a", {"taker": "a9", "at": "H7", "receiver": "a10"}),
        ("a P 10>11", "PassAttempted", "a", {"player": "a10", "receiver": "a11"}),
        ("a X 7>9", "CrossAttempted", "a", {"player": "a7", "receiver": "a9"}),
        ("a R w5", "DiceRolled", "a", {"dice": [{"die": "white", "face": 5}]}),
        ("b T 6x10", "TackleAttempted", "b", {"player": "b6", "opponent": "a10"}),
        (
            "- R w2 k6",
            "DiceRolled",
            None,
            {"dice": [{"die": "white", "face": 2}, {"die": "black", "face": 6}]},
        ),
        ("b F H6", "FreeMoveTaken", "b", {"to": "H6"}),
        ("b F =", "FreeMoveTaken", "b", {"to": None}),
        ("b # w:H7 k:-", "PadlocksPlaced", "b", {"white": "H7", "black": None}),
        ("b + b ?", "CardsDrawn", "b", {"deck": "b", "cards": [None]}),
        ("a ! burst 17", "CardPlayed", "a", {"card": "burst", "player": "a17"}),
        (
            "a ! no-look 8 @flow",
            "CardPlayed",
            "a",
            {"card": "no-look", "player": "a8", "target": "flow"},
        ),
        ("a ! sabotage @flow", "CardPlayed", "a", {"card": "sabotage", "target": "flow"}),
        ("b I 4", "InterceptorChosen", "b", {"player": "a4"}),
        ("a / hand ?", "CardDiscarded", "a", {"card": None, "from": "hand"}),
        ("- = goal ; it was in", "OutcomeRuled", None, {"outcome": "goal", "reason": "it was in"}),
        ("- ~ a", "DeckShuffled", None, {"deck": "a"}),
        ('- "12 well played', "NoteAdded", None, {"text": "well played", "about": 12}),
        ("a RR", "CaptainRerolled", "a", {}),
        ("a L 1@G 2@N2", "LineupPlaced", "a", None),
    ],
)
def test_the_grammar(line: str, type_: str, seat: str | None, data: Any) -> None:
    said = RULESET.read(line)
    assert (said.type, said.seat) == (type_, seat)
    if data is not None:
        assert said.data == data
    assert RULESET.write(said) == line


@pytest.mark.parametrize(
    ("type_", "seat", "data"),
    [
        ("PassAttempted", "a", {"player": "b10", "receiver": "a11"}),
        ("PassAttempted", None, {"player": "a10", "receiver": "a11"}),
        ("PlayerMoved", "nobody", {"player": "a10", "to": "H4"}),
        ("PlayerMoved", '"a b"', {"player": "a10", "to": "H4"}),
        ("LineupPlaced", "a", {"players": [{"player": "a1", "at": "Gb"}]}),
        ("NoteAdded", None, {"text": "two\nlines"}),
        ("NoteAdded", None, {"text": ""}),
        ("NoteAdded", None, {"text": "ends\n"}),
        ("NoteAdded", None, {"text": "12 is no version"}),
        ("OutcomeRuled", None, {"outcome": "two words"}),
        ("OutcomeRuled", None, {"outcome": "goal", "reason": ""}),
        ("OutcomeRuled", None, {"outcome": "goal", "reason": None}),
        ("CardPlayed", "a", {"card": "flow", "player": "b4"}),
        ("CardPlayed", "a", {"card": "flow", "player": None, "target": None}),
        ("CardPlayed", "a", {"card": "two words"}),
        ("CardPlayed", "a", {"card": "@flow"}),
        ("CardDiscarded", "a", {"card": "?", "from": "hand"}),
        ("CardsDrawn", "a", {"deck": "a", "cards": ["?", None]}),
        ("GameEnded", "b", {"reason": "concession"}),
        ("TableAdjusted", None, {"turn": {"phase": "draw"}, "ball": None}),
        ("EventRetracted", None, {"target": 4}),
        ("EventInserted", None, {"after": 3, "type": "NoteAdded", "data": {"text": "x"}}),
    ],
)
def test_what_the_short_forms_cannot_say(type_: str, seat: str | None, data: Any) -> None:
    line = RULESET.write(Draft(type=type_, seat=seat, data=data))
    assert "\n" not in line
    assert said_again(Draft(type=type_, seat=seat, data=data)) == (type_, seat, data)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "c P 1>2",
        "a",
        "a Q 3",
        "a P 1>",
        "a M 7-Z9",
        "a M 7-N15",
        "- P 1>2",
        "a {NoSuch} {}",
        "a {PlayerMoved} {",
        "a {PlayerMoved} []",
        "a R x5",
        "a R w0",
        '"zoe',
    ],
)
def test_a_line_that_says_nothing_is_refused_in_words(line: str) -> None:
    with pytest.raises(NotationError, match="Expected"):
        RULESET.read(line)


def test_what_is_missing_of_an_event_in_full_is_said() -> None:
    for line, missing in (
        ("a {PlayerMoved", "an event type in braces at '{PlayerMoved'"),
        ("a {PlayerMoved}", "an event type in braces at '{PlayerMoved}'"),
        ("a {NoSuch} {}", "an event type in braces"),
        ("a {PlayerMoved} []", "one JSON object"),
        ("a {PlayerMoved} {} {}", "one JSON object"),
    ):
        with pytest.raises(NotationError, match=re.escape(missing)):
            RULESET.read(line)
