"""gametape migrate."""

from __future__ import annotations

import click

from scripts import installation
from scripts.console import out


@click.command()
def migrate() -> None:
    """Makes the database's tables, or brings them up to date.

    `serve` does this by itself; on several machines run it once before they start.

    \b
    GAMETAPE_DATABASE=postgresql://localhost/games gametape migrate
    """
    engine = installation.opened().engine
    out.print(f"The database {engine.url.render_as_string()} is up to date.")
