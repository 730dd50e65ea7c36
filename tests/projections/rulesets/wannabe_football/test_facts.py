from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from projections.kit.ruleset import Fact
from projections.rulesets.wannabe_football import RULESET
from projections.rulesets.wannabe_football.state import State
from tests.projections.rulesets.wannabe_football.desk import (
    Step,
    event,
    games,
    played,
    position,
)


def facts_of(game: tuple[Step, ...]) -> Iterator[Fact]:
    for step in game:
        yield from RULESET.facts(*step)


def total(facts: list[Fact], kind: str, team: str, state: State) -> float:
    return sum(
        fact.value or 0
        for fact in facts
        if fact.kind == kind and state.setup.team[fact.seat or ""] == team
    )


@pytest.mark.parametrize("game", games(), ids=lambda g: f"{len(g)} events")
def test_facts_balance_with_the_game(game: tuple[Step, ...]) -> None:
    facts = list(facts_of(game))
    last = game[-1].after
    counted = Counter(fact.kind for fact in facts)
    types = Counter(step.event.type for step in game)
    for team in ("1", "2"):
        assert total(facts, "goal", team, last) == last.score[team]
        scored = total(facts, "shot", team, last) + total(facts, "penalty", team, last)
        assert scored == last.score[team]
        if last.shootout is not None:
            assert total(facts, "kick", team, last) == last.shootout.score[team]
    assert counted["play"] == types["CardPlayed"]
    assert counted["called_pass"] == types["PassCalled"]
    assert counted["whistle_check"] == types["FoulSpotted"]
    tackles = sum(fact.data["kind"] == "tackle" for fact in facts if fact.kind == "play")
    assert counted["whistle_check"] + counted["missed_whistle"] <= tackles
    booked = Counter(f.data["colour"] for f in facts if f.kind == "booking")
    assert booked["yellow"] == sum(b.yellows for b in last.bookings.values())
    assert booked["red"] == sum(b.reds for b in last.bookings.values())
    chained = sum(fact.data["cards"] for fact in facts if fact.kind == "chain")
    assert chained == types["CardPlayed"]
    assert counted["game_over"] == 1


@pytest.mark.parametrize("game", games(1), ids=lambda g: f"{len(g)} events")
def test_expectations_are_chances(game: tuple[Step, ...]) -> None:
    for fact in facts_of(game):
        if fact.expected is not None:
            assert 0 <= fact.expected <= 1
        if fact.kind in ("shot", "star_check", "penalty", "kick", "whistle_check"):
            assert fact.value in (0, 1)
            assert fact.expected is not None


def one(state: State, kind: str, *entries: Any) -> Fact:
    """The only fact of a kind that the last of some events yields."""
    before = played(state, *entries[:-1])
    found = RULESET.facts(before, entries[-1], played(before, entries[-1]))
    (fact,) = [fact for fact in found if fact.kind == kind]
    return fact


A_TURN = {
    "turn": {"number": 9, "seat": "1", "phase": "play"},
    "hands": {"1": {"cards": ["P14", "P40", "P23"]}, "2": {"cards": ["P02", "P15"]}},
    "pitch": [{"card": "P10", "seat": "2"}],
    "deck": 20,
}
PLAYS = event("CardPlayed", "1", card="P14")
STAR = event("CardsDrawn", "1", deck="multi", cards=["M01"])
SHOOTS = event("CardPlayed", "1", card="P40")
GOAL = event("CardsDrawn", "1", deck="multi", cards=["M04"])


def test_a_star_a_shot_and_a_goal() -> None:
    state = position(**A_TURN)
    play = one(state, "play", PLAYS)
    assert (play.seat, play.piece, play.value) == ("1", "P14", 1)
    assert play.data["place_in_turn"] == 1
    assert (play.data["from"], play.data["to"], play.data["advance"]) == ("a1", "a2", 1)
    star = one(state, "star_check", PLAYS, STAR)
    assert (star.value, star.expected) == (1, 9 / 19)
    assert star.data["p_offside"] == 2 / 19
    shot = one(state, "shot", PLAYS, STAR, SHOOTS, GOAL)
    assert (shot.value, shot.expected) == (1, 6 / 18)
    assert (shot.data["zone"], shot.data["source"]) == ("a2", "card")
    assert shot.data["continuation"]
    goal = one(state, "goal", PLAYS, STAR, SHOOTS, GOAL)
    assert (goal.data["team"], goal.data["via"], goal.data["assist"]) == ("1", "shot", "1")
    chain = one(state, "chain", PLAYS, STAR, SHOOTS, GOAL)
    assert (chain.value, chain.data["result"], chain.data["ends_zone"]) == (2, "goal", "a2")
    restart = one(state, "restart", PLAYS, STAR, SHOOTS, GOAL)
    assert (restart.seat, restart.data["kind"]) == ("2", "after_goal")


