"""Brings the verdicts on one game up to its log."""

from __future__ import annotations

import structlog

from events import corrections
from events.damage import Unreadable
from events.store import EventStore
from projections.games.knowledge import judged
from projections.games.read_model import Checked, GameReadModel
from projections.games.tape import NotInstalled, Tape, Tapes
from projections.kit.find import code_version

_log = structlog.get_logger()


def referee(
    store: EventStore,
    tapes: Tapes,
    read_model: GameReadModel,
    game: str,
    most: int | None = None,
) -> int | None:
    """Judges what is not judged yet; the version judged up to, None for an unknown game.

    `most`: at most so many steps of what only continues the log; the rest is left to the next run.

    Running it twice, or twice at once, changes nothing: a run that finds another one ahead of it
    starts again from there. A game whose rules are not installed waits for them, one that is
    damaged until it is mended.
    """
    try:
        return _judged(store, tapes, read_model, game, most)
    except (NotInstalled, Unreadable) as error:
        _log.warning("not judged", game=game, reason=str(error))
        return None


def _judged(
    store: EventStore, tapes: Tapes, read_model: GameReadModel, game: str, most: int | None
) -> int | None:
    while True:
        since, tape = read_model.checked(game), tapes.get(game)
        if tape is None:
            return None
        if since == Checked(tape.version, code_version(tape.rules.id)):
            if not read_model.opens(tape) or read_model.write(tape, tape.steps + 1, (), since):
                return tape.version
            continue
        first = first_unjudged(store, tape, since)
        if most is not None and tape.steps - first >= most and continues(store, tape, since):
            tape = tape.until(first + most - 1)
        if read_model.write(tape, first, judged(tape, first), since):
            return tape.version


def continues(store: EventStore, tape: Tape, since: Checked | None) -> bool:
    """Whether all that is not judged continues what is, so that a part of it is the log of then.

    A game that is judged from its beginning does not go back to where it stood there.
    """
    if since is None or since.version == 0 or since.code != code_version(tape.rules.id):
        return False
    news = store.read(tape.game, after=since.version, until=tape.version)
    return not any(event.type in corrections.CORRECTIONS for event in news)


def first_unjudged(store: EventStore, tape: Tape, since: Checked | None) -> int:
    """The first step whose verdict may differ from what is stored."""
    if since is None or since.version == 0 or since.code != code_version(tape.rules.id):
        return 1
    news = store.read(tape.game, after=since.version)
    news = [event for event in news if event.version <= tape.version]
    if not any(event.type in corrections.CORRECTIONS for event in news):
        return tape.steps - len(news) + 1
    before = corrections.load(store, tape.game, until=since.version)
    after = corrections.load(store, tape.game, until=tape.version)
    return corrections.earliest_change(before, after)
