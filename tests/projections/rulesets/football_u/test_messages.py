"""What is said of an event is said in the table's words: no ids, seats' numbers, types, phases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from events.event import Draft, Event
from projections.kit import simulate
from projections.kit.ruleset import ALL, PUBLIC
from projections.kit.schema import errors_in
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.awaiting import awaiting
from projections.rulesets.football_u.position.words import ENDS
from projections.rulesets.football_u.state import State
from tests.projections.rulesets.football_u.desk import BOX, event, position, recorded
from tests.projections.rulesets.test_walks import pool_of, spoiled

PEOPLE = ("Lynx", "Otters", "Elks", "Mules")
SCHEDULED = {f"s{season}g{number}" for season in (1, 2, 3) for number in range(1, 7)}
CARDS = {id_ for part in ("players", "coaches", "chemistry") for id_ in BOX.content[part]}
IDS = {
    *CARDS,
    *BOX.content["opponents"],
    *(space["id"] for space in BOX.content["spaces"]),
    *SCHEDULED,
    *(reason for reason in ENDS if "-" in reason),
    "s1bowl",
    "final-home",
    "walkon",
    "visitor",
    "nobody-sits-here",
}
PARTS = [r"[{}\[\]_]", "null", "None", "True", "False", r"\bphase\b", r"\b[vh]\d+\b"]
SEATS = [r"\b(seat|[Tt]eam|side) \d", r"^\d\b (?!weeks|players)", r"\d(?= (act|have|roll|win)\b)"]
FORBIDDEN = re.compile(
    "|".join([*RULESET.payloads, *PARTS, *SEATS, *(rf"\b{id_}\b" for id_ in sorted(IDS))])
)
TYPED = re.compile("“[^”]*”")
"""What somebody typed, shown to him again."""


@cache
def named_game(teams: int, seed: int) -> tuple[tuple[Draft, State], ...]:
    """A simulated game of people with names."""
    created = simulate.creation(RULESET, BOX, RULESET.seatings[teams - 1])
    sitting = [{**seat, "name": PEOPLE[n]} for n, seat in enumerate(created.data["seats"])]
    created = msgspec.structs.replace(created, data={**created.data, "seats": sitting})
    return tuple(simulate.game(RULESET, BOX, created, seed))


def misplayed(teams: int) -> Iterator[tuple[State, Event]]:
    """Events out of time, of others, of nobody, with other values: each on a state of a game."""
    rng = Random(teams)
    steps = named_game(teams, 4)
    known, pool = pool_of(RULESET.id)
    pool = [value for value in pool if not isinstance(value, str) or " " not in value]
    for at in range(0, len(steps), 4):
        state = steps[at][1]
        drafts = [draft for draft, _ in rng.sample(steps[1:], 6)] + rng.sample(known, 8)
        for draft in drafts:
            data = spoiled(draft.data, rng, pool) if rng.random() < 0.5 else draft.data
            seat = rng.choice([draft.seat, draft.seat, "1", "nobody-sits-here", None])
            if isinstance(data, dict) and not errors_in(RULESET.payloads[draft.type], data):
                one = Draft(type=draft.type, seat=seat, data=data)
                yield state, simulate.as_event(RULESET, one, at + 2)


def spoken(said: str) -> None:
    """Whether that is said as people at a table say it."""
    told = TYPED.sub("#", said)
    assert not (found := FORBIDDEN.search(told)), (found, said)


def sentence(said: str) -> None:
    spoken(said)
    assert said[0] in "#“" or said[0].isdigit() or said[0].isupper(), said
    assert said.endswith((".", "!", "?", "”")), said


@pytest.mark.parametrize("teams", [1, 2, 3, 4])
def test_what_a_misplayed_game_is_told(teams: int) -> None:
    for state, one in misplayed(teams):
        for finding in RULESET.check(state, one):
            sentence(finding.message)
            for value in (finding.expected, finding.got):
                if isinstance(value, str) and finding.rule not in TYPED_VALUES:
                    spoken(value)
        if one.type != "NoteAdded":
            sentence(RULESET.text(state, one, RULESET.apply(state, one), ALL))


TYPED_VALUES = {
    f"football-u.{rule}"
    for rule in ("card.unknown", "roll.face", "scout.region", "recruit.position", "walkon.slot")
} | {"football-u.move.position", "football-u.setup.team", "football-u.setup.seats"}
"""Rules whose findings show what was typed."""


@pytest.mark.parametrize("teams", [1, 2, 3, 4])
def test_what_is_waited_for_and_may_be_done_is_said_by_name(teams: int) -> None:
    for _, state in named_game(teams, 4)[::5]:
        for entry in awaiting(state):
            spoken(entry["why"])
        for option in RULESET.options(state, ALL):
            spoken(option.label)
        scene = RULESET.show(state, ALL)
        spoken(scene.title)
        for panel in scene.panels:
            for item in panel.items if panel.id == "declared" else ():
                spoken(item.text)


LYNX = named_game(2, 4)[0][1]


def at(**given: Any) -> State:
    return recorded(LYNX, event("TableAdjusted", None, **given))


DATA: dict[str, dict[str, Any]] = {
    "CardsDrawn": {"deck": "coach", "cards": ["c1"]},
    "DiceRolled": {"dice": [{"die": "red", "face": "7"}]},
    "PlayerRecruited": {"card": "p09", "slot": "RB"},
    "WalkOnAdded": {"slot": "RB"},
    "PlayerUpgraded": {"card": "p09"},
    "PlayerScouted": {"space": "west-1"},
    "PlayersMoved": {"moves": [{"card": "p09", "slot": "RB"}]},
    "AbilityUsed": {"source": {"kind": "player", "card": "p09"}},
    "GameplansSpent": {"dice": ["v1"]},
    "XAssigned": {"assign": [{"x": "v1", "target": "h1"}]},
    "CoachRevealed": {"coach": "c1"},
    "OutcomeRuled": {"outcome": {"kind": "game", "winner": "home"}},
    "GameEnded": {"reason": "agreement"},
    "DeckShuffled": {"deck": "player"},
    "NoteAdded": {"text": "A note"},
    "EventAmended": {"target": 1, "data": {}},
    "EventRetracted": {"target": 1},
    "EventInserted": {"after": 1, "type": "NoteAdded", "data": {"text": "x"}},
}
WHERE = ("setup.coaches", "offseason.actions", "game.helmet", "game.whistle", "over")


@pytest.mark.parametrize("type_", RULESET.payloads)
@pytest.mark.parametrize("seat", ["1", None, "nobody-sits-here"])
def test_every_type_of_event_has_a_sentence(type_: str, seat: str | None) -> None:
    created = named_game(2, 4)[0][0]
    data = created.data if type_ == "GameCreated" else DATA.get(type_, {})
    one = simulate.as_event(RULESET, Draft(type=type_, seat=seat, data=data), 3)
    for phase in WHERE:
        state = at(phase=phase)
        said = RULESET.text(state, one, RULESET.apply(state, one), PUBLIC)
        sentence(said)
        assert "does not know" not in said


def test_an_event_of_another_version_has_a_sentence_too() -> None:
    state = position(phase="offseason.actions")
    one = Event(version=3, type="CardsBurnt", seat=None, data=None)
    assert RULESET.text(state, one, state, PUBLIC) == (
        "Something is recorded that this game does not know."
    )


DICE = {"v1": {"color": "red", "face": "7"}, "h1": {"color": "grey", "face": "X"}}
WALKONS = [{"die": die, "face": "-"} for die in ("orange", "orange", "purple", "purple")]


@pytest.mark.parametrize(
    ("state", "one", "said"),
    [
        (
            at(phase="offseason.actions"),
            event("GameplanTaken", "2"),
            "Lynx are next, at week 0: Otters wait.",
        ),
        (
            at(phase="offseason.actions"),
            event("DiceRolled", "1", **DATA["DiceRolled"]),
            "Rolling dice is not what comes next. Now: Lynx act, week 0, 15 left.",
        ),
        (
            at(phase="offseason.draw", owed={"2": 1}),
            event("GameplanTaken", "1"),
            "Otters draw a chemistry card before anybody acts.",
        ),
        (
            at(phase="offseason.actions"),
            event("PlayerUpgraded", None, card="p09"),
            "Upgrading a player is done by a team: say whether by Lynx or Otters.",
        ),
        (
            at(phase="offseason.actions"),
            event("GameEnded", None, reason="agreement", winner="3"),
            "Only Lynx and Otters play here: name one of them.",
        ),
        (
            at(phase="offseason.actions"),
            event("PlayerRecruited", "1", card="p09", slot="RB"),
            "Moose Grady is not on the board: recruit one of those who are.",
        ),
        (
            at(
                phase="offseason.actions",
                board={"spaces": {"west-1": "?"}},
                teams={"2": {"roster": {"RB": ["p09"]}}},
            ),
            event("PlayerRecruited", "1", card="p09", slot="RB", space="west-1"),
            "Moose Grady is not on the board: recruit one of those who are.",
        ),
        (
            at(phase="offseason.actions", board={"spaces": {"west-1": "p09"}}),
            event("PlayerRecruited", "1", card="p09", slot="QB"),
            "Moose Grady is a RB and cannot stand at QB, but at RB or FLEX.",
        ),
        (
            at(phase="offseason.actions", board={"spaces": {"west-1": "p09"}}),
            event("PlayerRecruited", "1", card="p09", slot="bench"),
            "No mat has a slot “bench”: Moose Grady can stand at RB or FLEX.",
        ),
        (
            at(
                phase="offseason.actions",
                board={"spaces": {"west-1": "p09"}, "stacks": {"13": ["2", "1"]}},
            ),
            event("PlayerRecruited", "1", card="p09", slot="RB"),
            "Lynx pay 4 weeks, but have 2 weeks left: choose what costs less, or stop.",
        ),
        (
            at(phase="game.roll", game={"id": "s1g3"}),
            event("DiceRolled", "1", dice=[{"die": "red", "face": "7"}]),
            "Lynx roll a red; the dice of their cards on top are two orange and two purple.",
        ),
        (
            at(
                phase="game.helmet",
                game={"id": "s1g3", "text": [{"side": "home", "source": {"kind": "chemistry"}}]},
            ),
            event("DiceRolled", "1", dice=WALKONS),
            "What a card nobody saw did is not recorded: insert what the table said.",
        ),
        (
            at(phase="over", result={"winner": "1", "reason": "agreement"}),
            event("OutcomeRuled", None, outcome={"kind": "champion", "winners": []}),
            "As it stood: Lynx win the title. The table says: nobody wins the title.",
        ),
        (
            at(phase="over"),
            event("OutcomeRuled", None, outcome={"kind": "champion", "winners": ["2", "1"]}),
            "As it stood: nobody wins the title. The table says: Lynx and Otters win the title.",
        ),
        (
            at(phase="game.assign", game={"id": "s1g3", "dice": DICE}),
            event("XAssigned", "1", assign=[]),
            "Lynx have an X left for Otters' red touchdown: match it too.",
        ),
        (
            at(phase="game.assign", game={"id": "s1g3", "dice": DICE}),
            event("XAssigned", "2", assign=[]),
            "Otters have nothing to match: none of their dice shows an X.",
        ),
        (
            at(
                phase="game.whistle",
                teams={"1": {"chemistry": ["t18"]}},
                game={"id": "s1g3", "dice": DICE},
            ),
            event(
                "AbilityUsed",
                "1",
                source={"kind": "chemistry", "card": "t18"},
                targets=["v1"],
            ),
            "Hurry-up aims at up to two dice of their own, not at Otters' red touchdown.",
        ),
        (
            at(
                phase="game.whistle",
                teams={"1": {"gameplans": 1}, "2": {"gameplans": 1}},
                game={"id": "s1g3", "dice": DICE, "window": {"visitor": "closed", "home": "open"}},
            ),
            event("GameplansSpent", "2", dice=["v1"]),
            "Otters declare too late: the visiting team declares before Lynx.",
        ),
        (
            at(
                phase="game.whistle",
                teams={"1": {"gameplans": 1}, "2": {"gameplans": 1}},
                game={"id": "s1g3", "dice": DICE, "window": {"visitor": "open", "home": "closed"}},
            ),
            event("GameplansSpent", "1", dice=["h1"]),
            "Lynx declare after they had nothing more to declare.",
        ),
        (
            at(
                phase="game.resolve",
                game={"id": "s1g3", "dice": DICE, "pending": {"rerolls": ["v1"]}},
            ),
            event("DiceRolled", "2", dice=[{"die": "h1", "face": "X"}]),
            "Otters roll a grey X again; to roll again: a red touchdown.",
        ),
    ],
)
def test_who_is_named_and_what_is_missing(state: State, one: Event, said: str) -> None:
    assert [finding.message for finding in RULESET.check(state, one)] == [said]


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ([], "week 4."),
        (["p10"], "week 4: 1 of his style was"),
        (["p10", "p11"], "2 of his style were"),
    ],
)
def test_a_recruit_is_told_with_those_of_his_style(others: list[str], said: str) -> None:
    state = at(
        phase="offseason.actions",
        board={"spaces": {"west-1": "p09"}},
        teams={"1": {"roster": {"RB": others}}},
    )
    one = event("PlayerRecruited", "1", card="p09", slot="RB")
    assert said in RULESET.text(state, one, recorded(state, one), ALL)


def test_a_ruling_on_a_game_that_was_not_played_is_told() -> None:
    state = at(phase="offseason.actions")
    one = event("OutcomeRuled", None, outcome={"kind": "game", "game": "s1g1", "winner": "home"})
    said = RULESET.text(state, one, recorded(state, one), ALL)
    assert said == "The table gives somebody a game that was not played."


def test_a_ruling_that_names_somebody_who_does_not_play_here_changes_nothing() -> None:
    state = at(phase="offseason.actions")
    for outcome in (
        {"kind": "champion", "winners": ["1", "9"]},
        {"kind": "order", "stack": ["1", "9"]},
        {"kind": "effect", "weeks": {"9": 1}},
    ):
        one = event("OutcomeRuled", None, outcome=outcome)
        assert [f.rule for f in RULESET.check(state, one)] == ["football-u.seat.unknown"]
        assert recorded(state, one) == state
