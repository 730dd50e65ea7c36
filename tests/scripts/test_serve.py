"""`./scripts/serve` started for real."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from events.keeping.witness import Witness, heads_of
from projections.kit.find import rulesets
from tests.children import PATIENCE, eventually

ROOT = Path(__file__).parents[2]
READY = re.compile(r"ready after ([0-9.]+) s.*?Open +(\S+)/\n +Sign in +(\S+)", re.DOTALL)
TOKEN = "the-token-of-these-tests-7Q2mX9"


@dataclass
class Server:
    """A running installation."""

    process: subprocess.Popen[str]
    data: Path
    seconds: float
    address: str
    sign_in: str

    def open(self, path: str) -> Any:
        request = Request(self.address + path, headers={"Authorization": f"Bearer {TOKEN}"})
        return urlopen(request, timeout=PATIENCE)

    def get(self, path: str) -> Any:
        with self.open(path) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        request = Request(self.address + path, json.dumps(body).encode(), headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def family(self) -> set[int]:
        """The process and all that it started."""
        return {self.process.pid, *_below(self.process.pid)}

    def end(self, sign: signal.Signals) -> int:
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)


Serve = Callable[..., Server]


def _below(parent: int) -> Iterator[int]:
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    except OSError:
        return
    for child in map(int, children.split()):
        yield child
        yield from _below(child)


def _alive(processes: set[int]) -> set[int]:
    return {p for p in processes if Path(f"/proc/{p}/cmdline").exists() and _cmdline(p)}


def _cmdline(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _gone(processes: set[int]) -> bool:
    return eventually(lambda: not _alive(processes))


def _command(data: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "scripts.cli", "serve", "--data", str(data), *options]


def _environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GAMETAPE_")}
    return {**kept, "GAMETAPE_ADMIN_TOKEN": TOKEN, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts an installation and waits until it says that it is ready."""
    started: list[Server] = []

    def start(*options: str, data: Path | None = None) -> Server:
        folder = data or tmp_path / "data"
        output = tmp_path / f"output-{len(started)}"
        with output.open("w") as file:
            process = subprocess.Popen(
                _command(folder, "--port", "0", *options),
                stdout=file,
                stderr=subprocess.STDOUT,
                text=True,
                env=_environment(),
                cwd=tmp_path,
            )
        ready = None
        deadline = time.monotonic() + PATIENCE
        while ready is None and process.poll() is None and time.monotonic() < deadline:
            ready = READY.search(output.read_text())
            time.sleep(0.02)
        assert ready is not None, output.read_text()
        server = Server(process, folder, float(ready[1]), ready[2], ready[3])
        started.append(server)
        return server

    yield start
    for server in started:
        family = server.family()
        if server.process.poll() is None:
            server.end(signal.SIGTERM)
        assert _gone(family)


def test_a_game_is_recorded_refereed_and_kept_when_the_server_is_killed(
    serve: Serve, record_property: Callable[[str, object], None]
) -> None:
    server = serve("--workers", "2")
    game = server.post("/api/v1/games", {"ruleset": "und1c1", "id": "first", "seats": SEATS})
    assert game["version"] == 1
    server.post("/api/v1/games/first/events", {"events": [{"type": "NoteAdded", "data": NOTE}]})
    assert eventually(lambda: server.get("/api/v1/games/first")["checked_version"] == 2)
    assert eventually(lambda: server.get("/readyz")["workers"] == 2)
    assert server.get("/readyz")["redis"]
    family = server.family()
    assert len(family) == 1 + 1 + 1 + 2, "itself, Redis, the web server, two workers"

    with server.open("/api/v1/games/first/live"):
        server.end(signal.SIGKILL)
        again = serve(data=server.data)
    assert _gone(family)
    record_property("seconds of the first and the second start", [server.seconds, again.seconds])
    events = again.get("/api/v1/games/first/events")["events"]
    assert [event["type"] for event in events] == ["GameCreated", "NoteAdded"]