def test_an_overruled_goal_is_taken_back_and_the_attempt_stands() -> None:
    state = played(position(**A_TURN), PLAYS, STAR, SHOOTS, GOAL)
    ruling = event("OutcomeRuled", outcome="corner")
    found = RULESET.facts(state, ruling, played(state, ruling))
    assert [(fact.kind, fact.value) for fact in found] == [
        ("shot_ruled", -1),
        ("goal", -1),
        ("restart", -1),
        ("chain", -2),
        ("restart", 1),
        ("chain", 2),
    ]
    assert found[0].expected == 0
    annulled, chain, corner, again = found[2:]
    assert (annulled.data["kind"], corner.data["kind"]) == ("after_goal", "corner")
    assert (chain.data["result"], again.data["result"]) == ("goal", "corner")


def counted(state: State, *entries: Any) -> list[Fact]:
    """Every fact that some events yield, one after the other."""
    found: list[Fact] = []
    for entry in entries:
        after = played(state, entry)
        found += RULESET.facts(state, entry, after)
        state = after
    return found


def summed(facts: list[Fact], kind: str, name: str) -> dict[Any, float]:
    """The values of a kind added up by a field, those that come to nothing left out."""
    sums: Counter[Any] = Counter()
    for fact in facts:
        if fact.kind == kind:
            sums[fact.data[name]] += fact.value or 0
    return {key: value for key, value in sums.items() if value}


OFFSIDE = event("CardsDrawn", "1", deck="multi", cards=["M17"])


@pytest.mark.parametrize("told", ["faded", "star"])
def test_a_chain_goes_on_when_offside_is_overruled(told: str) -> None:
    ruling = event("OutcomeRuled", outcome=told)
    entries = [PLAYS, OFFSIDE, event("NoteAdded", text="never!"), ruling]
    if told == "star":
        entries += [SHOOTS, GOAL]
    facts = counted(position(**A_TURN), *entries)
    result, cards = {"faded": ("faded", 1), "star": ("goal", 2)}[told]
    assert summed(facts, "chain", "result") == {result: cards}
    assert sum(f.data["cards"] for f in facts if f.kind == "chain") == cards
    kinds = {"faded": {}, "star": {"after_goal": 1}}[told]
    assert summed(facts, "restart", "kind") == kinds


def test_an_outcome_that_is_overruled_twice_counts_as_it_stands() -> None:
    ruled = [event("OutcomeRuled", outcome=o) for o in ("corner", "corner", "woodwork", "goal")]
    facts = counted(position(**A_TURN), PLAYS, STAR, SHOOTS, GOAL, *ruled)
    assert summed(facts, "restart", "kind") == {"after_goal": 1}
    assert summed(facts, "chain", "result") == {"goal": 2}
    assert summed(facts, "goal", "via") == {"shot": 1}


def test_a_right_that_france_did_not_use_after_all_is_taken_back() -> None:
    state = position(
        choose={"sides": {"1": "france"}},
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": ["P29"]}, "2": {"cards": []}},
        pitch=[{"card": "P10", "seat": "2"}],
    )
    called = (event("CardPlayed", "1", card="P29"), event("FoulSpotted", "2"))
    yellow = event("CardsDrawn", "2", deck="multi", cards=["M07"])
    red, none = (event("OutcomeRuled", outcome=told) for told in ("red", "none"))
    assert summed(counted(state, *called, yellow, red), "power", "side") == {"france": 1}
    assert summed(counted(state, *called, yellow, none), "power", "side") == {}


def test_an_end_of_the_game_that_is_overruled_is_annulled() -> None:
    state = position(
        turn={"seat": "2", "phase": "shootout"},
        shootout={"kicks": [{"seat": "1", "goal": True}], "score": {"1": 1}},
    )
    missed = event("CardsDrawn", "2", deck="multi", cards=["M11"])
    scored = event("OutcomeRuled", outcome="goal")
    facts = [f for f in counted(state, missed, scored) if f.kind == "game_over"]
    assert ["annulled" in fact.data for fact in facts] == [False, True]


@pytest.mark.parametrize(
    ("ruling", "wanted"),
    [
        ("none", {"win": 1 / 3, "draw": 2 / 3, "loss": 0}),
        ("sudden_death", {"win": 1 / 3, "shootout_win": 1 / 3, "shootout_loss": 1 / 3, "loss": 0}),
    ],
)
def test_what_a_level_game_is_worth_follows_the_ruling(
    ruling: str, wanted: dict[str, float]
) -> None:
    """One shot at one chance in three, and none of the other side."""
    state = position(**A_TURN, choose={"rulings": {"shootout": ruling}})
    shot = Fact("shot", "1", value=1, expected=1 / 3)
    deserved = RULESET.statistics.deserved(state, [shot])
    assert deserved is not None
    assert deserved["1"] == pytest.approx(wanted)


