"""Server processes that end with the test run, however it ends."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1

PATIENCE = 120
"""Seconds after which a test no longer waits: much, for machines with much else to do."""


def start(
    command: Sequence[str | Path], log: Path, *, farewell: signal.Signals, **options: Any
) -> subprocess.Popen[bytes]:
    """Starts a child that is sent `farewell` when this process dies; its output goes to `log`."""
    libc = ctypes.CDLL(None)

    def leave_with_parent() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, farewell)

    with log.open("wb") as output:
        return subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=leave_with_parent,
            **options,
        )


def await_ready(
    child: subprocess.Popen[bytes],
    log: Path,
    ready: Callable[[], object],
    seconds: float = PATIENCE,
) -> None:
    """Waits until `ready()` raises no more. Raises RuntimeError with the log if it never does."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            ready()
            return
        except Exception as error:
            if child.poll() is not None or time.monotonic() > deadline:
                said = log.read_text(errors="replace")
                raise RuntimeError(f"the server did not start: {error}\n{said}") from error
        time.sleep(0.02)


def eventually(holds: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Waits until it holds; False if it never does."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.01)
    return False


def stop(child: subprocess.Popen[bytes], farewell: signal.Signals) -> None:
    """Ends the child and waits for it."""
    child.send_signal(farewell)
    try:
        child.wait(20)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
