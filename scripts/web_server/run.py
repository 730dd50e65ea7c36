"""Serves on a socket that is bound already: `python -m scripts.web_server.run <descriptor>`."""

from __future__ import annotations

import resource
import socket
import sys
from importlib import import_module

import uvicorn

from api.settings import Settings
from scripts.web_server import access_log, awaiting
from scripts.web_server.door import IDLE_SECONDS, Door
from scripts.web_server.front import Front

OURS = "api.app:create_app"
GRACE = 3
"""Seconds that what is being answered may hold up the end."""


class Server(uvicorn.Server):
    """A server whose open event streams do not hold up the end."""

    def __init__(self, front: Front) -> None:
        """Serves `front`."""
        self._front = front
        super().__init__(
            uvicorn.Config(
                front,
                http=Door,
                loop="uvloop",
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=2048,
                timeout_keep_alive=IDLE_SECONDS,
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams, then all else in order."""
        self._front.end_streams()
        await super().shutdown(sockets)


def serve(listener: socket.socket, factory: str = OURS) -> None:
    """Serves the WSGI application that `factory` (`module:function`) makes, until a signal."""
    _admit_many()
    module, name = factory.split(":")
    application = awaiting.application(getattr(import_module(module), name))
    settings = Settings.from_environ()
    log = access_log.to_output if settings.access_log else None
    front = Front(application, settings.largest_import, settings.proxies, log)
    Server(front).run([listener])


def _admit_many() -> None:
    """As many open files, and so connections, as the system admits."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])), *sys.argv[2:])
