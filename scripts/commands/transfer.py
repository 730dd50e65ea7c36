"""gametape export and gametape import."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from api.http.problems import Problem
from api.importing import take_in
from api.services import Services
from events import archive
from events.batch import GONE
from events.damage import Unreadable
from projections.games.tape import NotInstalled
from scripts import installation
from scripts.console import err, plural, progress
from scripts.fault import Fault
from scripts.parquet import exporting
from workers.soundness import broken

_LONGEST_HEADER = 10_000
"""Bytes of the first line of an export."""


@click.command()
@click.argument("games", nargs=-1)
@click.option("--to", type=click.Path(path_type=Path), help="A file, or a folder for several.")
@click.option(
    "--parquet",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Everything as tables for DuckDB or a warehouse, into a new folder.",
)
def export(games: tuple[str, ...], to: Path | None, parquet: Path | None) -> None:
    """Writes whole games and leagues as JSON Lines; without GAMES all, each into its own file.

    What is damaged is named and left out; the exit code is then 1.

    Names of people, who may see a game, and its links are no events: they are left out.

    With --parquet all events and all that is derived of them, as of one moment, a file a table.
    Hidden cards, private games and names are in it: it is for who runs the installation alone.

    \b
    gametape export demo-und1c1-1                      to the terminal
    gametape export demo-und1c1-1 --to game.jsonl
    gametape export --to backup/                       everything
    gametape export --parquet tables/                  everything, as Parquet files
    """
    if parquet is not None:
        if games or to is not None:
            raise Fault("--parquet writes all there is: name no games, and no other place.")
        sys.exit(1 if exporting.export(parquet) else 0)
    here = installation.found()
    known = here.store.ids()
    for game in games:
        if game not in known:
            raise Fault(f"There is no game {game}.")
    gone = set(here.store.ids(GONE))
    for game in games:
        if game in gone:
            raise Fault(f"{game} was deleted: there is nothing left to export.")
    chosen = games or [stream for stream in known if stream not in gone]
    if to is None:
        if len(chosen) != 1:
            raise Fault("Several games need a folder: name it with --to.")
        sys.stdout.buffer.write(_exported(here, chosen[0])[1])
        return
    written: list[str] = []
    set_aside: list[str] = []
    try:
        for game, file in progress(_files(chosen, to, games), "Exporting", len(chosen)):
            try:
                kind, content = _exported(here, game)
                file.write_bytes(content)
                written.append(kind)
            except (Unreadable, NotInstalled) as error:
                set_aside.append(str(error))
    except OSError as error:
        raise Fault(f"{to} cannot be written: {error.strerror}.") from None
    for sentence in set_aside:
        err.print(sentence, markup=False)
    left = f" {plural(len(gone), 'game')} deleted before, and so not in it." if gone else ""
    err.print(f"{_counted(written)} written to {to}.{'' if games else left} {archive.LEFT_OUT}")
    sys.exit(1 if set_aside else 0)


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
def import_(files: Sequence[Path]) -> None:
    """Takes exported games and leagues back, byte for byte; a broken chain is refused.

    FILES are files, or folders of them. A game that is there already with the same events is left
    alone. A branch needs the game it left, which is taken first if it is among them. Imported games
    are unlisted; people whose names are not known here are shown as unknown.

    \b
    gametape import game.jsonl
    gametape import backup/
    """
    here = installation.opened()
    named = _parents_first([file for told in files for file in _exports(told)])
    taken: list[str | None] = []
    refused: list[Fault] = []
    for file in progress(named, "Importing", len(named)):
        try:
            taken.append(_import(here, file))
        except Fault as error:
            refused.append(error)
    if refused and len(named) == 1:
        raise refused[0]
    for fault in refused:
        err.print(fault.format_message(), markup=False)
    new = [kind for kind in taken if kind is not None]
    err.print(f"{_counted(new)} imported, {len(taken) - len(new)} already there.")
    if new:
        err.print(
            "What came in is unlisted: admins see it, and who is given one of its links. "
            f"{archive.LEFT_OUT}"
        )
    sys.exit(2 if refused else 0)


def _exports(told: Path) -> list[Path]:
    """The files that are meant: those of a folder, or the one itself. Raises Fault."""
    if not told.is_dir():
        return [told]
    if found := sorted(told.glob("*.jsonl")):
        return found
    raise Fault(f"There is no file *.jsonl in {told}.")


def _parents_first(files: Sequence[Path]) -> list[Path]:
    """The files in such an order that a branch comes after the game it left."""
    parent_of = {file: archive.kinship(_first_line(file)) for file in files}
    file_of = {stream: file for file, (stream, _) in parent_of.items() if stream}
    ordered: dict[Path, None] = {}
    for file in files:
        line: dict[Path, None] = {}
        at: Path | None = file
        while at is not None and at not in ordered and at not in line:
            line[at] = None
            at = file_of.get(parent_of[at][1] or "")
        ordered.update(dict.fromkeys(reversed(line)))
    return list(ordered)


def _first_line(file: Path) -> bytes:
    """The first line of a file; empty where there is none, which its import then tells."""
    try:
        with file.open("rb") as opened:
            return opened.readline(_LONGEST_HEADER)
    except OSError:
        return b""


def _content(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise Fault(f"{file} cannot be read: {error.strerror}.") from None


def _files(chosen: Sequence[str], to: Path, games: Sequence[str]) -> list[tuple[str, Path]]:
    if len(games) == 1 and not to.is_dir():
        return [(chosen[0], to)]
    to.mkdir(parents=True, exist_ok=True)
    return [(game, to / f"{game}.jsonl") for game in chosen]


def _exported(here: Services, game: str) -> tuple[str, bytes]:
    """A game or league, which it is, and its file. Raises Unreadable and NotInstalled."""
    if found := broken(here.store, game):
        raise Unreadable(found.stream, found.version, found.reason)
    stream = here.store.stream(game)
    assert stream is not None
    tape = here.tapes.get(game) if stream.kind == "game" else None
    box, content = (tape.box.id, tape.box.content) if tape else (None, None)
    return stream.kind, b"".join(archive.export(here.store, stream, box, content))


def _import(here: Services, file: Path) -> str | None:
    """What came in, a game or a league; None: it was there already. Raises Fault."""
    try:
        name, is_new = take_in(here, _content(file))
    except Problem as problem:
        raise Fault(f"{file}: {problem.detail}") from None
    except Unreadable as error:
        raise Fault(f"{file}: {error}") from None
    found = here.store.stream(name) if is_new else None
    return found.kind if found else None


def _counted(kinds: Sequence[str]) -> str:
    """`2 games`, `1 league`, `2 games and 1 league`."""
    leagues = kinds.count("league")
    games = len(kinds) - leagues
    said = [plural(games, "game")] if games or not leagues else []
    return " and ".join([*said, plural(leagues, "league")] if leagues else said)
