"""Simulated games: no findings, nothing lost, the same from notation; spoiled ones are caught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from events.event import Draft, Event
from projections.kit import replay, simulate
from projections.rulesets.football_u import RULESET
from projections.rulesets.football_u.board.pieces import UNSEEN, WALKON
from projections.rulesets.football_u.position.dice import _tallied, tallies
from projections.rulesets.football_u.position.roster import entries, with_roster
from projections.rulesets.football_u.state import State
from projections.rulesets.football_u.table import trail
from tests.projections.rulesets.football_u.desk import (
    BOX,
    SAMPLE,
    event,
    position,
    recorded,
    simulated,
)

each_game = pytest.mark.parametrize(("teams", "seed"), SAMPLE)
CARDS = set(BOX.content["players"])
COUNTS = {color: dice["count"] for color, dice in BOX.content["dice"].items()}


@each_game
def test_a_game_ends_without_a_finding(teams: int, seed: int) -> None:
    steps = simulated(teams, seed)
    assert [
        RULESET.check(before, one) for one, before, _ in steps if RULESET.check(before, one)
    ] == []
    last = steps[-1][2]
    assert (last.status, last.phase, last.game) == ("ended", "over", None)
    assert len(last.history) == last.season.number
    assert RULESET.options(last, "all") == ()


@each_game
def test_a_game_replays_from_its_score_sheet(teams: int, seed: int) -> None:
    steps = simulated(teams, seed)
    state = steps[0][1]
    for one, _, after in steps:
        draft = Draft(type=one.type, seat=one.seat, data=plain(one))
        said = RULESET.read(RULESET.write(draft))
        assert said == draft
        state = RULESET.apply(state, simulate.as_event(RULESET, said, one.version))
        assert state == after


def plain(one: Event) -> Any:
    """The data of a simulated event without the fields that were left out."""
    data = msgspec.json.decode(msgspec.json.encode(one.data))
    return {
        key: value
        for key, value in data.items()
        if value is not None or (one.type == "PlayerScouted" and key == "card")
    }


@pytest.mark.parametrize(
    "rulings",
    [
        {"overrun": "stop-at-15", "pass": "only-if-stuck", "chemistry_draws": "per-match"},
        {"walkon_covered": "return", "walkon_restock": "each-offseason", "undrafted": "out"},
        {"ai_card": "out", "ai_abilities": "must", "ot_whistle": "every", "walkon_flex": "forbid"},
        {"bowl_ties": "one-list", "hire_timing": "next-season", "landing": "bottom"},
        {"orange_pool": "minus-rosters", "order_cycle": "high-seat-top", "home_min": 1},
    ],
    ids=lambda rulings: ", ".join(rulings),
)
def test_games_with_other_rulings_end_without_a_finding(rulings: dict[str, Any]) -> None:
    for teams in (1, 3):
        steps = simulated(teams, 5, **rulings)
        assert [one for one, before, _ in steps if RULESET.check(before, one)] == []
        assert steps[-1][2].status == "ended"


# --- conservation ---


@each_game
def test_everything_is_in_exactly_one_place(teams: int, seed: int) -> None:
    for _, _, state in simulated(teams, seed):
        view = RULESET.view(state, "all")
        named = [card for card in places(state) if card != UNSEEN]
        assert len(named) == len(set(named)) and set(named) <= CARDS
        assert len(list(places(state))) + view["board"]["decks"]["player"] == 52
        hands = [card for team in state.teams.values() for card in team.chemistry]
        assert len(hands) == len(set(hands))
        assert len(hands) + view["board"]["decks"]["chemistry"] == 25
        walkons = sum(e.card == WALKON for t in state.teams.values() for e in entries(t.roster))
        assert walkons + view["board"]["supply"]["walkons"] == 16
        plans = sum(team.gameplans for team in state.teams.values())
        assert plans + view["board"]["supply"]["gameplans"] == 16
        assert min(*view["board"]["supply"].values(), *view["board"]["decks"].values()) >= 0
        tokens = [seat for stack in state.stacks.values() for seat in stack]
        assert sorted(tokens) == list(state.setup.seats)


def places(state: State) -> Iterator[str]:
    """Every player card that is not in the deck, where it lies."""
    for team in state.teams.values():
        yield from (entry.card for entry in entries(team.roster) if entry.card != WALKON)
    yield from (card for card in state.spaces.values() if card is not None)
    yield from state.out
    if state.game is not None and state.game.ai_card is not None:
        yield state.game.ai_card


@each_game
def test_dice_come_from_the_pools(teams: int, seed: int) -> None:
    """What lies on the table is what the side's pool and its added dice were."""
    for _, _, state in simulated(teams, seed):
        game = state.game
        if game is None:
            continue
        for side in ("visitor", "home"):
            lying = Counter(die.color for die in game.dice.values() if die.side == side)
            added = [c for item in game.declared if item.to == side for c in item.dice or ()]
            if game.rolled[side] and game.pool[side]:
                assert lying - Counter(added) <= Counter(game.pool[side])
                assert Counter(game.pool[side]) <= lying
            else:
                assert not lying
        assert Counter(die.color for die in game.dice.values()) <= Counter(COUNTS)


@each_game
def test_what_follows_from_a_roster_is_kept_up(teams: int, seed: int) -> None:
    for _, _, state in simulated(teams, seed):
        for team in state.teams.values():
            anew = with_roster(state.setup, team, team.roster)
            assert (anew.dice, anew.players) == (team.dice, team.players)
            assert Counter(anew.ready) == Counter({k: n for k, n in team.ready.items() if n})
        if state.game is not None:
            dice = state.game.dice
            assert tallies(state.setup, dice) == _tallied(state.setup, dice)


