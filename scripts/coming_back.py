"""Whether a game comes back from its files: folded anew, from its export, from its score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any

from events import archive, corrections
from events.database import connect, migrate
from events.event import Draft, Event
from events.store import EventStore
from projections.games.validation import salted
from projections.kit import replay
from projections.kit.box import Box, components
from projections.kit.notation import NotationError, lines, sheet
from projections.kit.ruleset import Ruleset
from projections.kit.simulate import as_event

GAME = "simulated"
"""The game's id in the stores, which hold nothing else."""


def differences(
    rules: Ruleset[Any], box: Box, drafts: Sequence[Draft], final: Any
) -> tuple[str, ...]:
    """A sentence for each way in which the log does not lead to the state `final` again."""
    ways: dict[str, Callable[[], Sequence[Event]]] = {
        "export": lambda: _imported(rules, box, drafts),
        "score sheet": lambda: _from_sheet(rules, drafts),
    }
    said = ((way, _difference(rules, box, events, final)) for way, events in ways.items())
    return tuple(f"The {way} {fault}." for way, fault in said if fault is not None)


def _difference(
    rules: Ruleset[Any], box: Box, read: Callable[[], Sequence[Event]], final: Any
) -> str | None:
    try:
        events = read()
    except NotationError as error:
        return f"cannot be read: {str(error).rstrip('.')}"
    if replay.freeze(_folded(rules, box, events)) != replay.freeze(final):
        return "gives another state"
    return None


def _folded(rules: Ruleset[Any], box: Box, events: Sequence[Event]) -> Any:
    *_, last = replay.steps(rules, events, components(rules, box.content))
    return last.after


def _from_sheet(rules: Ruleset[Any], drafts: Sequence[Draft]) -> list[Event]:
    text = sheet(rules.write, drafts)
    return [as_event(rules, draft, n) for n, draft in enumerate(lines(rules.read, text), 1)]


def _imported(rules: Ruleset[Any], box: Box, drafts: Sequence[Draft]) -> Sequence[Event]:
    with _store() as recorded, _store() as restored:
        recorded.append(GAME, [salted(rules, draft) for draft in drafts], recorded_by="simulation")
        stream = recorded.stream(GAME)
        assert stream is not None
        exported = b"".join(archive.export(recorded, stream, box.id, box.content))
        archive.restore(restored, archive.read(exported))
        return corrections.load(restored, GAME).events


@contextmanager
def _store() -> Iterator[EventStore]:
    """An empty store that is gone afterwards."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "log.db")
        copy(_template(), file)
        engine = connect(f"sqlite:///{file}", synchronous="NORMAL")
        try:
            yield EventStore(engine)
        finally:
            engine.dispose()


@cache
def _folder() -> TemporaryDirectory[str]:
    """A folder of this process's own, which goes with it."""
    return TemporaryDirectory()


@cache
def _template() -> Path:
    """A database with empty tables, to be copied."""
    file = Path(_folder().name, "empty.db")
    engine = connect(f"sqlite:///{file}")
    migrate(engine)
    engine.dispose()
    return file
