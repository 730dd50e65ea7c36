"""Spectators who only watch: `python -m scripts.bench.watchers <port> <game> <how many>`.

Says `ready` once all are welcomed and then reads what they are told until it is ended.
"""

from __future__ import annotations

import selectors
import socket
import sys

from scripts.bench.web import TOKEN


def watch(port: int, game: str, count: int) -> None:
    """Opens the streams and reads them for ever; raises where one is not let in."""
    chosen = selectors.DefaultSelector()
    request = (
        f"GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {TOKEN}\r\n\r\n"
    ).encode()
    for _ in range(count):
        stream = socket.create_connection(("127.0.0.1", port))
        stream.sendall(request)
        welcome = b""
        while b": welcome" not in welcome:
            more = stream.recv(65536)
            if not more:
                raise RuntimeError(f"not let in: {welcome.decode(errors='replace')}")
            welcome += more
        chosen.register(stream, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in chosen.select():
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.recv(65536)


if __name__ == "__main__":
    watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
