"""A desk to play UND1C1 at: new games, positions, events, whole simulated games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import msgspec

from events.event import Draft, Event
from projections.kit import replay, simulate
from projections.kit.box import components
from projections.kit.common import GameCreated, Seated
from projections.kit.ruleset import Finding
from projections.rulesets.und1c1 import RULESET
from projections.rulesets.und1c1 import simulate as coaches
from projections.rulesets.und1c1.components import Box
from projections.rulesets.und1c1.state import State

BOX: Box = components(RULESET, RULESET.sample_box)


def created(box: Box = BOX, **options: Any) -> GameCreated:
    seats = [Seated(seat="a", name="Ada"), Seated(seat="b", name="Bo")]
    data = GameCreated(ruleset="und1c1", seats=seats, box="sample", options=options)
    return replay.completed(RULESET, data, box)


def new_game(box: Box = BOX, **options: Any) -> State:
    return RULESET.initial(created(box, **options), box)


def as_event(kind: str, seat: str | None, data: dict[str, Any], version: int = 2) -> Event:
    return simulate.as_event(RULESET, Draft(type=kind, seat=seat, data=data), version)


def note(line: str, version: int = 2) -> Event:
    """The event that a score-sheet line says."""
    return simulate.as_event(RULESET, RULESET.read(line), version)


def played(state: State, *lines: str) -> State:
    """The state after score-sheet lines."""
    for version, line in enumerate(lines, 100):
        state = RULESET.apply(state, note(line, version))
    return state


def position(chips: str, ball: str | None = None, box: Box = BOX, **options: Any) -> State:
    """Turn 5 of seat a with three actions: `a6@G3 b7@H10/6`, the part after / is the flip."""
    placed: dict[str, Any] = {"a1": {"at": "Ga"}, "b1": {"at": "Gb"}}
    for word in chips.split():
        player, place = word.split("@")
        at, _, flipped = place.partition("/")
        placed[player] = {"at": at, "flipped": int(flipped) if flipped else None}
    data = {
        "clear": True,
        "turn": {"number": 5, "seat": "a", "phase": "actions"},
        "players": placed,
        "captains": {"a": {"player": "a10"}, "b": {"player": "b10"}},
        "ball": ball,
    }
    return adjusted(new_game(box, **options), data)


def adjusted(state: State, data: dict[str, Any]) -> State:
    return RULESET.apply(state, as_event("TableAdjusted", None, data))


@dataclass(frozen=True)
class Step:
    draft: Draft
    event: Event
    before: State
    after: State
    findings: Sequence[Finding]


def steps(seed: int, cards: coaches.Cards = "hidden", **options: Any) -> Iterator[Step]:
    """A simulated game, judged event by event."""
    state = new_game(**options)
    players = coaches.simulate(state, Random(seed), cards)
    version = 1
    while (draft := players(state)) is not None:
        version += 1
        event = simulate.as_event(RULESET, draft, version)
        after = RULESET.apply(state, event)
        yield Step(draft, event, state, after, RULESET.check(state, event))
        state = after


@cache
def game(seed: int, cards: coaches.Cards = "hidden", pile: int = 20) -> tuple[Step, ...]:
    return tuple(steps(seed, cards, pile=pile))


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
