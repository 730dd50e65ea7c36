"""gametape rebuild."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.synchronize import Lock

import click
import sqlalchemy as sa

from api.services import Services
from events.damage import Broken, Unreadable
from events.database import connect, writing
from projections import tables
from projections.games.rebuild import Change, Judged
from projections.games.rebuild import rebuild as rebuild_game
from projections.games.tape import NotInstalled
from projections.seasons import kept_standings, ratings, writer
from projections.seasons.context import opened as opened_season
from scripts import installation
from scripts.console import err, out, plural, progress
from scripts.fault import Fault
from workers.context import Context, context_of

WORTH_A_PROCESS = 100
"""Games for which it pays to start another process."""

Judgement = Change | Broken | str | None
"""What changed in a game; where it is damaged; or, in a sentence, what is not installed here."""

AT_ONCE = 8
"""Games that a process takes at a time."""


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    show_default="the number of processors",
    help="How many at most judge games side by side.",
)
def rebuild(games: tuple[str, ...], processes: int) -> None:
    """Folds and judges every game anew, or only GAMES, and says whose verdict changed.

    Run it before you release a change of the rules: for each game the first event is named
    whose findings are others than those stored. Exit code 1 if there is any, or a game or league
    that cannot be rebuilt, which is named. The fixtures, sums,
    tables and ratings of seasons are made anew as well.

    \b
    gametape rebuild
    gametape rebuild demo-und1c1-1 demo-und1c1-2
    gametape rebuild --processes 1
    """
    here = installation.found()
    for game in games:
        stream = here.store.stream(game)
        if stream is None or stream.kind != "game":
            raise Fault(f"There is no game {game}.")
    broken = list(filter(None, (_league(here, id_) for id_ in here.store.ids("league"))))
    chosen = games or tuple(here.store.ids("game"))
    helpers = min(processes, -(-len(chosen) // WORTH_A_PROCESS))
    judged = _rebuilt(chosen, helpers)
    found = list(progress(judged, "Rebuilding", len(chosen)))
    changes = [one for one in found if isinstance(one, Change)]
    broken += [one for one in found if isinstance(one, Broken)]
    unknown = [one for one in found if isinstance(one, str)]
    _rebuild_seasons(here.engine)
    order = {game: n for n, game in enumerate(chosen)}
    for change in sorted(changes, key=lambda change: order[change.game]):
        out.print(_sentence(change), markup=False)
    for sentence in [*map(str, broken), *unknown]:
        err.print(sentence, markup=False)
    rebuilt = sum(one is None or isinstance(one, Change) for one in found)
    out.print(f"{plural(rebuilt, 'game')} rebuilt, {len(changes)} with another verdict.")
    sys.exit(1 if changes or broken else 0)


def _league(here: Services, league: str) -> Broken | None:
    """Makes the tables of a league anew; where it is damaged."""
    try:
        here.leagues.rebuild(league)
    except Unreadable as error:
        return error.broken
    return None


def _rebuilt(games: Sequence[str], processes: int) -> Iterator[Judgement]:
    """Rebuilds the games, in whatever order they are done; what changed in each, or why not."""
    if processes < 2:
        yield from map(_rebuild, games)
        return
    spawn = get_context("spawn")
    with spawn.Pool(processes, _take_turns, (spawn.Lock(),)) as pool:
        yield from pool.imap_unordered(_rebuild, games, chunksize=AT_ONCE)


def _rebuild(game: str) -> Judgement:
    context = _context(installation.settings().database)
    try:
        return rebuild_game(context.tapes, context.games, game, _turn(context))
    except Unreadable as error:
        return error.broken
    except NotInstalled as error:
        return str(error)


def _take_turns(lock: Lock) -> None:
    """Begins a process of several: they write in turns where the database takes one writer."""
    global _lock
    _lock = lock


_lock: Lock | None = None


def _turn(context: Context) -> Lock | None:
    return _lock if context.engine.dialect.name == "sqlite" else None


@cache
def _context(database: str) -> Context:
    """What this process works with; what it writes can be computed again, as in a worker."""
    return context_of(connect(database, synchronous="NORMAL"))


def _rebuild_seasons(engine: sa.Engine) -> None:
    """Adds up the sums of every season anew, and makes its table and its ratings."""
    with engine.connect() as connection:
        known = list(connection.scalars(sa.select(tables.seasons.c.season)))
    for season in progress(known, "Adding up seasons", len(known)):
        with writing(engine) as connection:
            writer.recount_season(connection, season)
        kept_standings.refresh(engine, season)
        opened = opened_season(engine, season)
        if opened is not None:
            ratings.refresh(opened)


def _sentence(change: Change) -> str:
    gone = _rules(change.before - change.after)
    new = _rules(change.after - change.before)
    return (
        f"{change.game}, step {change.step} (version {change.version}): no more {gone}; new {new}."
    )


def _rules(judged: Judged | Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{rule} ({severity})" for rule, severity in sorted(judged)) or "nothing"