@each_game
def test_a_season_adds_up(teams: int, seed: int) -> None:
    last = simulated(teams, seed)[-1][2]
    position = dict.fromkeys(last.setup.seats, 0)
    for past in last.history:
        for seat, wins in past.wins.items():
            assert wins == sum(result.winner == seat for result in past.results)
            assert sum(seat in (r.visitor, r.home) for r in past.results) in (3, 4)
            position[seat] += past.moved[seat]
            assert past.moved[seat] in (wins * past.season, 20 - position[seat] + past.moved[seat])
    assert position == last.ranking


@each_game
def test_the_trail_of_an_event_leads_to_its_state(teams: int, seed: int) -> None:
    for one, before, after in simulated(teams, seed):
        steps = [step.state for step in trail(before, one)]
        assert steps[0] is before and steps[-1] == after


@each_game
def test_stored_states_are_whole(teams: int, seed: int) -> None:
    for _, _, state in simulated(teams, seed)[::9]:
        assert replay.thaw(State, replay.freeze(state), state.setup) == state


# --- spoiled games ---

FACES = {color: dice["faces"] for color, dice in BOX.content["dice"].items()}


def spoiled(one: Event, state: State, rng: Random) -> tuple[Event, set[str]] | None:
    """The event as somebody might have got it wrong, and the rules of which one must say so."""
    data, seat = plain(one), one.seat
    match one.type:
        case "PlayerRecruited":
            return again(one, {**data, "weeks": 14}), {"offseason.cost"}
        case "PlayerUpgraded":
            foreign = next(card for card in sorted(CARDS) if not held(state, seat or "", card))
            return again(one, {"card": foreign}), {"upgrade.not-yours"}
        case "GameplanTaken" | "WalkOnAdded" if len(state.teams) > 1:
            other = next(s for s in state.setup.seats if s != seat)
            return again(one, data, other), {"offseason.not-active"}
        case "DiceRolled":
            die = rng.choice(data["dice"])
            wrong = {**die, "face": "9"}
            dice = [wrong if d is die else d for d in data["dice"]]
            return again(one, {**data, "dice": dice}), {"roll.face"}
        case "XAssigned":
            assign = [{**pair, "x": pair["target"]} for pair in data["assign"]]
            return again(one, {**data, "assign": assign}), {"assign.x"}
        case "GameplansSpent":
            dice = [*data["dice"], data["dice"][0]]
            return again(one, {**data, "dice": dice}), {"reroll.twice"}
        case "AbilityUsed":
            source = {**data["source"], "card": "p00"}
            return again(one, {**data, "source": source}), {"ability.not-yours"}
        case "CardsDrawn":
            cards = [*data["cards"], None]
            rules = {"draw.count", "deal.count", "setup.coach-count"}
            return again(one, {**data, "cards": cards}), rules
    return None


def again(one: Event, data: Any, seat: str | None = None) -> Event:
    return event(one.type, seat or one.seat, **data)


def held(state: State, seat: str, card: str) -> bool:
    return any(entry.card == card for entry in entries(state.teams[seat].roster))


@each_game
def test_spoiled_events_are_caught(teams: int, seed: int) -> None:
    rng, kinds = Random(seed), Counter[str]()
    for one, before, _ in simulated(teams, seed):
        wrong = spoiled(one, before, rng)
        if wrong is None:
            continue
        bad, rules = wrong
        said = {f.rule.removeprefix("football-u.") for f in RULESET.check(before, bad)}
        assert said & rules, (bad, said)
        assert RULESET.apply(before, bad).setup is before.setup
        kinds[one.type] += 1
    assert len(kinds) >= 6


@each_game
def test_a_dropped_event_is_noticed(teams: int, seed: int) -> None:
    """A game with one event left out never reads as a clean game to its end."""
    steps = simulated(teams, seed)
    for skipped in range(3, len(steps) - 1, max(1, len(steps) // 12)):
        if steps[skipped][0].type in ("DeclarationsClosed", "OffseasonPassed"):
            continue
        state, said = steps[skipped][1], 0
        for one, _, _ in steps[skipped + 1 :]:
            said += len(RULESET.check(state, one))
            state = RULESET.apply(state, one)
        assert said or state != steps[-1][2]


def test_seats_that_are_not_counted_through_play_the_schedule() -> None:
    """The schedule numbers the teams, not the chairs: the second team is who sits second."""
    created = simulate.creation(RULESET, BOX, ("1", "3"))
    last: State = list(simulate.game(RULESET, BOX, created, 1))[-1][1]
    assert last.status == "ended"
    teams = [{r.visitor, r.home} & {"1", "3"} for r in last.history[0].results]
    assert teams == [{"1"}, {"3"}, {"1", "3"}, {"1"}, {"3"}, {"1", "3"}]


def test_simulated_players_end_a_game_of_two_opponents() -> None:
    """Whose side it is, is said of the one that the seat would not be taken for."""
    state = position(
        phase="game.roll", game={"id": "s1g3", "visitor": "o1a", "home": "o2b", "ai_card": "p11"}
    )
    players = RULESET.simulate(state, Random(1))
    for _ in range(40):
        draft = players(state)
        assert draft is not None and state.game is not None
        state = recorded(state, event(draft.type, draft.seat, **draft.data))
        if state.game is None or state.game.id != "s1g3":
            return
    pytest.fail("the game does not end")
