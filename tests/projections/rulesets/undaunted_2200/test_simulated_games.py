"""Simulated games of every scenario and seating: nothing is lost, nothing illegal is played."""

from __future__ import annotations

from collections import Counter
from time import thread_time

import msgspec
import pytest

from events.event import Draft, Event
from projections.kit import replay
from projections.kit.notation import lines, sheet
from projections.kit.ruleset import ALL
from projections.rulesets.undaunted_2200 import RULESET
from projections.rulesets.undaunted_2200.state import State
from tests.projections.rulesets.undaunted_2200.table import TABLES, draft_of, event, game

SEEDS = (1, 2)
every_game = pytest.mark.parametrize(
    ("scenario", "seats", "seed"),
    [(scenario, seats, seed) for scenario, seats in TABLES for seed in SEEDS],
    ids=[f"{scenario}-{len(seats)}-{seed}" for scenario, seats in TABLES for seed in SEEDS],
)

ZONES = ("hand", "discard", "play", "supply", "casualties", "set_aside", "removed")


def cards(state: State) -> Counter[str | None]:
    """Every card of the game, wherever it is."""
    found: Counter[str | None] = Counter(state.turn.bids.values())
    for own in state.seats.values():
        found.update(own.deck.unseen)
        for zone in ZONES:
            found.update(getattr(own, zone))
    for side, shared in state.sides.items():
        found[state.setup.discord[side]] += shared.discord_supply
    return found


def printed(state: State) -> Counter[str | None]:
    """Every card that the box has for the counters and sides of a game."""
    setup, used = state.setup, {unit for unit, own in state.units.items() if own.at is not None}
    found: Counter[str | None] = Counter()
    for unit in used:
        found.update({kind: setup.cards[kind].copies for kind in setup.kinds[unit]})
    for side in state.sides:
        start = setup.scenario.starting[side]
        found.update([*start.a, *start.b])
        found[setup.discord[side]] += setup.cards[setup.discord[side]].copies
    return found


@every_game
def test_a_game_has_an_end_and_no_finding(scenario: str, seats: tuple[str, ...], seed: int) -> None:
    steps = game(scenario, seats, seed)
    before = steps[0][1]
    for told, after in steps[1:]:
        assert list(RULESET.check(before, told)) == [], told
        before = after
    assert before.status == "ended"
    assert before.result is not None


@every_game
def test_no_card_is_made_or_lost(scenario: str, seats: tuple[str, ...], seed: int) -> None:
    steps = [state for _, state in game(scenario, seats, seed) if state.status != "setup"]
    dealt = cards(steps[0])
    assert dealt == printed(steps[0])
    for state in steps:
        assert cards(state) == dealt
        for own in state.seats.values():
            assert own.deck.count == len(own.deck.unseen)
            assert None not in own.hand


@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_cards_that_nobody_saw_are_counted(scenario: str, seats: tuple[str, ...]) -> None:
    """With one seat's draws recorded face down, each of its cards is named or a null."""
    steps = game(scenario, seats, 1)
    state, watched = steps[0][1], seats[-1]
    for told, seen in steps[1:]:
        state = RULESET.apply(state, face_down(told, watched))
        if state.status == "setup":
            continue
        own, known = state.seats[watched], seen.seats[watched]
        hidden = [getattr(own, zone) for zone in ("hand", "discard", "casualties", "set_aside")]
        assert len(own.deck.unseen) == own.deck.count + sum(z.count(None) for z in hidden)
        assert own.deck.count == known.deck.count and len(own.hand) == len(known.hand)
        named = [c for zone in (*hidden, own.play, own.supply, own.removed) for c in zone if c]
        everything = Counter([*named, *own.deck.unseen, *_bid(state, watched)])
        assert everything == cards_of(seen, watched)


def face_down(told: Event, seat: str) -> Event:
    if told.type != "CardsDrawn" or told.data.deck != seat:
        return told
    unnamed = msgspec.structs.replace(told.data, cards=[None] * len(told.data.cards))
    return msgspec.structs.replace(told, data=unnamed)


