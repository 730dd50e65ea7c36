"""What a server takes for itself before it starts: its data folder and its port."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import time
from pathlib import Path

from scripts.data_folder import own
from scripts.fault import Fault

PATIENCE = 8.0
"""Seconds that the processes of a server that was killed may take to end."""


def claim_folder(folder: Path) -> int:
    """Makes the folder and locks it; the open lock file, which children inherit.

    So the folder stays taken until the last process that uses it has ended. Raises Fault.
    """
    try:
        own(folder)
        (folder / "logs").mkdir(exist_ok=True)
        lock = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Fault(f"The data folder {folder} cannot be written: {error.strerror}.") from None
    deadline = time.monotonic() + PATIENCE
    while not _locked(lock):
        holder = os.pread(lock, 20, 0).decode(errors="replace").strip()
        if time.monotonic() > deadline or _runs(holder):
            os.close(lock)
            raise Fault(f"Another gametape (process {holder}) uses the data folder {folder}.")
        time.sleep(0.05)
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _runs(process: str) -> bool:
    return process.isdigit() and Path(f"/proc/{process}").exists()


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address, port 0 being any that is free. Raises Fault."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise Fault(f"There is no host {host}: {error.strerror}.") from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise Fault(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} on {host} is taken; choose another one with --port."
        case errno.EACCES:
            return f"Port {port} needs more rights; choose one from 1024 on with --port."
        case errno.EADDRNOTAVAIL:
            return f"This machine has no address {host}; 0.0.0.0 stands for all that it has."
        case _:
            return f"Port {port} on {host} cannot be used: {error.strerror}."


def address(listener: socket.socket) -> str:
    """The address to type into a browser, that of this machine in its network for `0.0.0.0`."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = _own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; only asks which way it would go
        except OSError:
            return "127.0.0.1"
        own: str = probe.getsockname()[0]
        return own
