"""Waits for a database or a Redis that does not answer yet, and says so once."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep
from typing import TypeVar

import click
from redis.exceptions import ConnectionError as RedisAway
from sqlalchemy.exc import OperationalError

T = TypeVar("T")

PAUSE = 1.0
"""Seconds between two attempts."""


def patiently(make: Callable[[], T], meanwhile: Callable[[], object] = lambda: None) -> T:
    """What `make` gives, once the server that it needs answers.

    `meanwhile` is called between attempts, and may raise to end the waiting.
    """
    told = False
    while True:
        try:
            return make()
        except (OperationalError, RedisAway) as error:
            if not told:
                told = True
                name = "The database" if isinstance(error, OperationalError) else "Redis"
                reason = str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")
                click.echo(f"{name} does not answer yet, waiting for it: {reason}.", err=True)
        meanwhile()
        sleep(PAUSE)
