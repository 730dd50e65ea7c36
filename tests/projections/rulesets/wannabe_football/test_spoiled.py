"""A game that was recorded wrongly in one place is found out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from events.event import Event
from projections.kit.redact import plain
from projections.kit.replay import read
from projections.rulesets.wannabe_football import RULESET
from tests.projections.rulesets.wannabe_football.desk import KINDS, game

Log = list[Event]
Spoil = Callable[[Log, int], Log | None]


def changed(entry: Event, **data: Any) -> Event:
    full = {**plain(entry.data), **data}
    return read(RULESET, msgspec.structs.replace(entry, data=full))


def another_card(log: Log, at: int) -> Log | None:
    """A card is named that the player does not hold."""
    entry = log[at]
    if entry.type != "CardPlayed":
        return None
    other = "P01" if entry.data.card != "P01" else "P02"
    held = {
        c for e in log[:at] if e.type == "CardsDrawn" and e.seat == entry.seat for c in e.data.cards
    }
    if other in held:
        return None
    return [*log[:at], changed(entry, card=other), *log[at + 1 :]]


def another_seat(log: Log, at: int) -> Log | None:
    entry = log[at]
    if entry.seat is None or entry.type == "FoulSpotted":
        return None
    other = {"1": "2", "2": "1", "3": "4", "4": "3"}[entry.seat]
    return [*log[:at], msgspec.structs.replace(entry, seat=other), *log[at + 1 :]]


def left_out(log: Log, at: int) -> Log | None:
    """An event is missing; the last one and what may be left unsaid are no fault."""
    if at >= len(log) - 1 or log[at].type in ("TurnEnded", "ShotTaken"):
        return None
    return [*log[:at], *log[at + 1 :]]


def twice(log: Log, at: int) -> Log | None:
    """An event is written twice; "your turn" may be said again, as after any turn."""
    if log[at].type == "TurnEnded":
        return None
    return [*log[: at + 1], log[at], *log[at + 1 :]]


def one_too_many(log: Log, at: int) -> Log | None:
    entry = log[at]
    if entry.type not in ("CardsDrawn", "CardsDiscarded"):
        return None
    return [*log[:at], changed(entry, cards=[*entry.data.cards, None]), *log[at + 1 :]]


def early(log: Log, at: int) -> Log | None:
    """Two neighbours are recorded the wrong way round."""
    if at + 1 >= len(log) or log[at].seat == log[at + 1].seat:
        return None
    pair = {log[at].type, log[at + 1].type}
    if pair <= {"CardsDrawn", "KickOffDecided"} or "TurnEnded" in pair or "FoulSpotted" in pair:
        return None
    return [*log[:at], log[at + 1], log[at], *log[at + 2 :]]


@pytest.mark.parametrize(
    "spoil", [another_card, another_seat, left_out, twice, one_too_many, early]
)
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_a_spoiled_game_is_caught(kind: int, spoil: Spoil) -> None:
    steps = game(kind, 5)
    log = [step.event for step in steps]
    rng = Random(kind)
    spoiled = 0
    for at in rng.sample(range(1, len(log)), len(log) - 1):
        wrong = spoil(log, at)
        if wrong is not None:
            assert judged(steps[0].after, wrong[1:]), (spoil.__name__, at, log[at])
            spoiled += 1
        if spoiled == 20:
            return
    assert spoiled > 3


def judged(state: Any, log: Log) -> bool:
    """Whether the referee finds anything in a log."""
    for entry in log:
        if RULESET.check(state, entry):
            return True
        state = RULESET.apply(state, entry)
    return False


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_game_as_played_is_clean(kind: int) -> None:
    steps = game(kind, 5)
    assert not judged(steps[0].after, [step.event for step in steps[1:]])
