"""Score-sheet lines say every event, and nothing else can be read."""

from __future__ import annotations

from typing import Any

import pytest

from events.event import Draft
from projections.kit.notation import NotationError, lines, sheet
from projections.rulesets.football_u import RULESET
from tests.projections.rulesets.games import examples

LINES = [
    ("1 dr coach c3", "CardsDrawn", "1", {"deck": "coach", "cards": ["c3"]}),
    ("- sh player", "DeckShuffled", None, {"deck": "player"}),
    ("1 rec p09>RB^", "PlayerRecruited", "1", {"card": "p09", "slot": "RB", "place": "top"}),
    (
        "2 rec p04>QB_ @portal-2 =4",
        "PlayerRecruited",
        "2",
        {"card": "p04", "slot": "QB", "place": "under", "space": "portal-2", "weeks": 4},
    ),
    (
        "1 ab t:t05 p37",
        "AbilityUsed",
        "1",
        {"source": {"kind": "chemistry", "card": "t05"}, "targets": ["p37"]},
    ),
    (
        "2 mv p14>FLEX^ p19>WR",
        "PlayersMoved",
        "2",
        {
            "moves": [
                {"card": "p14", "slot": "FLEX", "place": "top"},
                {"card": "p19", "slot": "WR"},
            ]
        },
    ),
    (
        "2 ro blue:7 red:3 grey:X",
        "DiceRolled",
        "2",
        {
            "dice": [
                {"die": "blue", "face": "7"},
                {"die": "red", "face": "3"},
                {"die": "grey", "face": "X"},
            ]
        },
    ),
    (
        "1 ro.v v3:- orange:3",
        "DiceRolled",
        "1",
        {
            "dice": [{"die": "v3", "face": "-"}, {"die": "orange", "face": "3"}],
            "side": "visitor",
        },
    ),
    ("2 gs v1 v3", "GameplansSpent", "2", {"dice": ["v1", "v3"]}),
    (
        "1 x h2>v1 h3>v2",
        "XAssigned",
        "1",
        {"assign": [{"x": "h2", "target": "v1"}, {"x": "h3", "target": "v2"}]},
    ),
    ("2 cl", "DeclarationsClosed", "2", {}),
    ("1 cl.h", "DeclarationsClosed", "1", {"side": "home"}),
    ("1 dr chemistry ?", "CardsDrawn", "1", {"deck": "chemistry", "cards": [None]}),
    ("1 wo QB =1", "WalkOnAdded", "1", {"slot": "QB", "weeks": 1}),
    ("1 up p03 =3", "PlayerUpgraded", "1", {"card": "p03", "weeks": 3}),
    ("1 gp", "GameplanTaken", "1", {}),
    ("1 gp =0", "GameplanTaken", "1", {"weeks": 0}),
    ("1 sc east-1 ?", "PlayerScouted", "1", {"space": "east-1", "card": None}),
    ("1 sc east-1 p05 =1", "PlayerScouted", "1", {"space": "east-1", "card": "p05", "weeks": 1}),
    ("1 sc east-1", "PlayerScouted", "1", {"space": "east-1"}),
    ("3 pass", "OffseasonPassed", "3", {}),
    ("3 co c5", "CoachRevealed", "3", {"coach": "c5"}),
    ("- end abandoned", "GameEnded", None, {"reason": "abandoned"}),
    ("- end concession 2", "GameEnded", None, {"reason": "concession", "winner": "2"}),
    ("- ; a note: x>y", "NoteAdded", None, {"text": "a note: x>y"}),
    (
        "1 ; @12 two\\nlines \\\\ back",
        "NoteAdded",
        "1",
        {"text": "two\nlines \\ back", "about": 12},
    ),
    (
        '- ! TableAdjusted {"phase":"offseason.deal"}',
        "TableAdjusted",
        None,
        {"phase": "offseason.deal"},
    ),
]


@pytest.mark.parametrize(("line", "type_", "seat", "data"), LINES, ids=[line[0] for line in LINES])
def test_a_line_and_its_event(line: str, type_: str, seat: str | None, data: Any) -> None:
    draft = Draft(type=type_, seat=seat, data=data)
    assert RULESET.read(line) == draft
    assert RULESET.write(draft) == line


