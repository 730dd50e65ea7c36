"""Score-sheet lines: the spec's examples, every event of the cases, what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from projections.kit.notation import NotationError
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.notation import normal
from tests.projections.rulesets.games import examples

LINES: list[tuple[str, str, dict[str, Any]]] = [
    (
        "lfa: draw lfa-captain lfa-fighter-a ? ?",
        "CardsDrawn",
        {"deck": "lfa", "cards": ["lfa-captain", "lfa-fighter-a", None, None]},
    ),
    ("lfa: draw@breakers ?", "CardsDrawn", {"deck": "breakers", "cards": [None]}),
    ("lfa: shuffle", "DeckShuffled", {"deck": "lfa"}),
    ("breakers: bid brk-discord", "InitiativeBid", {"card": "brk-discord"}),
    (
        "lfa: lfa-fighter-a ! attack-3-air",
        "CardPlayed",
        {"card": "lfa-fighter-a", "as": "action", "action": "attack-3-air"},
    ),
    (
        "lfa: lfa-bomber-b ! -",
        "CardPlayed",
        {"card": "lfa-bomber-b", "as": "action", "action": None},
    ),
    ("lfa: lfa-bomber-b !", "CardPlayed", {"card": "lfa-bomber-b", "as": "action"}),
    (
        "lfa: mv lfa-transport-b -2,-1/L -1,-2/R +lfa-ground-shot-a@1 -lfa-sky-shot-b@0",
        "UnitMoved",
        {
            "unit": "lfa-transport-b",
            "path": ["-2,-1", "-1,-2"],
            "turns": ["left", "right"],
            "cargo": [
                {"at": 1, "pickup": "lfa-ground-shot-a"},
                {"at": 0, "dropoff": "lfa-sky-shot-b"},
            ],
        },
    ),
    (
        "lfa: mv lfa-transport-b -2,-1/0 -1,-1/R |L",
        "UnitMoved",
        {
            "unit": "lfa-transport-b",
            "path": ["-2,-1", "-1,-1"],
            "turns": [None, "right"],
            "edge": "left",
        },
    ),
    ("lfa: > brk-fighter-a", "TargetChosen", {"target": "brk-fighter-a"}),
    (
        "lfa: > brk-fighter-a from turret-1",
        "TargetChosen",
        {"target": "brk-fighter-a", "source": "turret-1"},
    ),
    (
        "lfa: d10 9 2 2",
        "DiceRolled",
        {"dice": [{"die": "d10", "face": face} for face in (9, 2, 2)]},
    ),
    (
        "breakers: lose hand brk-fighter-a",
        "CasualtyTaken",
        {"from": "hand", "card": "brk-fighter-a"},
    ),
    ("breakers: lose none", "CasualtyTaken", {"from": "none"}),
    ("breakers: brk-ground-shot-a ^", "CardPlayed", {"card": "brk-ground-shot-a", "as": "rally"}),
    (
        "lfa: lfa-sky-shot-b ^lfa-transport-b",
        "CardPlayed",
        {"card": "lfa-sky-shot-b", "as": "rally", "unit": "lfa-transport-b"},
    ),
    ("lfa: lfa-captain _", "CardPlayed", {"card": "lfa-captain", "as": "hunker"}),
    (
        "lfa-a: lfa-captain ! command-2@lfa-b",
        "CardPlayed",
        {"card": "lfa-captain", "as": "action", "action": "command-2", "owner": "lfa-b"},
    ),
    (
        "lfa-b: lfa-comms-officer ! jam vs breakers-a",
        "CardPlayed",
        {"card": "lfa-comms-officer", "as": "action", "action": "jam", "opponent": "breakers-a"},
    ),
    ("lfa: at 1,-2", "SpaceChosen", {"space": "1,-2"}),
    ("lfa: take lfa-fighter-a lfa-fighter-a", "CardsChosen", {"cards": ["lfa-fighter-a"] * 2}),
    ("lfa: then control", "ActionChosen", {"action": "control"}),
    ("lfa: done", "ActionFinished", {}),
    ("lfa: aboard brk-sky-shot-a", "CarriedUnitHit", {"unit": "brk-sky-shot-a"}),
    ("lfa: found 1h 0p 2d", "DiscordsFound", {"hand": 1, "discard": 0, "deck": 2}),
    ("lfa: end", "TurnEnded", {}),
    ("lfa: end lfa-discord", "TurnEnded", {"discarded": ["lfa-discord"]}),
    ("lfa: squad A lfa-fighter-a", "SquadChosen", {"squad": "A", "units": ["lfa-fighter-a"]}),
    (
        "*: deploy lfa-fighter-a 1,1/3",
        "UnitDeployed",
        {"unit": "lfa-fighter-a", "at": "1,1", "facing": 3},
    ),
    (
        "*: deploy lfa-sky-shot-a in lfa-transport-a",
        "UnitDeployed",
        {"unit": "lfa-sky-shot-a", "carried_by": "lfa-transport-a"},
    ),
    ('lfa: vp 2 "hangar"', "VpScored", {"cubes": 2, "why": "hangar"}),
    ('*: ruled win:lfa "late"', "OutcomeRuled", {"outcome": "win:lfa", "reason": "late"}),
    ("*: over time", "GameEnded", {"reason": "time"}),
    ("*: over concession lfa", "GameEnded", {"reason": "concession", "winner": "lfa"}),
    ('*: note "so close" 12', "NoteAdded", {"text": "so close", "about": 12}),
    (
        '*: set {"/turn/phase":"turn"} "late start"',
        "TableAdjusted",
        {"set": {"/turn/phase": "turn"}, "why": "late start"},
    ),
    ('*: !EventRetracted {"target":3}', "EventRetracted", {"target": 3}),
    ('"a: b": end', "TurnEnded", {}),
]


@pytest.mark.parametrize(("line", "type_", "data"), LINES, ids=[line for line, *_ in LINES])
def test_a_line_and_its_event(line: str, type_: str, data: dict[str, Any]) -> None:
    said = RULESET.read(line)
    assert (said.type, said.data) == (type_, data)
    assert RULESET.write(said) == line


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("lfa-a: lfa-captain ! @lfa-b", "lfa-a: lfa-captain !@lfa-b"),
        ("lfa: mv lfa-transport-b 0,1 1,1/R", "lfa: mv lfa-transport-b 0,1/0 1,1/R"),
    ],
)
def test_a_line_may_be_said_in_another_way(line: str, written: str) -> None:
    assert RULESET.write(RULESET.read(line)) == written


def test_every_event_of_the_cases_is_said_in_a_line() -> None:
    for example in examples(RULESET.id):
        for entry in [*example["given"], *example["when"]]:
            draft = Draft(type=entry["type"], seat=entry.get("seat"), data=entry["data"])
            line = RULESET.write(draft)
            said = RULESET.read(line)
            assert "\n" not in line
            assert (said.type, said.seat) == (draft.type, draft.seat)
            assert said.data == normal(draft.type, draft.data), line


def test_what_has_no_short_form_is_written_as_json() -> None:
    card = {"card": "end", "as": "hunker"}
    line = RULESET.write(Draft(type="CardPlayed", seat="lfa", data=card))
    assert line == 'lfa: !CardPlayed {"as":"hunker","card":"end"}'
    mixed = {"dice": [{"die": "d10", "face": 1}, {"die": "d6", "face": 2}]}
    line = RULESET.write(Draft(type="DiceRolled", seat="lfa", data=mixed))
    assert RULESET.read(line).data == mixed


def test_covered_cards_are_written_as_question_marks() -> None:
    for type_, data, line in (
        ("InitiativeBid", {"card": None}, "lfa: bid ?"),
        ("SquadChosen", {"squad": "A", "units": [None]}, "lfa: squad A ?"),
        ("CardsDrawn", {"deck": "lfa", "cards": [None, None]}, "lfa: draw ? ?"),
    ):
        assert RULESET.write(Draft(type=type_, seat="lfa", data=data)) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "lfa",
        "lfa:",
        ": end",
        "lfa: lfa-captain",
        "lfa: lfa-captain ?",
        "lfa: lfa-captain vs breakers-a",
        "lfa: mv lfa-fighter-a north",
        "lfa: mv lfa-fighter-a 0,0/X",
        "lfa: d10 nine",
        "lfa: found 1 2 3",
        "lfa: > a b",
        "lfa: lose",
        "lfa: at",
        "*: deploy x",
        "*: vp two",
        "*: vp 2 hangar",
        "*: set {",
        "*: note so close",
        "*: !TurnEnded [1]",
        "*: ruled {}",
    ],
)
def test_what_cannot_be_read_says_so(line: str) -> None:
    with pytest.raises(NotationError, match=r"Expected"):
        RULESET.read(line)
