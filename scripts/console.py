"""How the commands talk: what was asked for, remarks, a bar for long work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")

out = Console(highlight=False, soft_wrap=True)
"""What a command was asked for."""
err = Console(stderr=True, highlight=False, soft_wrap=True)
"""Progress and remarks, so that the output can be piped."""


def progress(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Passes `items` on and shows on a terminal how many of `total` are done."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)


def plural(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun: 1 game, 2 games."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
