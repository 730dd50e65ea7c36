"""A server for the tests of the client, in a process of its own, that may die where it is told.

    python -m tests.gametape.server PORT DATABASE [before|after|cut]

With a third word it kills itself in the middle of the first append of events to a game: before
they are stored, after that and before it answers, or with half of the answer sent.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from werkzeug.serving import make_server

from api.app import create_app
from api.services import NAME
from api.settings import Settings
from tests.api.site import ADMIN


def serve(port: int, database: str, dies: str) -> None:
    """Answers until it dies."""
    app = create_app(Settings(database=database, synchronous="NORMAL", admin_token=ADMIN))
    if dies in ("before", "after"):
        store = app.extensions[NAME].store
        append = store.append

        def dying(stream: str, *rest: Any, **more: Any) -> Any:
            recorded = more.get("expected") != "no_stream"
            if recorded and dies == "before":
                _die()
            done = append(stream, *rest, **more)
            if recorded:
                _die()
            return done

        store.append = dying
    if dies == "cut":
        app.wsgi_app = _cut(app.wsgi_app)  # type: ignore[method-assign]
    make_server("127.0.0.1", port, app, threaded=True).serve_forever()


def _cut(inner: Any) -> Any:
    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        body: Iterable[bytes] = inner(environ, start_response)
        appends = environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].endswith("/events")
        return _half(body) if appends else body

    return application


def _half(body: Iterable[bytes]) -> Iterator[bytes]:
    whole = b"".join(body)
    yield whole[: len(whole) // 2]
    _die()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], *(sys.argv[3:] or ["never"]))