def test_every_event_of_every_example() -> None:
    drafts = [
        Draft(type=entry["type"], seat=entry.get("seat"), data=entry["data"])
        for example in examples("football-u")
        for entry in (*example["given"], *example["when"])
    ]
    assert list(lines(RULESET.read, sheet(RULESET.write, drafts))) == drafts


@pytest.mark.parametrize(
    ("seat", "type_", "data"),
    [
        ("the referee", "GameplanTaken", {}),
        ("", "OffseasonPassed", {}),
        ("1", "GameplanTaken", {"weeks": None}),
        ("1", "PlayerRecruited", {"card": "p 9", "slot": "RB"}),
        ("1", "PlayerRecruited", {"card": "p9>", "slot": "R^"}),
        ("1", "AbilityUsed", {"source": {"kind": "coach", "card": "c6"}}),
        ("1", "DiceRolled", {"dice": [{"die": "a:b", "face": "7"}]}),
        ("1", "DiceRolled", {"dice": [{"die": "?", "face": "7"}], "side": None}),
        (None, "NoteAdded", {"text": "@5 not about 5"}),
        (None, "NoteAdded", {"text": ""}),
        (None, "NoteAdded", {"text": " a \x85 b \u2028 c\r"}),
        (None, "EventAmended", {"target": 3, "data": {"dice": ["v1"]}, "reason": "misread"}),
        (None, "EventInserted", {"after": 4, "type": "GameplanTaken", "seat": "1", "data": {}}),
        (None, "OutcomeRuled", {"outcome": {"kind": "effect", "weeks": {"1": -2}}}),
        ("1", "PlayersMoved", {"moves": []}),
        ("1", "XAssigned", {"assign": []}),
    ],
)
def test_odd_events_keep_to_one_line(seat: str | None, type_: str, data: Any) -> None:
    draft = Draft(type=type_, seat=seat, data=data)
    line = RULESET.write(draft)
    assert len(line.splitlines()) == 1
    assert RULESET.read(line) == draft


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1",
        "1 zz",
        "x gp",
        "1  gp",
        "1 gp now",
        "1 rec p09",
        "1 rec p09>",
        "1 rec p09>RB =x",
        "1 cl.x",
        "1 pass.v",
        "1 pass it",
        "1 cl now",
        "1 dr.v coach c3",
        "1 sh.v player",
        "1 rec.v p09>RB",
        "1 wo.v p09>RB",
        "1 up.v p09",
        "1 gp.v",
        "1 sc.v p09",
        "1 mv.v p19>WR",
        "1 co.v c3",
        "- end.v farthest",
        "1 ab q:t05",
        "1 ro blue",
        "1 x h2",
        "1 wo",
        "1 sh",
        "1 co",
        "- end",
        "- ! Nothing {}",
        "- ! NoteAdded [1]",
        '- ! NoteAdded {"text": "a"} b',
        '"1 gp',
        '"1"gp',
    ],
)
def test_what_is_no_line(line: str) -> None:
    with pytest.raises(NotationError):
        RULESET.read(line)


SIDED = {"ro", "ab", "cl", "gs", "x"}


@pytest.mark.parametrize("line", sorted({line for line, *_ in LINES}))
def test_a_side_is_named_where_dice_and_abilities_are_a_sides(line: str) -> None:
    seat, code, *words = line.split(" ")
    if "." in code or code in ("!", ";") or seat.startswith('"'):
        return
    sided = " ".join([seat, f"{code}.h", *words])
    if code in SIDED:
        assert RULESET.read(sided).data["side"] == "home"
    else:
        with pytest.raises(NotationError, match=f"Expected {code}, not"):
            RULESET.read(sided)


def test_every_code_is_in_a_line() -> None:
    codes = {line.split(" ")[1].partition(".")[0] for line, *_ in LINES}
    assert codes - {"!", ";"} == {
        *SIDED,
        *("dr", "sh", "rec", "wo", "up", "gp", "sc", "mv", "pass", "co", "end"),
    }
