"""gametape worker."""

from __future__ import annotations

import os

import click
from redis import Redis

from events.keeping.witness import Witness
from scripts import installation
from scripts.fault import Fault
from scripts.patience import patiently
from workers.worker import work


@click.command()
@click.option("--burst", is_flag=True, help="End when nothing is left to do.")
def worker(burst: bool) -> None:
    """Referees games in the background; run as many as there are cores.

    Waits for its database and for Redis, unless it is to end.

    \b
    GAMETAPE_DATABASE=postgresql://db/games GAMETAPE_REDIS=redis://queue gametape worker
    """
    told = installation.settings()
    if told.redis is None:
        raise Fault("A worker takes its jobs from Redis: name it with GAMETAPE_REDIS.")
    here = installation.opened() if burst else patiently(installation.opened)
    here.engine.dispose()
    os.environ["GAMETAPE_DATABASE"] = told.database
    if not burst:
        patiently(Redis.from_url(told.redis).ping)
    work(told.redis, Witness(installation.witness_file()), burst=burst)
