"""Starts a whole installation: Redis, migrations, workers, web; and ends it again."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import NoReturn

import click

from scripts.fault import Fault
from scripts.serving import place, redis
from scripts.serving.processes import Child, Ended, Family

SLOWEST_START = 60.0
"""Seconds after which a web server that does not answer counts as broken."""

_ROOT = Path(__file__).parents[2]
_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Also SIGINT, which a script's background jobs would else ignore."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the person asked for."""

    host: str
    port: int
    data: Path
    workers: int
    demo: bool


class Stopped(Exception):
    """A signal asked for the end."""


def serve(order: Order) -> int:
    """Runs until a signal comes (0) or a vital process ends (1). Raises Fault before it starts."""
    began = time.monotonic()
    lock = place.claim_folder(order.data)
    listener = place.listen(order.host, order.port)
    family = Family()
    furnished = False
    try:
        _stop_at_signals()
        _start_servers(order, family, listener.fileno(), lock)
        secret, later = _furnish(order, family, lock)
        furnished = True
        _wait_until_ready(family, listener.getsockname())
        address = os.environ.get("GAMETAPE_ADDRESS") or place.address(listener)
        _announce(address.rstrip("/"), secret, order, time.monotonic() - began)
        # A daemon: it may be interrupted anywhere, and goes on at the next start.
        Thread(target=later, name="later", daemon=True).start()
        while True:
            family.look_after()
            time.sleep(0.2)
    except Stopped:
        return 0
    except Ended as ended:
        click.echo(f"{ended}\n{ended.child.last_words()}\nIts log: {ended.child.log}", err=True)
        return 1
    finally:
        _ignore_signals()
        family.stop()
        if furnished:
            _testify()


def _testify() -> None:
    """Has it witnessed what is in the log at the end, when nobody appends any more."""
    from sqlalchemy.exc import SQLAlchemyError

    from events.keeping.witness import NotSigned
    from scripts import installation

    try:
        installation.testify()
    except (NotSigned, OSError, SQLAlchemyError) as error:
        click.echo(f"What is in the log was not witnessed: {error}", err=True)


def _start_servers(order: Order, family: Family, listener: int, lock: int) -> None:
    """Starts Redis, unless one is named, and the web; tells all children where things are."""
    logs = order.data / "logs"
    os.environ["GAMETAPE_DATA"] = str(order.data)
    paths = (str(_ROOT), os.environ.get("PYTHONPATH"))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    if not os.environ.get("GAMETAPE_REDIS"):
        socket = redis.socket_in(order.data)
        family.add(redis.server(order.data, socket, logs / "redis.log", lock))
        os.environ["GAMETAPE_REDIS"] = redis.url_of(socket)
    web = [sys.executable, "-m", "scripts.web_server.run", str(listener)]
    family.add(Child("web", web, logs / "web.log", inherits=(listener, lock)), vital=True)


def _furnish(order: Order, family: Family, lock: int) -> tuple[str, Callable[[], None]]:
    """Makes the tables, starts the workers, adds demo games.

    Gives the secret to sign in with, and what is to be done once the server is ready.
    """
    # The web server takes as long to load these as this process: let both do it at once.
    from scripts import installation
    from scripts.demo import add_demo
    from scripts.demo_seasons import add_seasons
    from scripts.patience import patiently
    from scripts.serving.sign_in import secret

    here = patiently(installation.opened, family.look_after)
    for number in range(1, order.workers + 1):
        worker = [sys.executable, "-m", "scripts.cli", "worker"]
        log = order.data / "logs" / f"worker-{number}.log"
        family.add(Child(f"worker {number}", worker, log, inherits=(lock,)))
    if order.demo:
        add_demo(here)
    return secret(here), partial(add_seasons, here, click.echo) if order.demo else _nothing


def _nothing() -> None:
    """There is nothing to be done later."""


def _wait_until_ready(family: Family, address: tuple[str, int]) -> None:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address[0], address[0])
    deadline = time.monotonic() + SLOWEST_START
    while time.monotonic() < deadline:
        family.look_after()
        connection = HTTPConnection(host, address[1], timeout=1)
        try:
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
            time.sleep(0.05)
        except OSError:
            time.sleep(0.01)
        finally:
            connection.close()
    raise Fault(f"The web server does not answer after {SLOWEST_START:.0f} seconds; see its log.")


def _announce(address: str, secret: str, order: Order, seconds: float) -> None:
    click.echo(f"gametape is ready after {seconds:.1f} s, its data is in {order.data}.")
    click.echo(f"  Open     {address}/")
    click.echo(f"  Sign in  {address}/sign-in#{secret}  (works once)")
    click.echo("  Ctrl-C ends it.")
    sys.stdout.flush()


def _stop_at_signals() -> None:
    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        raise Stopped

    for sign in _ENDS:
        signal.signal(sign, stop)


def _ignore_signals() -> None:
    for sign in _ENDS:
        signal.signal(sign, signal.SIG_IGN)
