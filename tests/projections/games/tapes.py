"""Games in a real store, for tests of what reads them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Engine

from events.event import Draft
from events.store import EventStore
from projections import tables
from projections.games.boxes import Boxes
from projections.games.endings import Endings
from projections.games.keyframes import Keyframes
from projections.games.read_model import GameReadModel
from projections.games.tape import Redactions, Tape, Tapes
from projections.kit import replay, simulate
from projections.kit.box import components, sample
from projections.kit.find import rulesets
from projections.seasons.follower import SeasonFollower


@dataclass
class Table:
    """A database with the store, the tapes and the read model on it."""

    engine: Engine

    def __post_init__(self) -> None:
        tables.prepare(self.engine)
        self.store = EventStore(self.engine)
        self.boxes = Boxes(self.engine)
        self.tapes = Tapes(self.store, self.boxes, Keyframes(self.engine))
        self.games = GameReadModel(self.engine, SeasonFollower(), Endings(self.engine, self.tapes))

    def record(self, game: str, drafts: Sequence[Draft]) -> int:
        return self.store.append(game, drafts, recorded_by="test").version

    def tape(self, game: str) -> Tape:
        tape = self.tapes.get(game)
        assert tape is not None
        return tape


def a_game(seed: int = 1, ruleset: str = "wannabe-football") -> list[Draft]:
    """The drafts of a whole simulated game of two or more."""
    rules = rulesets()[ruleset]
    seats = next(seats for seats in rules.seatings if len(seats) > 1)
    created = simulate.creation(rules, sample(rules), seats)
    return [draft for draft, _ in simulate.game(rules, sample(rules), created, seed)]


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def tape_of(
    ruleset: str,
    drafts: Sequence[Draft],
    seats: Sequence[str] | None = None,
    options: dict[str, Any] | None = None,
) -> Tape:
    """The tape of drafts that need no store; without a GameCreated one is made."""
    rules, box = rulesets()[ruleset], sample(rulesets()[ruleset])
    if drafts[0].type != "GameCreated":
        drafts = [simulate.creation(rules, box, seats, options), *drafts]
    parts = components(rules, box.content)
    events = [simulate.as_event(rules, draft, version) for version, draft in enumerate(drafts, 1)]
    created = replay.created(rules, events[0], parts)
    states = [step.after for step in replay.steps(rules, events, parts)]
    return Tape("derby", rules, box, created, len(events), events, states)


def cut(tape: Tape, steps: int) -> Tape:
    """The tape as it was after so many steps, nothing kept with it."""
    return dataclasses.replace(
        tape,
        version=steps,
        events=tape.events[:steps],
        states=tape.states[:steps],
        redactions=Redactions(),
    )
