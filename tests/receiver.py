"""A real receiver of webhooks on this machine."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@dataclass
class Received:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    def is_signed_with(self, secret: str) -> bool:
        """As the Standard Webhooks specification verifies it, in code of its own."""
        key = base64.b64decode(secret[len("whsec_") :])
        stamp = self.headers["webhook-timestamp"]
        said = b".".join([self.headers["webhook-id"].encode(), stamp.encode(), self.body])
        code = base64.b64encode(hmac.digest(key, said, hashlib.sha256)).decode()
        return self.headers["webhook-signature"] == f"v1,{code}"


@dataclass
class Receiver:
    """Keeps what it gets and answers with the next of `statuses`, the last one for ever."""

    url: str = ""
    statuses: list[int] = field(default_factory=lambda: [204])
    headers: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)

    def next_status(self) -> int:
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A receiver at an address of its own."""
    made = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.received.append(Received(self.path, dict(self.headers.items()), body))
            self.send_response(made.next_status())
            for name, value in made.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()
