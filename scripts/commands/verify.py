"""gametape verify."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from api.services import Services
from events.damage import Broken
from events.keeping.verification import missing_position
from scripts import installation
from scripts.console import out, plural, progress
from scripts.fault import Fault
from workers.soundness import broken


@click.command()
@click.argument("game", required=False)
def verify(game: str | None) -> None:
    """Recomputes every hash of the log, or of one GAME or league, and compares.

    Exit code 0: everything is as it was recorded; 1: something is not, and it is said what.

    \b
    gametape verify
    gametape verify demo-und1c1-1
    """
    here = installation.found()
    known = here.store.ids()
    if game is not None and game not in known:
        raise Fault(f"There is no game or league {game}.")
    chosen = known if game is None else [game]
    found = list(_broken(here, chosen))
    if game is None and (missing := missing_position(here.store)):
        found.append(missing)
    for one in found:
        out.print(str(one), markup=False)
    if found:
        sys.exit(1)
    out.print(f"{plural(len(chosen), 'stream')} verified: every event is as it was recorded.")


def _broken(here: Services, streams: Sequence[str]) -> Iterator[Broken]:
    for stream in progress(streams, "Verifying", len(streams)):
        if found := broken(here.store, stream):
            here.set_aside.note(found)
            yield found