SEATS = [{"seat": "a", "name": "Ada"}, {"seat": "b", "name": "Ben"}]
NOTE = {"text": "Kept."}


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_told_to_end_leaves_no_process(serve: Serve, sign: signal.Signals) -> None:
    server = serve()
    family = server.family()
    assert server.end(sign) == 0
    assert not _alive(family)


def test_a_dead_worker_is_replaced_a_dead_web_server_ends_all(serve: Serve) -> None:
    server = serve()
    [worker] = _workers(server)
    os.kill(worker, signal.SIGKILL)
    assert eventually(lambda: _workers(server) - {worker})
    family = server.family()
    os.kill(min(p for p in family if b"web_server" in _cmdline(p)), signal.SIGKILL)
    assert server.process.wait(PATIENCE) == 1
    assert _gone(family)


def _workers(server: Server) -> set[int]:
    return {p for p in server.family() if _cmdline(p).endswith(b"scripts.cli\0worker\0")}


def test_the_demo_games_are_listed_and_labelled_and_made_once(serve: Serve) -> None:
    server = serve("--demo")
    games = {f"demo-{r}-{n}" for r in rulesets() for n in (1, 2, 3)}
    page = server.get("/api/v1/games?page_size=100")
    listed = {game["id"]: game for game in page if not game["id"].startswith("demo-season-")}
    assert set(listed) == games
    for game in listed.values():
        assert game["visibility"] == "public"
        assert all(seat["name"].endswith("(simulated)") for seat in game["seats"])
    server.end(signal.SIGTERM)
    lines = Witness(server.data / "gametape.db.witness").lines()
    assert games <= heads_of(lines).keys()

    again = serve("--demo", data=server.data)
    leagues = {f"demo-league-{r}" for r in rulesets()}
    assert eventually(lambda: {one["id"] for one in again.get("/api/v1/leagues")} == leagues)
    assert eventually(lambda: all(_is_judged(again, game) for game in games))


def _is_judged(server: Server, game: str) -> bool:
    found = server.get(f"/api/v1/games/{game}")
    return bool(found["checked_version"] == found["version"])


def _refused(*options: str, data: Path, **environment: str) -> str:
    """The one line with which a start is refused."""
    told = subprocess.run(
        _command(data, *options),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**_environment(), **environment},
    )
    assert told.returncode == 2, told.stderr
    assert told.stdout == ""
    assert told.stderr.count("\n") == 1, told.stderr
    return told.stderr


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = _refused("--port", str(port), data=tmp_path / "data")
    assert said == f"Port {port} on 127.0.0.1 is taken; choose another one with --port.\n"


def test_an_unknown_host_is_told(tmp_path: Path) -> None:
    said = _refused("--host", "nowhere.invalid", data=tmp_path / "data")
    assert said.startswith("There is no host nowhere.invalid: ")


def test_a_data_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert "is a file" in _refused(data=tmp_path / "data")


def test_a_data_folder_that_cannot_be_made_is_told() -> None:
    said = _refused(data=Path("/proc/gametape"))
    assert said.startswith("The data folder /proc/gametape cannot be written: ")


def test_a_data_folder_in_use_is_told(serve: Serve) -> None:
    server = serve()
    said = _refused("--port", "0", data=server.data)
    assert said == (
        f"Another gametape (process {server.process.pid}) uses the data folder {server.data}.\n"
    )
    page, secret = server.sign_in.split("#")
    assert page == f"{server.address}/sign-in"
    assert len(secret) >= 40


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "is empty (0 bytes)"), (b"\x89PNG" * 99, "is no database"), (None, "is gone")],
)
def test_a_file_that_is_no_database_of_ours_is_told_and_kept(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "gametape.db.witness").write_text("of an installation\n")
    if content is not None:
        (data / "gametape.db").write_bytes(content)
    assert said in _refused("--port", "0", data=data)
    if content is not None:
        assert (data / "gametape.db").read_bytes() == content


def test_an_unusable_database_is_told(tmp_path: Path) -> None:
    said = _refused(data=tmp_path / "data", GAMETAPE_DATABASE="mysql://somewhere")
    assert said == "GAMETAPE_DATABASE: The log is kept in SQLite or PostgreSQL, not in mysql.\n"
