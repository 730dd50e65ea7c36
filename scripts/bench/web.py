"""Appending an event through HTTP, beside a bare handler under the same web server."""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import msgspec

from api.services import open_services
from api.settings import Settings
from events.event import Draft
from projections.kit.find import rulesets
from scripts.bench import Row, bare
from scripts.bench.games import drafts
from scripts.bench.rounds import Work, rates
from scripts.serving import place, redis
from scripts.serving.processes import Child, Family
from scripts.storing import store_game

APPENDS = 300
"""Appends in a round."""
CLIENTS = (1, 8)
BAR = 0.7
GAME = "bench"

TOKEN = "an-admin-of-nothing-but-measurements"
_ROOT = Path(__file__).parents[2]


def rows() -> Iterator[Row]:
    """One client after the other, then several at once."""
    with (
        tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder,
        _servers(Path(folder)) as (ours, theirs),
    ):
        for clients in CLIENTS:
            found = rates(
                {"ours": _appending(ours, clients), "theirs": _appending(theirs, clients)}
            )
            yield Row(
                work=f"append through HTTP, {clients} at a time",
                unit="appends/s",
                ours=found["ours"],
                theirs=found["theirs"],
                rival="bare Flask handler",
                bar=BAR,
            )


@contextmanager
def _servers(folder: Path) -> Iterator[tuple[int, int]]:
    """The ports of our server and of the bare one."""
    family = Family()
    lock = place.claim_folder(folder)
    try:
        ours = serve(family, folder, lock, "ours", [GAME])
        theirs = _serve(
            family,
            folder / "theirs.log",
            {bare.DATABASE: str(folder / "theirs.db")},
            "scripts.bench.bare:create_app",
        )
        yield ours, theirs
    finally:
        family.stop()
        os.close(lock)


def serve(
    family: Family, folder: Path, lock: int, name: str, games: Sequence[str], **variables: str
) -> int:
    """Starts a server of ours, with a Redis of its own, that has these games; its port."""
    own = folder / name
    own.mkdir()
    rules = next(iter(rulesets().values()))
    database = f"sqlite:///{own / 'gametape.db'}"
    here = open_services(Settings(database=database))
    for game in games:
        store_game(here, rules, game, drafts(rules, 1)[:1])
    here.engine.dispose()
    path = redis.socket_in(own)
    family.add(redis.server(own, path, own / "redis.log", lock))
    environment = {
        "GAMETAPE_DATABASE": database,
        "GAMETAPE_REDIS": redis.url_of(path),
        "GAMETAPE_ADMIN_TOKEN": TOKEN,
        **variables,
    }
    return _serve(family, own / "web.log", environment)


def _serve(family: Family, log: Path, environment: Mapping[str, str], *application: str) -> int:
    """Starts a web server, of ours unless an application is named; its port."""
    listener = place.listen("127.0.0.1", 0)
    command = [sys.executable, "-m", "scripts.web_server.run", str(listener.fileno())]
    command += application
    inherits = (listener.fileno(),)
    variables = {"PYTHONPATH": str(_ROOT), **environment}
    family.add(Child(log.stem, command, log, environment=variables, inherits=inherits))
    port: int = listener.getsockname()[1]
    listener.close()
    return port


def _appending(port: int, clients: int) -> Work:
    """A round is shared out among the clients, each with a connection that stays open."""
    share = APPENDS // clients
    event = typical_event()

    def append(_client: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            for _ in range(share):
                post(connection, event)

    def work() -> int:
        with ThreadPoolExecutor(clients) as pool:
            list(pool.map(append, range(clients)))
        return share * clients

    return work


def typical_event() -> Draft:
    """The longest event of a simulated game but its creation and what its seats were dealt."""
    rules = next(iter(rulesets().values()))
    return max(drafts(rules, 1)[5:60], key=lambda draft: len(str(draft.data)))


def post(connection: socket.socket, event: Draft) -> None:
    """Appends an event through a connection that stays open."""
    told = {"type": event.type, "seat": event.seat, "data": event.data, "id": str(uuid4())}
    body = msgspec.json.encode({"events": [told]})
    head = (
        f"POST /api/v1/games/{GAME}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    connection.sendall(head.encode() + body)
    status, answer = _read(connection)
    if status != 201:
        raise RuntimeError(f"{status}: {answer.decode(errors='replace')}")
    json.loads(answer)


def get(connection: socket.socket, path: str) -> None:
    """Reads a document through a connection that stays open."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    connection.sendall(head.encode())
    status, answer = _read(connection)
    if status != 200:
        raise RuntimeError(f"{status}: {answer.decode(errors='replace')}")


def _read(connection: socket.socket) -> tuple[int, bytes]:
    received = b""
    while b"\r\n\r\n" not in received:
        received += _more(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    while len(body) < int(headers["content-length"]):
        body += _more(connection)
    return int(lines[0].split()[1]), body


def _more(connection: socket.socket) -> bytes:
    received = connection.recv(65536)
    if not received:
        raise RuntimeError("the server closed the connection")
    return received
