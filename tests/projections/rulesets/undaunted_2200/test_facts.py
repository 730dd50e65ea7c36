"""What events add to the statistics, number by number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from events.event import Draft
from projections.kit.ruleset import Fact
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.setup import FOUR
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import act, event, game, opening, placed

TABLE: dict[str, Any] = {
    "/turn/phase": "turn",
    "/board/units/lfa-fighter-a": {"at": "0,0", "facing": 0},
    "/board/units/lfa-transport-a": {"at": "-1,1"},
    "/board/units/brk-fighter-a": {"at": "2,0"},
    "/board/units/brk-transport-a": {"at": "2,1"},
    "/seats/lfa/hand": ["lfa-fighter-a", "lfa-comms-officer"],
    "/seats/breakers/hand": ["brk-fighter-a"],
    "/seats/breakers/deck": [],
    "/seats/breakers/discard": [],
}


def table(**pointers: Any) -> State:
    return placed(
        opening(), {**TABLE, **{f"/{k.replace('__', '/')}": v for k, v in pointers.items()}}
    )


def facts(before: State, type_: str, seat: str | None, /, **data: Any) -> Sequence[Fact]:
    plain = {key.rstrip("_"): value for key, value in data.items()}
    told = event(Draft(type=type_, seat=seat, data=plain))
    return RULESET.facts(before, told, RULESET.apply(before, told))


def one(found: Sequence[Fact], kind: str) -> Fact:
    (fact,) = [fact for fact in found if fact.kind == kind]
    return fact


def aimed(state: State, action: str = "attack-3-air") -> State:
    """The Fighter of the LFA aims at that of the Breakers: 5, range 2, three dice: 0.784."""
    state = act(state, "CardPlayed", "lfa", card="lfa-fighter-a", as_="action", action=action)
    return act(state, "TargetChosen", "lfa", target="brk-fighter-a")


def shot(state: State, action: str = "attack-3-air") -> Fact:
    dice = [{"die": "d10", "face": 1}] * 3
    found = one(facts(aimed(state, action), "DiceRolled", "lfa", dice=dice), "shot")
    assert found.expected == pytest.approx(0.784)
    return found


@pytest.mark.parametrize("hand", [[], ["brk-fighter-a"], ["brk-hacker"]])
def test_what_unseen_cards_alone_could_tell_is_not_known(hand: list[str]) -> None:
    """Whatever the hand is, which others do not see: it must not tell them what is in it."""
    found = shot(table(seats__breakers__hand=hand, seats__breakers__deck=[None]))
    assert found.data["expected_casualties"] is None
    assert found.data["expected_vp"] is None


ROUTED = {"at": "2,0", "routed": True}


@pytest.mark.parametrize(
    ("state", "action", "casualties", "cubes"),
    [
        pytest.param(table(), "attack-3-air", 0.784, 0.0, id="a card is left"),
        pytest.param(
            table(seats__breakers__hand=[]), "attack-3-air", 0.0, 0.784, id="none is left"
        ),
        pytest.param(
            placed(table(seats__breakers__hand=[]), {"/board/units/brk-fighter-a": ROUTED}),
            "attack-3-air",
            0.0,
            0.0,
            id="routed already",
        ),
        pytest.param(
            placed(table(), {"/board/units/brk-fighter-a": ROUTED}),
            "attack-3-air",
            0.784,
            0.0,
            id="routed, with a card",
        ),
        pytest.param(table(), "shock-3-air", 0.0, 0.0, id="a shock"),
        pytest.param(table(seats__breakers__hand=[]), "shock-3-air", 0.0, 0.0, id="no shock routs"),
    ],
)
def test_what_a_shot_is_expected_to_cost(
    state: State, action: str, casualties: float, cubes: float
) -> None:
    found = shot(state, action)
    assert found.data["expected_casualties"] == pytest.approx(casualties)
    assert found.data["expected_vp"] == pytest.approx(cubes)


def test_a_routed_unit_whose_cards_nobody_knows_costs_no_cube() -> None:
    hidden = table(seats__breakers__hand=[], seats__breakers__deck=[None])
    found = shot(placed(hidden, {"/board/units/brk-fighter-a": ROUTED}))
    assert (found.data["expected_casualties"], found.data["expected_vp"]) == (None, 0)


FAR = {
    "board__units__lfa-transport-a": {"at": "-4,0"},
    "board__units__lfa-transport-b": {"at": "-4,0"},
}


def play(state: State, card: str = "lfa-fighter-a", **data: Any) -> Fact:
    data = {"as_": "action", "action": None, **data}
    return one(facts(state, "CardPlayed", "lfa", card=card, **data), "play")


@pytest.mark.parametrize(
    ("state", "in_comms", "taken"),
    [
        (table(), True, False),
        (table(**FAR), False, True),
        (table(**FAR, sides__lfa__discord_supply=0), False, False),
    ],
    ids=["in comms", "out of comms", "no Discord left"],
)
def test_comms_and_the_discord_they_cost(state: State, in_comms: bool, taken: bool) -> None:
    found = play(state)
    assert (found.data["in_comms"], found.data["discord_taken"]) == (in_comms, taken)


def test_comms_of_cards_that_are_not_played_for_an_action_are_not_judged() -> None:
    assert play(table(**FAR), as_="rally").data["in_comms"] is None
    assert play(table(), card="lfa-comms-officer", action="scan").data["in_comms"] is None


def test_a_jam_is_taken_by_one_and_inflicted_by_the_other() -> None:
    found = facts(
        table(), "CardPlayed", "lfa", card="lfa-comms-officer", as_="action", action="jam"
    )
    taken, given = one(found, "discord"), one(found, "jam")
    assert (taken.seat, taken.value, taken.data["cause"]) == ("breakers", 1, "jam")
    assert (given.seat, given.value) == ("lfa", 1)
    assert given.data == {"opponent": "breakers", "supply": 7}
    assert one(found, "play").data["discord_taken"] is False


def test_who_is_out_of_comms_inflicts_nothing() -> None:
    found = facts(
        table(**FAR), "CardPlayed", "lfa", card="lfa-fighter-a", as_="action", action=None
    )
    assert one(found, "discord").data["cause"] == "comms"
    assert not [fact for fact in found if fact.kind == "jam"]


def test_a_round_counts_decks_and_objectives() -> None:
    state = table(
        turn__seat="breakers",
        turn__order=["lfa", "breakers"],
        seats__lfa__deck=["lfa-captain", None],
        seats__lfa__discard=["lfa-discord"],
        board__objectives__o1={"owner": "lfa", "cubes": 2},
        board__objectives__o2={"owner": "breakers", "cubes": 1},
        board__objectives__o3={"owner": "breakers", "cubes": 1},
    )
    found = one(facts(state, "TurnEnded", "breakers"), "round")
    assert found.value == 2
    assert found.data == {
        "held": {"lfa": 1, "breakers": 2},
        "held_by": {"lfa": 1, "breakers": 2},
        "decks": {"lfa": 3, "breakers": 1},
    }


def test_a_round_that_is_set_is_no_round_played() -> None:
    assert facts(table(), "TableAdjusted", None, set={"/turn/number": 7}) == []
    told = event(Draft(type="TableAdjusted", data={"set": {"/turn/number": 7}}))
    said = RULESET.text(table(), told, RULESET.apply(table(), told), "public")
    assert said == "The table is set right in one place"


def test_bids_are_weighed_against_a_hand_without_a_deck() -> None:
    state = table(turn={"phase": "bid"}, seats__breakers__hand=["brk-hacker", "brk-discord"])
    state = act(state, "InitiativeBid", "breakers", card="brk-hacker")
    found = facts(state, "InitiativeBid", "lfa", card="lfa-fighter-a")
    own, theirs = [fact for fact in found if fact.kind == "bid"][::-1]
    assert (own.seat, own.value, own.expected) == ("lfa", 0.0, 0.5)
    assert (theirs.seat, theirs.value) == ("breakers", 1.0)


@pytest.mark.parametrize(
    ("hand", "unseen", "chance"),
    [
        ([], [], 1.0),
        ([None], [], None),
        ([None], [None], None),
        ([None], ["brk-hacker", "brk-discord", "brk-discord"], 2 / 3),
        ([None, "brk-discord"], ["brk-hacker"], 0.5),
    ],
)
def test_a_bid_is_weighed_against_what_may_be_in_the_hand(
    hand: list[str | None], unseen: list[str | None], chance: float | None
) -> None:
    deck = {"count": max(0, len(unseen) - hand.count(None)), "unseen": unseen}
    state = table(turn={"phase": "bid"}, seats__breakers__hand=hand, seats__breakers__deck=deck)
    if hand:
        state = act(state, "InitiativeBid", "breakers", card=hand[0])
    found = facts(state, "InitiativeBid", "lfa", card="lfa-fighter-a")
    (own,) = [fact for fact in found if (fact.kind, fact.seat) == ("bid", "lfa")]
    assert own.expected == (None if chance is None else pytest.approx(chance))


@pytest.mark.parametrize("seats", [("lfa", "breakers"), FOUR])
def test_the_difference_in_victory_points_is_that_of_the_score(seats: tuple[str, ...]) -> None:
    lead = dict.fromkeys(("lfa", "breakers"), 0.0)
    before: State | None = None
    for told, after in game("sample-domes", seats, 1):
        for fact in RULESET.facts(before, told, after):
            if fact.kind in RULESET.statistics.leaders["victory-points"].kinds:
                lead[after.setup.side_of[fact.seat or ""]] += fact.value or 0
        before = after
    assert before is not None
    score = RULESET.view(before, "all")["score"]
    assert lead["lfa"] == score["lfa"] - score["breakers"] == -lead["breakers"]


def test_discords_inflicted_lead_the_board() -> None:
    board = RULESET.statistics.leaders["discords"]
    assert (board.kinds, board.measure, board.level) == (("jam",), "value", "team")


@pytest.mark.parametrize(
    ("reason", "winner", "wins"),
    [
        ("concession", "breakers", [0.0, 1.0]),
        ("time", None, [0.0, 0.0]),
        ("abandoned", None, []),
        ("concession", None, []),
    ],
)
def test_a_game_that_counts_says_which_side_of_the_scenario_won(
    reason: str, winner: str | None, wins: list[float]
) -> None:
    found = facts(table(), "GameEnded", None, reason=reason, winner=winner)
    sides = [fact for fact in found if fact.kind == "scenario"]
    assert [fact.value for fact in sides] == wins
    assert [fact.seat for fact in sides] == ["lfa", "breakers"][: len(wins)]
    name = table().setup.scenario.name
    assert [fact.piece for fact in sides] == [f"{name}: LFA", f"{name}: Breakers"][: len(wins)]


def test_the_balance_of_scenarios_is_a_board_of_all_teams() -> None:
    board = RULESET.statistics.leaders["scenarios"]
    assert (board.kinds, board.measure, board.level) == (("scenario",), "mean", "any-team")
