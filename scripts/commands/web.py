"""gametape web."""

from __future__ import annotations

import click

from scripts import installation
from scripts.serving import place


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole network.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0: any port that is free.",
)
def web(host: str, port: int) -> None:
    """Serves the pages and the API alone; workers, database and Redis run elsewhere.

    Waits for its database, and answers 503 as long as that is away.

    \b
    GAMETAPE_DATABASE=postgresql://db/games GAMETAPE_REDIS=redis://queue gametape web
    """
    installation.settings()
    listener = place.listen(host, port)
    from scripts.web_server.run import serve  # loaded once the port is known to be free

    serve(listener)
