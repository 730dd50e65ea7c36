"""gametape verify."""

from __future__ import annotations

import sys

import click

from events.keeping.verification import Broken, verify_all
from events.keeping.verification import verify as verify_stream
from scripts import installation
from scripts.console import out, plural, progress
from scripts.fault import Fault


@click.command()
@click.argument("game", required=False)
def verify(game: str | None) -> None:
    """Recomputes every hash of the log, or of one GAME, and compares.

    Exit code 0: everything is as it was recorded; 1: something is not, and it is said what.

    \b
    gametape verify
    gametape verify demo-und1c1-1
    """
    store = installation.found().store
    if game is None:
        count = len(store.streams())
        broken = list(progress(verify_all(store), "Verifying"))
    else:
        count = 1
        try:
            broken = [found] if (found := verify_stream(store, game)) else []
        except KeyError:
            raise Fault(f"There is no game {game}.") from None
    for one in broken:
        out.print(_sentence(one), markup=False)
    if broken:
        sys.exit(1)
    out.print(f"{plural(count, 'stream')} verified: every event is as it was recorded.")


def _sentence(broken: Broken) -> str:
    return f"{broken.stream}, version {broken.version}: {broken.reason}."