def test_a_turn_that_the_next_player_ends_counts() -> None:
    state = position(**A_TURN)
    draw = event("CardsDrawn", "2", deck="player", cards=[None])
    assert one(state, "chain", PLAYS, STAR, draw).data["result"] == "declined"
    play = event("CardPlayed", "2", card="P15")
    chain = one(state, "chain", PLAYS, STAR, play)
    assert (chain.seat, chain.data["result"]) == ("1", "declined")


def test_a_free_shot_uses_the_power() -> None:
    state = position(**A_TURN, choose={"sides": {"1": "croatia", "2": None}})
    entries = (
        event("CardPlayed", "1", card="P23"),
        event("CardStolen", "1", from_="2", card="P15"),
        event("ShotTaken", "1"),
    )
    assert one(state, "power", *entries).data == {"side": "croatia"}
    dribble = one(state, "dribble", *entries[:2])
    assert (dribble.value, dribble.data["into_box"]) == (1, True)
    shot = one(state, "shot", *entries, event("CardsDrawn", "1", deck="multi", cards=["M12"]))
    assert (shot.value, shot.data["source"], shot.piece) == (0, "croatia", None)


def test_a_second_yellow_counts_in_both_colours() -> None:
    state = position(
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": ["P29"], "yellow": 1}, "2": {"cards": []}},
        bookings={"1": {"yellows": 1}},
        pitch=[{"card": "P10", "seat": "2"}],
    )
    before = played(state, event("CardPlayed", "1", card="P29"), event("FoulSpotted", "2"))
    check = event("CardsDrawn", "2", deck="multi", cards=["M07"])
    yielded = RULESET.facts(before, check, played(before, check))
    found = [fact for fact in yielded if fact.kind == "booking"]
    assert [(f.data["colour"], f.data["second"]) for f in found] == [
        ("yellow", True),
        ("red", True),
    ]


def test_france_uses_its_power() -> None:
    state = position(
        choose={"sides": {"1": "france"}},
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": ["P29"]}, "2": {"cards": []}},
        pitch=[{"card": "P10", "seat": "2"}],
    )
    spotted = (event("CardPlayed", "1", card="P29"), event("FoulSpotted", "2"))
    check = event("CardsDrawn", "2", deck="multi", cards=["M07"])
    power = one(state, "power", *spotted, check)
    assert (power.seat, power.data) == ("1", {"side": "france"})
    assert one(state, "whistle_check", *spotted, check).data["cancelled"]


def test_what_did_not_happen_counts_nowhere() -> None:
    state = position(**A_TURN)
    for nothing in (
        event("CardPlayed", "5", card="P14"),
        event("CardPlayed", "1", card="P99"),
        event("TurnEnded", "2"),
        event("NoteAdded", text="well"),
    ):
        assert list(RULESET.facts(state, nothing, played(state, nothing))) == []


@pytest.mark.parametrize(
    ("card", "outcome", "penalty"),
    [
        ("P27", "free_kick", True),  # a tackle in the own box
        ("P27", "yellow", True),
        ("P27", "none", False),
        ("P31", "free_kick", False),
        ("P31", "penalty", True),
    ],
)
def test_a_whistle_check_tells_whether_it_led_to_a_penalty(
    card: str, outcome: str, penalty: bool
) -> None:
    state = position(
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": [card]}, "2": {"cards": []}},
        pitch=[],
        ball="a1",
    )
    called = (event("CardPlayed", "1", card=card), event("FoulSpotted", "2"))
    fact = one(state, "whistle_check", *called, event("OutcomeRuled", outcome=outcome))
    assert fact.data["penalty"] is penalty
    assert (fact.seat, fact.piece, fact.value) == ("2", card, float(outcome != "none"))
    assert fact.expected == pytest.approx(11 / 19)
    assert (fact.data["spotter"], fact.data["offender"]) == ("2", "1")


def accounts_of(state: State, facts: list[Fact]) -> dict[str, tuple[float, float]]:
    return {a.what: (a.counted, a.stated) for a in RULESET.statistics.accounts(state, facts)}


