"""gametape serve."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from scripts.data_folder import data_folder
from scripts.serving.start import Order
from scripts.serving.start import serve as run


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole network.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0: any port that is free.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where everything is kept.  [default: $GAMETAPE_DATA, else var]",
)
@click.option(
    "--demo",
    is_flag=True,
    help="Add simulated games and seasons, labelled so, if they are not there.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(0, 64),
    help="Referees that work at the same time.",
)
def serve(host: str, port: int, data: Path | None, demo: bool, workers: int) -> None:
    """Runs a whole installation: web, referee, queue and database.

    Everything is started from here and ends with it. The address is printed with a link
    that signs one person in as admin, once.

    \b
    gametape serve --demo                      try it out
    gametape serve --host 0.0.0.0              phones at the table reach it, too
    gametape serve --data /srv/games --port 80 --workers 2
    GAMETAPE_DATABASE=postgresql://localhost/games gametape serve
    """
    folder = (data or data_folder()).absolute()
    sys.exit(run(Order(host, port, folder, workers, demo)))