def cards_of(state: State, seat: str) -> Counter[str | None]:
    own = state.seats[seat]
    zones = [own.deck.unseen, *(getattr(own, zone) for zone in ZONES), _bid(state, seat)]
    return Counter(card for zone in zones for card in zone)


def _bid(state: State, seat: str) -> list[str]:
    return [state.turn.bids[seat]] if seat in state.turn.bids else []


@every_game
def test_cubes_add_up(scenario: str, seats: tuple[str, ...], seed: int) -> None:
    for _, state in game(scenario, seats, seed):
        for side, own in state.sides.items():
            held = sum(o.cubes for o in state.objectives.values() if o.owner == side)
            routed = sum(
                counter.routed and state.setup.units[unit].side != side
                for unit, counter in state.units.items()
            )
            assert own.goal == own.vp_supply + own.vp_spent + held + routed
            assert own.vp_supply >= 0


@every_game
def test_each_counter_is_in_one_place(scenario: str, seats: tuple[str, ...], seed: int) -> None:
    for _, state in game(scenario, seats, seed):
        for unit, counter in state.units.items():
            kind = state.setup.units[unit]
            assert (kind.type == "ground") == (counter.facing is None) or counter.at is None
            assert counter.at in state.setup.board or state.setup.scenario.choices
            if counter.carried_by is not None:
                carrier = state.units[counter.carried_by]
                assert carrier.on_board and carrier.at == counter.at
                assert kind.type == "ground"
                assert state.setup.units[counter.carried_by].type == "transport"


@every_game
def test_a_game_replays_from_its_score_sheet(
    scenario: str, seats: tuple[str, ...], seed: int
) -> None:
    steps = game(scenario, seats, seed)
    text = sheet(RULESET.write, [draft_of(told) for told, _ in steps[1:]])
    state = steps[0][1]
    for version, draft in enumerate(lines(RULESET.read, text), 2):
        state = RULESET.apply(state, event(draft, version))
    assert state == steps[-1][1]


@every_game
def test_options_are_legal_bounded_and_quick(
    scenario: str, seats: tuple[str, ...], seed: int
) -> None:
    slowest = 0.0
    for index, (_, state) in enumerate(game(scenario, seats, seed)):
        if index % 8:
            continue
        started = thread_time()
        options = RULESET.options(state, ALL)
        slowest = max(slowest, thread_time() - started)
        assert len(options) <= 200
        for option in options:
            data = msgspec.to_builtins(option.data)
            draft = Draft(type=option.type, seat=option.seat, data=data)
            found = RULESET.check(state, event(draft))
            assert not [f for f in found if f.severity == "illegal"], (option, found)
    assert slowest < 0.2  # 20 ms on a machine that does nothing else


@every_game
def test_states_can_be_stored(scenario: str, seats: tuple[str, ...], seed: int) -> None:
    for _, state in game(scenario, seats, seed)[::29]:
        assert replay.thaw(State, replay.freeze(state), state.setup) == state


@every_game
def test_facts_balance(scenario: str, seats: tuple[str, ...], seed: int) -> None:
    steps = game(scenario, seats, seed)
    last = steps[-1][1]
    cubes: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    before: State | None = None
    for told, after in steps:
        for fact in RULESET.facts(before, told, after):
            kinds[fact.kind] += 1
            if fact.kind == "vp":
                cubes[fact.data["side"]] += int(fact.value or 0)
            if fact.kind == "shot":
                assert fact.expected is not None and 0 <= fact.expected <= 1
        before = after
    score = RULESET.view(last, ALL)["score"]
    assert {side: cubes[side] for side in score} == score
    types = Counter(told.type for told, _ in steps)
    assert kinds["shot"] == types["DiceRolled"]
    assert kinds["play"] == types["CardPlayed"]
    assert kinds["move"] == types["UnitMoved"]
    assert kinds["rout"] - kinds["unrout"] == sum(c.routed for c in last.units.values())
    assert kinds["suppression"] - kinds["ready"] == sum(c.suppressed for c in last.units.values())
    assert kinds["casualty"] == sum(len(own.casualties) for own in last.seats.values())
    assert kinds["round"] == last.turn.number - 1