def test_bookings_are_accounted_for_by_player_and_colour() -> None:
    state = position(
        turn={"seat": "1", "phase": "play"},
        hands={"1": {"cards": ["P29"]}, "2": {"cards": []}},
        pitch=[{"card": "P10", "seat": "2"}],
    )
    first, second = state.setup.names["1"], state.setup.names["2"]
    called = (event("CardPlayed", "1", card="P29"), event("FoulSpotted", "2"))
    for outcome, yellows, reds in (("yellow", 1, 0), ("red", 0, 1), ("none", 0, 0)):
        entries = (*called, event("OutcomeRuled", outcome=outcome))
        after, facts = played(state, *entries), counted(state, *entries)
        accounts = accounts_of(after, facts)
        assert accounts[f"yellow cards of {first}"] == (yellows, yellows)
        assert accounts[f"red cards of {first}"] == (reds, reds)
        assert accounts[f"yellow cards of {second}"] == (0, 0)
        unheard = accounts_of(after, [])
        assert unheard[f"yellow cards of {first}"] == (0, yellows)
        assert unheard[f"red cards of {first}"] == (0, reds)
    added = played(state, event("TableAdjusted", bookings={"2": {"yellows": 2, "reds": 1}}))
    assert accounts_of(added, [])[f"yellow cards of {second}"] == (0, 2)
    assert accounts_of(added, [])[f"red cards of {second}"] == (0, 1)


def kinds(state: State, told: Any) -> Counter[str]:
    return Counter(fact.kind for fact in RULESET.facts(state, told, played(state, told)))


def test_a_dribble_counts_once_also_where_nothing_is_to_be_taken() -> None:
    dribble = event("CardPlayed", "1", card="P23")
    state = position(**A_TURN)
    assert "dribble" not in kinds(state, dribble)
    assert "dribble" not in kinds(state, PLAYS)
    empty = played(state, event("TableAdjusted", hands={"2": {"cards": []}}))
    assert "dribble" not in kinds(empty, PLAYS)
    fact = one(empty, "dribble", dribble)
    assert (fact.value, fact.data["from"], fact.data["into_box"]) == (0, None, True)


def test_what_a_shot_was_played_from() -> None:
    corner = {"kind": "corner", "seat": "1", "shot_ok": True}
    choose = {"sides": {"1": "croatia"}}
    state = position(**{**A_TURN, "pitch": [], "restart": corner}, choose=choose)
    assert one(state, "shot", SHOOTS, GOAL).data["restart"] == "corner"
    assert one(state, "goal", SHOOTS, GOAL).data["restart"] == "corner"
    dribble = event("CardPlayed", "1", card="P23")
    took = event("CardStolen", "1", from_="2", card="P15")
    free = one(state, "shot", dribble, took, event("ShotTaken", "1"), GOAL)
    assert (free.data["restart"], free.data["source"]) == (None, "croatia")
    assert free.data["continuation"]
    alone = one(state, "shot", SHOOTS, GOAL)
    assert not alone.data["continuation"]


@pytest.mark.parametrize("ends", ["PassCalled", "TurnEnded"])
def test_a_restart_that_is_handed_on_is_no_other_restart(ends: str) -> None:
    corner = {"kind": "corner", "seat": "1", "shot_ok": True}
    state = position(**{**A_TURN, "pitch": [], "restart": corner})
    assert kinds(state, event(ends, "1"))["restart"] == 0
    twice = played(state, event("TableAdjusted", passes=1 if ends == "PassCalled" else 2))
    (out,) = [f for f in counted(twice, event(ends, "1")) if f.kind == "restart"]
    assert (out.data["kind"], out.seat) == ("out_of_bounds", "2")


def test_goals_and_multi_cards_are_accounted_for() -> None:
    state = position(**A_TURN)
    entries = (PLAYS, STAR, SHOOTS, GOAL)
    after, facts = played(state, *entries), counted(state, *entries)
    first, second = (state.setup.team_names[team] for team in ("1", "2"))
    accounts = accounts_of(after, facts)
    assert (accounts[f"goals of {first}"], accounts[f"goals of {second}"]) == ((1, 1), (0, 0))
    assert accounts["Multi Cards"] == (19, 19)
    assert accounts_of(after, [])[f"goals of {first}"] == (0, 1)
    ruling = event("OutcomeRuled", outcome="corner")
    taken_back = accounts_of(played(after, ruling), counted(state, *entries, ruling))
    assert (taken_back[f"goals of {first}"], taken_back["Multi Cards"]) == ((0, 0), (19, 19))


@pytest.mark.parametrize("card", ["M12", "M01"])
def test_a_free_shot_after_nothing_on_the_pitch_is_a_shot_of_its_side(card: str) -> None:
    turn = {"number": 9, "seat": "1", "phase": "bonus"}
    choose = {"sides": {"1": "croatia"}}
    state = position(turn=turn, bonus_shot=True, pitch=[], deck=20, choose=choose)
    told = (event("ShotTaken", "1"), event("CardsDrawn", "1", deck="multi", cards=[card]))
    shot = one(state, "shot", *told)
    assert (shot.piece, shot.data["source"], shot.data["restart"]) == (None, "croatia", None)
