"""Sends one request to an address that somebody else has chosen, and only to the public internet.

The name is looked up once and the connection goes to the very address that was judged, so that a
name server cannot answer otherwise the second time. Redirects are not followed.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from threading import Timer
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from events.webhooks.destinations import is_public, refusal

SECONDS = 10.0
"""For all of a request: looking up, connecting, sending, and the head of the answer."""


class NotSent(Exception):
    """Why nothing was sent, or no answer came; a sentence."""


def send(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    anywhere: bool = False,
    seconds: float = SECONDS,
) -> int:
    """POSTs `body`; the status of the answer, whose content is not read. Raises NotSent."""
    if reason := refusal(url, anywhere=anywhere):
        raise NotSent(reason)
    parts = urlsplit(url)
    deadline = monotonic() + seconds
    sock = _connected(parts, anywhere, deadline)
    if parts.scheme == "https":
        # Without any exchange yet: that has to end in time, too.
        secured = ssl.create_default_context()
        sock = secured.wrap_socket(
            sock, server_hostname=parts.hostname, do_handshake_on_connect=False
        )
    # A receiver that sends a byte now and then would never run into the socket's own limit.
    alarm = Timer(max(0.0, deadline - monotonic()), _cut, [sock])
    alarm.daemon = True
    alarm.start()
    try:
        return _exchange(parts, sock, body, headers)
    except (OSError, HTTPException, ValueError) as error:
        said = str(error) or type(error).__name__
        raise NotSent(f"No answer from {parts.hostname}: {said}") from None
    finally:
        alarm.cancel()
        sock.close()


def _exchange(
    parts: SplitResult, sock: socket.socket, body: bytes, headers: Mapping[str, str]
) -> int:
    if isinstance(sock, ssl.SSLSocket):
        sock.do_handshake()
    connection = HTTPConnection(parts.netloc)
    connection.sock = sock
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection.request("POST", target, body, {**headers, "Connection": "close"})
    return connection.getresponse().status


def _connected(parts: SplitResult, anywhere: bool, deadline: float) -> socket.socket:
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise NotSent(f"There is no host {host}: {error.strerror}") from None
    except UnicodeError:
        raise NotSent(f"There is no host {host}.") from None
    for *_, place in found:
        if not anywhere and not is_public(ip_address(place[0])):
            raise NotSent(f"{host} has an address that is not public.")
    reason = ""
    for family, kind, protocol, _, place in found:
        sock = socket.socket(family, kind, protocol)
        sock.settimeout(max(0.01, deadline - monotonic()))
        try:
            sock.connect(place)
            return sock
        except OSError as error:
            sock.close()
            reason = str(error)
    raise NotSent(f"{host} takes no connection: {reason}")


def _cut(sock: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)  # as it is, whatever TLS makes of that
