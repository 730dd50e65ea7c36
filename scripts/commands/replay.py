"""gametape replay."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from projections.games.tape import Tape
from scripts import installation
from scripts.console import err, out
from scripts.fault import Fault
from scripts.filed import read_tape
from scripts.telling import Telling

FORWARD = {"\x1b[C", "\r", "\n", " ", "n", "l"}
BACK = {"\x1b[D", "p", "h", "\x7f"}
TURN_BACK = {"\x1b[A"}
TURN_ON = {"\x1b[B"}
FIRST = {"\x1b[H", "\x1b[1~", "g"}
LAST = {"\x1b[F", "\x1b[4~", "G"}
QUIT = {"q", "\x1b", "\x03", "\x04"}
KEYS = "→ Enter next   ← back   ↑ ↓ turn   Home End   q quit"


@click.command()
@click.argument("game")
@click.option("--step", type=click.IntRange(1), help="Begin here instead of at step 1.")
@click.option("--all", "everything", is_flag=True, help="Print every step, a line each, and end.")
@click.option("--json", "as_json", is_flag=True, help="As --all, a JSON object a line.")
def replay(game: str, step: int | None, everything: bool, as_json: bool) -> None:
    """Steps through GAME in the terminal: a game's id, or an exported .jsonl file.

    Each step has its score-sheet line, its sentence and what the referee finds.

    \b
    gametape replay demo-und1c1-1
    gametape replay game.jsonl --step 120
    gametape replay game.jsonl --all | grep illegal
    """
    tape = _tape(game)
    telling = Telling(tape)
    if step is not None and step > tape.steps:
        raise Fault(f"{tape.game} has the steps 1 to {tape.steps}, not {step}.")
    if as_json:
        for number in range(step or 1, tape.steps + 1):
            click.echo(msgspec.json.encode(telling.row(number)))
    elif everything or not sys.stdin.isatty():
        for number in range(step or 1, tape.steps + 1):
            out.print(telling.line(number), markup=False)
    else:
        _walk(telling, step or 1)


def _tape(game: str) -> Tape:
    path = Path(game)
    if path.suffix == ".jsonl" or path.exists():
        return read_tape(path)
    tape = installation.found().tapes.get(game)
    if tape is None:
        raise Fault(f"There is no game {game}; a file needs the ending .jsonl.")
    return tape


def _walk(telling: Telling, step: int) -> None:
    while True:
        out.clear()
        out.print(telling.page(step))
        err.print(KEYS, style="dim")
        key = _key()
        if key in QUIT:
            return
        step = _next(telling, step, key)


def _key() -> str:
    try:
        return click.getchar()
    except (EOFError, KeyboardInterrupt):
        return "q"


def _next(telling: Telling, step: int, key: str) -> int:
    moves: list[tuple[set[str], Any]] = [
        (FORWARD, lambda: step + 1),
        (BACK, lambda: step - 1),
        (TURN_ON, lambda: telling.next_turn(step)),
        (TURN_BACK, lambda: telling.previous_turn(step)),
        (FIRST, lambda: 1),
        (LAST, lambda: telling.steps),
    ]
    wanted: int = next((move() for keys, move in moves if key in keys), step)
    return min(max(wanted, 1), telling.steps)
