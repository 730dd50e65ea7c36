"""gametape bench."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

import click

from scripts.bench import Row
from scripts.console import err, out
from scripts.fault import Fault

PARTS = ("fold", "steps", "store", "web", "live", "strangers", "referee")

LONG = ("season", "scale", "storms", "cases", "small")
"""Parts that are measured only when they are named."""

SIZE_OF = {
    "store": "large",
    "season": "games",
    "scale": "games",
    "storms": "kills",
    "cases": "cases",
    "small": "minutes",
}
"""The option that says how large a part is."""


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice((*PARTS, *LONG)))
@click.option(
    "--large",
    default=1_000_000,
    show_default=True,
    type=click.IntRange(10_000),
    help="Events of the large store.",
)
@click.option(
    "--games",
    default=10_000,
    show_default=True,
    type=click.IntRange(10),
    help="Games of the large season, and of the federation.",
)
@click.option(
    "--kills",
    default=50,
    show_default=True,
    type=click.IntRange(1),
    help="How often each server is killed in a storm.",
)
@click.option(
    "--cases",
    default=5_000,
    show_default=True,
    type=click.IntRange(100),
    help="Generated requests.",
)
@click.option(
    "--minutes",
    default=10,
    show_default=True,
    type=click.IntRange(1),
    help="How long the small server records.",
)
def bench(parts: Sequence[str], **sizes: int) -> None:
    """Measures speed side by side with others, in one run, and prints ratios.

    \b
    fold     recorded games folded and checked: python-chess, pokerkit
    steps    any step of a long game; the size of a replay
    store    appends and reads: bare drivers, the eventsourcing library
    web      appends through HTTP: a bare Flask handler
    live     appends while 300 watch: the same while nobody does
    strangers  appends and reads beside 600 half-sent requests or 450 watchers of one address
    referee  how soon an event is judged while 40 games are recorded at once
    season   a season of thousands of games: pages, files, rebuild; only if named
    storms   servers are killed while eight record: what is lost or doubled; only if named
    scale    100,000 games in 200 seasons beside 1,000 in two; only if named
    small    300 watch and 50 events a second are recorded on one core; only if named
    cases    requests generated from the OpenAPI document: no 5xx; only if named

    All parts unless some are named; about four minutes on a machine that does nothing else.
    Exit code 1 if a bar is missed. It compares with libraries of the development lock, which
    ./scripts/test installs.

    \b
    gametape bench
    gametape bench fold web
    gametape bench store --large 10000000
    gametape bench season --games 1000
    gametape bench storms --kills 3
    gametape bench scale --games 100000
    gametape bench cases --cases 500
    gametape bench small --minutes 2
    """
    missed = 0
    out.print(_line("work", "ours", "theirs", "ratio", "bar", "", "beside"), style="bold")
    for part in parts or PARTS:
        with err.status(f"Measuring {part}..."):
            for row in _rows(part, sizes.get(SIZE_OF.get(part, ""))):
                out.print(_told(row), style=None if row.met else "red", markup=False)
                missed += not row.met
    sys.exit(1 if missed else 0)


def _rows(part: str, size: int | None) -> Iterator[Row]:
    try:
        rows: Callable[..., Iterator[Row]] = import_module(f"scripts.bench.{part}").rows
    except ModuleNotFoundError as error:
        raise Fault(f"{error.name} is not installed; ./scripts/test installs it.") from None
    return rows() if size is None else rows(size)


def _told(row: Row) -> str:
    sign = "≤" if row.at_most else "≥"
    ratio, bar, theirs = "", f"{sign} {_number(row.bar)} {row.unit}", ""
    if row.theirs is not None and row.ratio is not None:
        ratio, bar = f"{row.ratio:.2f}", f"{sign} {row.bar:g}"
        theirs = f"{_number(row.theirs)} {row.unit}"
    ours = f"{_number(row.ours)} {row.unit}"
    return _line(row.work, ours, theirs, ratio, bar, "met" if row.met else "missed", row.rival)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}"


def _line(*cells: str) -> str:
    work, ours, theirs, ratio, bar, met, rival = cells
    return f"{work:<46} {ours:>18} {theirs:>18} {ratio:>6}  {bar:<10} {met:<6}  {rival}".rstrip()
