"""gametape rebuild."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from projections.rebuild import Change, Judged
from projections.rebuild import rebuild as rebuild_game
from scripts import installation
from scripts.console import out, plural, progress
from scripts.fault import Fault


@click.command()
@click.argument("games", nargs=-1)
def rebuild(games: tuple[str, ...]) -> None:
    """Folds and judges every game anew, or only GAMES, and says whose verdict changed.

    Run it before you release a change of the rules: for each game the first event is named
    whose findings are others than those stored. Exit code 1 if there is any.

    \b
    gametape rebuild
    gametape rebuild demo-und1c1-1 demo-und1c1-2
    """
    here = installation.opened()
    chosen = games or tuple(stream.id for stream in here.store.streams(kind="game"))
    changes = []
    for game in progress(chosen, "Rebuilding", len(chosen)):
        try:
            change = rebuild_game(here.tapes, here.ledger, game)
        except KeyError:
            raise Fault(f"There is no game {game}.") from None
        if change is not None:
            changes.append(change)
    for change in changes:
        out.print(_sentence(change), markup=False)
    out.print(f"{plural(len(chosen), 'game')} rebuilt, {len(changes)} with another verdict.")
    sys.exit(1 if changes else 0)


def _sentence(change: Change) -> str:
    gone = _rules(change.before - change.after)
    new = _rules(change.after - change.before)
    return (
        f"{change.game}, step {change.step} (version {change.version}): no more {gone}; new {new}."
    )


def _rules(judged: Judged | Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{rule} ({severity})" for rule, severity in sorted(judged)) or "nothing"
