from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from projections.kit.notation import NotationError
from projections.rulesets.wannabe_football.notation import read, write
from tests.projections.rulesets.games import examples
from tests.projections.rulesets.wannabe_football.desk import as_draft, games


def same(draft: Draft) -> None:
    line = write(draft)
    said = read(line)
    assert "\n" not in line
    assert (said.type, said.seat, said.data) == (draft.type, draft.seat, draft.data), line


def test_every_event_of_simulated_games() -> None:
    for game in games(1):
        for step in game:
            same(as_draft(step.event))


def test_every_event_of_the_examples() -> None:
    for example in examples("wannabe-football"):
        for entry in [*example["given"], *example["when"]]:
            same(Draft(type=entry["type"], seat=entry["seat"], data=entry["data"]))


def inserted(type_: str, data: dict[str, Any], **more: str) -> dict[str, Any]:
    return {"after": 5, "type": type_, "data": data, **more}


LINES: list[tuple[str, str, str | None, dict[str, Any]]] = [
    ("@2", "KickOffDecided", None, {"starter": "2"}),
    ("1+P03,P40", "CardsDrawn", "1", {"deck": "player", "cards": ["P03", "P40"]}),
    ("2+?", "CardsDrawn", "2", {"deck": "player", "cards": [None]}),
    ("2+-", "CardsDrawn", "2", {"deck": "player", "cards": []}),
    ("1>P14", "CardPlayed", "1", {"card": "P14"}),
    ("1*M04", "CardsDrawn", "1", {"deck": "multi", "cards": ["M04"]}),
    ("2!", "FoulSpotted", "2", {}),
    ("1-P35", "CardsDiscarded", "1", {"cards": ["P35"]}),
    ("1-Y,R", "CardsDiscarded", "1", {"cards": ["yellow", "red"]}),
    ("1~2:?", "CardStolen", "1", {"from": "2", "card": None}),
    ("2=", "PassCalled", "2", {}),
    (':goal "bent card"', "OutcomeRuled", None, {"outcome": "goal", "reason": "bent card"}),
    ("1.", "TurnEnded", "1", {}),
    ("1^", "ShotTaken", "1", {}),
    ("1/P09,?", "CardsExchanged", "1", {"cards": ["P09", None]}),
    ("#multi", "DeckShuffled", None, {"deck": "multi"}),
    ("END concession", "GameEnded", None, {"reason": "concession"}),
    ("1END time 2", "GameEnded", "1", {"reason": "time", "winner": "2"}),
    ('N "late start"', "NoteAdded", None, {"text": "late start"}),
    ('N 12 "was it?"', "NoteAdded", None, {"text": "was it?", "about": 12}),
    ('T{"deck":3}', "TableAdjusted", None, {"deck": 3}),
    ('"guest"=', "PassCalled", "guest", {}),
    ('1~"guest":P01', "CardStolen", "1", {"from": "guest", "card": "P01"}),
    ('A12 {"card":"P14"}', "EventAmended", None, {"target": 12, "data": {"card": "P14"}}),
    ('A12 {} "oh"', "EventAmended", None, {"target": 12, "data": {}, "reason": "oh"}),
    ("X7", "EventRetracted", None, {"target": 7}),
    ('X7 "twice"', "EventRetracted", None, {"target": 7, "reason": "twice"}),
    ("I5 1>P14", "EventInserted", None, inserted("CardPlayed", {"card": "P14"}, seat="1")),
    ("I5 @2", "EventInserted", None, inserted("KickOffDecided", {"starter": "2"})),
    (
        'I5 "oh" @2',
        "EventInserted",
        None,
        inserted("KickOffDecided", {"starter": "2"}, reason="oh"),
    ),
    ('I5 "guest"=', "EventInserted", None, inserted("PassCalled", {}, seat="guest")),
]


@pytest.mark.parametrize(("line", "type_", "seat", "data"), LINES, ids=[line for line, *_ in LINES])
def test_lines(line: str, type_: str, seat: str | None, data: dict[str, Any]) -> None:
    draft = Draft(type=type_, seat=seat, data=data)
    assert write(draft) == line
    said = read(line)
    assert (said.type, said.seat, said.data) == (type_, seat, data)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "Expected one of"),
        ("1?", "Expected one of"),
        ("1>", "Expected a card"),
        ("1>?", "Expected a Player Card"),
        ("1>Y", "Expected a Player Card"),
        ("1+P1x", "Expected a card"),
        ("1~:P01", "Expected a seat"),
        ("1~2P01", "Expected : and a card"),
        ("@", "Expected a seat"),
        ("@1 2", "Expected the end of the line"),
        ("1= now", "Expected the end of the line"),
        ("#all", "Expected player or multi"),
        ("N", "Expected a text"),
        ("N late", "Expected JSON"),
        ("Tdeck", "Expected JSON"),
        ("X", "Expected a version"),
        ("A4 nothing", "Expected JSON"),
        (':goal "a" b', "Expected the end of the line"),
    ],
)
def test_lines_that_say_nothing(line: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        read(line)


def test_there_is_no_line_for_another_game() -> None:
    with pytest.raises(NotationError, match="no notation for PassAttempted"):
        write(Draft(type="PassAttempted", data={}))
