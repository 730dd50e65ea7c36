"""gametape verify."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from api.services import Services
from events.damage import Broken
from events.keeping.verification import missing_position
from events.keeping.witness import NotSigned, Witness, differences
from scripts import installation
from scripts.console import err, out, plural, progress
from scripts.fault import Fault
from workers.soundness import broken


@click.command()
@click.argument("game", required=False)
def verify(game: str | None) -> None:
    """Recomputes every hash of the log, or of one GAME or league, and compares.

    A witness beside the database, which `serve` and `worker` write each minute and when they end,
    tells also what is gone from the end of the log, and whose order is another.

    Exit code 0: everything is as it was recorded; 1: something is not, and it is said what.

    \b
    gametape verify
    gametape verify demo-und1c1-1
    """
    here = installation.found()
    known = here.store.ids()
    if game is not None and game not in known:
        raise Fault(f"There is no game {game}.")
    chosen = known if game is None else [game]
    found = list(_broken(here, chosen))
    said = [str(one) for one in found]
    if game is None:
        if missing := missing_position(here.store):
            said.append(str(missing))
        said += _witnessed(here, {one.stream for one in found})
    for sentence in said:
        out.print(sentence, markup=False)
    if said:
        sys.exit(1)
    out.print(f"{plural(len(chosen), 'stream')} verified: every event is as it was recorded.")


def _witnessed(here: Services, known: set[str]) -> Iterator[str]:
    """What the witness says of streams that are not `known` to be broken."""
    file = installation.witness_file()
    try:
        lines = Witness(file).lines()
    except FileNotFoundError:
        err.print(f"There is no witness {file}: if the last events are missing, nothing tells.")
        return
    except NotSigned as error:
        yield f"{error}."
        return
    yield from (str(one) for one in differences(here.store, lines) if one.stream not in known)
    if lines:
        last = lines[-1]
        err.print(
            f"Witnessed up to position {last.position} on {last.at}; if the last of what came "
            "after it are missing, nothing tells."
        )


def _broken(here: Services, streams: Sequence[str]) -> Iterator[Broken]:
    for stream in progress(streams, "Verifying", len(streams)):
        if found := broken(here.store, stream):
            here.set_aside.note(found)
            yield found
