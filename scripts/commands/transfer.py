"""gametape export and gametape import."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import click

from api.http.problems import Problem
from api.importing import take_in
from api.services import Services
from events import archive
from events.store import Stream
from scripts import installation
from scripts.console import err, plural, progress
from scripts.fault import Fault


@click.command()
@click.argument("games", nargs=-1)
@click.option("--to", type=click.Path(path_type=Path), help="A file, or a folder for several.")
def export(games: tuple[str, ...], to: Path | None) -> None:
    """Writes whole games and leagues as JSON Lines; without GAMES all, each into its own file.

    Names of people, who may see a game, and its links are no events: they are left out.

    \b
    gametape export demo-und1c1-1                      to the terminal
    gametape export demo-und1c1-1 --to game.jsonl
    gametape export --to backup/                       everything
    """
    here = installation.found()
    streams = [_stream(here, game) for game in games] or here.store.streams()
    if to is None:
        if len(streams) != 1:
            raise Fault("Several games need a folder: name it with --to.")
        for line in _lines(here, streams[0]):
            sys.stdout.buffer.write(line)
        return
    try:
        for stream, file in progress(_files(streams, to, games), "Exporting", len(streams)):
            file.write_bytes(b"".join(_lines(here, stream)))
    except OSError as error:
        raise Fault(f"{to} cannot be written: {error.strerror}.") from None
    written = _counted([stream.kind for stream in streams])
    err.print(f"{written} written to {to}. {archive.LEFT_OUT}")


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.File("rb"))
def import_(files: Sequence[BinaryIO]) -> None:
    """Takes exported games and leagues back, byte for byte; a broken chain is refused.

    A game that is there already with the same events is left alone. A branch needs the game it
    left. Imported games are unlisted; people whose names are not known here are shown as unknown.

    \b
    gametape import game.jsonl
    gametape import backup/*.jsonl
    """
    here = installation.opened()
    taken = [_import(here, file) for file in progress(files, "Importing", len(files))]
    new = [kind for kind in taken if kind is not None]
    err.print(f"{_counted(new)} imported, {len(files) - len(new)} already there.")
    if new:
        err.print(
            "What came in is unlisted: admins see it, and who is given one of its links. "
            f"{archive.LEFT_OUT}"
        )


def _stream(here: Services, game: str) -> Stream:
    stream = here.store.stream(game)
    if stream is None:
        raise Fault(f"There is no game {game}.")
    return stream


def _files(streams: Sequence[Stream], to: Path, games: Sequence[str]) -> list[tuple[Stream, Path]]:
    if len(games) == 1 and not to.is_dir():
        return [(streams[0], to)]
    to.mkdir(parents=True, exist_ok=True)
    return [(stream, to / f"{stream.id}.jsonl") for stream in streams]


def _lines(here: Services, stream: Stream) -> list[bytes]:
    tape = here.tapes.get(stream.id) if stream.kind == "game" else None
    if tape is None:
        return list(archive.export(here.store, stream, None, None))
    return list(archive.export(here.store, stream, tape.box.id, tape.box.content))


def _import(here: Services, file: BinaryIO) -> str | None:
    """What came in, a game or a league; None: it was there already."""
    try:
        name, is_new = take_in(here, file.read())
    except Problem as problem:
        raise Fault(f"{file.name}: {problem.detail}") from None
    return _stream(here, name).kind if is_new else None


def _counted(kinds: Sequence[str]) -> str:
    """`2 games`, `1 league`, `2 games and 1 league`."""
    leagues = kinds.count("league")
    games = len(kinds) - leagues
    said = [plural(games, "game")] if games or not leagues else []
    return " and ".join([*said, plural(leagues, "league")] if leagues else said)
