"""A served installation for programs, that can die and be started again."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests import children
from tests.api.site import Site


class Server:
    """One installation on a port of its own."""

    def __init__(self, database: str, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self._database, self._log = database, folder / "server.log"
        self._child: subprocess.Popen[bytes] | None = None

    def start(self, dies: str = "never") -> None:
        command = [sys.executable, "-m", "tests.gametape.server"]
        command += [str(self.port), self._database, dies]
        root = Path(__file__).parent.parent.parent
        self._child = children.start(command, self._log, farewell=signal.SIGKILL, cwd=root)
        children.await_ready(self._child, self._log, lambda: urlopen(f"{self.base}/healthz"))

    def died(self) -> bool:
        """Whether it has, within a while."""
        assert self._child is not None
        return self._child.wait(children.PATIENCE) == -signal.SIGKILL

    def kill(self) -> None:
        if self._child is not None:
            children.stop(self._child, signal.SIGKILL)


@pytest.fixture
def server(sqlite_url: str, tmp_path: Path) -> Iterator[Server]:
    """A server that is not started yet."""
    made = Server(sqlite_url, tmp_path)
    yield made
    made.kill()


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    """An installation in this process."""
    made = Site(sqlite_url)
    yield made
    made.services.engine.dispose()
