"""Child processes that end with this one, even when it is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

LARGEST_LOG = 10_000_000
"""Bytes after which a log file is put aside at the next start."""

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(sign: signal.Signals = signal.SIGTERM) -> None:
    """Asks the kernel to send `sign` to this process when the thread that forked it ends.

    It is not inherited: whoever forks further says it again. Linux only; elsewhere children are
    ended by their parent alone.
    """
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(sign))


class Child:
    """A process started from this one; its output goes to a log file."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        log: Path,
        *,
        environment: Mapping[str, str] | None = None,
        inherits: Sequence[int] = (),
    ) -> None:
        """`inherits`: file descriptors that the process keeps."""
        self.name = name
        self.log = log
        self._command = [str(part) for part in command]
        self._environment = {**os.environ, **(environment or {})}
        self._inherits = tuple(inherits)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the process; call it from the main thread, which lives as long as the program."""
        parent = os.getpid()

        def bind_to_parent() -> None:
            die_with_parent()
            if os.getppid() != parent:  # it was killed before the kernel had been asked
                os._exit(1)

        _put_aside(self.log)
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=self._inherits,
                preexec_fn=bind_to_parent,
                start_new_session=True,  # Ctrl-C reaches the parent alone, which ends all in order
            )

    @property
    def pid(self) -> int:
        """Of the process that was started last. Raises ValueError where none was."""
        if self._process is None:
            raise ValueError(f"The {self.name} process was not started.")
        return self._process.pid

    def ended(self) -> int | None:
        """The exit code (negative: a signal) once the process has ended, else None."""
        return None if self._process is None else self._process.poll()

    def stop(self, patience: float) -> None:
        """Asks the process to end, and kills it after `patience` seconds."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def kill(self) -> None:
        """Kills the process, as a crash would; `Family.look_after` starts it again."""
        if self._process is not None:
            self._process.kill()

    def last_words(self, lines: int = 12) -> str:
        """The end of the log, for a person who wants to know why the process ended."""
        try:
            text = self.log.read_bytes()[-8000:].decode(errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-lines:])


class Ended(Exception):
    """A process without which nothing works has ended."""

    def __init__(self, child: Child) -> None:
        """`child` is that process."""
        super().__init__(f"The {child.name} process ended (exit code {child.ended()}).")
        self.child = child


class Family:
    """All children: the vital ones end everything, the others are started again."""

    PAUSE = 2.0
    """Seconds before a process that ended is started again."""

    def __init__(self) -> None:
        """A family without children."""
        self._children: list[Child] = []
        self._vital: set[str] = set()
        self._again: dict[str, float] = {}

    def add(self, child: Child, *, vital: bool = False) -> None:
        """Starts a child."""
        self._children.append(child)
        if vital:
            self._vital.add(child.name)
        child.start()

    def look_after(self) -> None:
        """Starts again what has ended. Raises Ended for a vital child."""
        for child in self._children:
            if child.ended() is None:
                continue
            if child.name in self._vital:
                raise Ended(child)
            due = self._again.setdefault(child.name, time.monotonic() + self.PAUSE)
            if time.monotonic() >= due:
                del self._again[child.name]
                child.start()

    def stop(self, patience: float = 8.0) -> None:
        """Ends all children, the youngest first."""
        for child in reversed(self._children):
            child.stop(patience)


def _put_aside(log: Path) -> None:
    if log.exists() and log.stat().st_size > LARGEST_LOG:
        log.replace(log.with_suffix(".old.log"))
