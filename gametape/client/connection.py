"""One connection to an installation: calls that are made again until they are answered."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

PREFIX = "/api/v1"
TIMEOUT = 30.0
"""Seconds that an answer may take."""

POSITION = "Gametape-Position"
"""How far a server's database had come, where it reads from replicas."""

_BUSY = (429, 503)
"""Statuses of calls that were not carried out: they may be made again."""
_PROXY = (502, 504)
"""Statuses of calls that may have been carried out, for all that a proxy knows."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0

T = TypeVar("T")


class Problem(Exception):
    """A refusal (RFC 9457). The fields after `detail` are there where its type has them."""

    def __init__(self, status: int, document: Mapping[str, Any], wait: float = 0.0) -> None:
        """Takes the answer's status, its document as far as there is one, and the seconds after
        which to ask again.
        """
        self.status, self.wait = status, wait
        self.type: str = document.get("type", "about:blank")
        self.title: str = document.get("title", "")
        self.detail: str = document.get("detail", f"The server answered with {status}.")
        self.errors: Mapping[str, Any] = document.get("errors", {})
        self.findings: list[Mapping[str, Any]] = document.get("findings", [])
        self.known: list[str] = document.get("known", [])
        self.version: int | None = document.get("version")
        super().__init__(self.detail)

    @property
    def kind(self) -> str:
        """The last part of its type, such as `wrong-version`."""
        return self.type.rpartition("/")[2]


class Unreachable(ConnectionError):
    """No answer came, however often the call was made. What it was to do may be done or not."""


class Answer(Struct, frozen=True):
    """A good answer; its headers are those of http.client, by any case of letters."""

    status: int
    headers: Message
    content: bytes

    def read(self, kind: type[T]) -> T:
        """The document in it."""
        return msgspec.json.decode(self.content, type=kind)


class Connection:
    """Calls to one installation, one at a time; may be shared by threads.

    No answer is older than one before, whichever of the installation's databases gives it.
    """

    def __init__(self, base: str, token: str | None = None, *, patience: float = 60.0) -> None:
        """`base` as `https://games.example.org`; `patience`: seconds that a call is made again."""
        self.base = base.rstrip("/")
        self._at = urlsplit(self.base)
        if self._at.scheme not in ("http", "https") or not self._at.hostname:
            raise ValueError(f"{base} is no address such as https://games.example.org.")
        self._headers = {"Accept": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"
        self._patience = patience
        self._open: HTTPConnection | None = None
        self._position: int | None = None
        self._heard = False
        self._lock = Lock()

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *,
        twice: bool = True,
    ) -> Answer:
        """Makes a call below `/api/v1`, again where the network fails or the server is busy.

        `twice`: to make it twice does no more than to make it once; else it is made again only
        where it was certainly not carried out. Raises Problem for a refusal, Unreachable where no
        answer came in time.
        """
        content = None if body is None else msgspec.json.encode(body)
        for pause in self.tries():
            with self._lock:
                try:
                    answer = self._ask(method, path, content, headers)
                except (OSError, HTTPException) as error:
                    self._drop()
                    if not twice:
                        raise self._unreachable(error) from error
                    pause.after(error)
                    continue
            if answer.status in _BUSY or (twice and answer.status in _PROXY):
                refused = problem(answer)
                pause.after(refused, refused.wait)
            elif answer.status >= 400:
                raise problem(answer)
            else:
                return answer
        raise AssertionError("tries end with an error")

    def stream(self, path: str, headers: Mapping[str, str], silence: float) -> HTTPResponse:
        """A stream on a connection of its own, silent for `silence` seconds at most.

        Raises Problem, and OSError or HTTPException where the network fails.
        """
        opened = self._connect(silence)
        opened.request("GET", self._path(path), headers={**self._headers, **headers})
        response = opened.getresponse()
        if response.status != 200:
            refused = Answer(response.status, response.headers, response.read())
            opened.close()
            raise problem(refused)
        return response

    def tries(self) -> Iterator[Pause]:
        """The pauses of one call, each up to twice as long as the last, while patience lasts."""
        length, deadline = _FIRST_PAUSE, monotonic() + self._patience
        while True:
            yield Pause(length, deadline, self._unreachable)
            length = min(2 * length, _LONGEST_PAUSE)

    def hear(self) -> None:
        """Takes note of news: the next answer has to be of now."""
        self._heard = True

    def close(self) -> None:
        """Closes the connection; the next call opens another."""
        with self._lock:
            self._drop()

    def _ask(
        self, method: str, path: str, content: bytes | None, headers: Mapping[str, str] | None
    ) -> Answer:
        if self._open is None:
            self._open = self._connect(TIMEOUT)
        sent = {**self._headers, **(headers or {})}
        if content is not None:
            sent["Content-Type"] = "application/json"
        heard, self._heard = self._heard, False
        if heard or self._position is not None:
            sent[POSITION] = "now" if heard else str(self._position)
        try:
            self._open.request(method, self._path(path), content, sent)
            response = self._open.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except BaseException:
            self._heard = self._heard or heard
            raise
        told = answer.headers.get(POSITION, "")
        if told.isdecimal():
            self._position = max(self._position or 0, int(told))
        elif heard:
            self._heard = True
        return answer

    def _connect(self, timeout: float) -> HTTPConnection:
        kind = HTTPSConnection if self._at.scheme == "https" else HTTPConnection
        assert self._at.hostname is not None
        return kind(self._at.hostname, self._at.port, timeout=timeout)

    def _path(self, path: str) -> str:
        return self._at.path + PREFIX + path

    def _drop(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _unreachable(self, error: Exception) -> Unreachable:
        said = str(error) or type(error).__name__
        return Unreachable(f"{self.base} does not answer: {said}")


class Pause:
    """The time between two tries of one call."""

    def __init__(
        self, length: float, deadline: float, unreachable: Callable[[Exception], Unreachable]
    ) -> None:
        """`length` in seconds; after `deadline` there is no further try."""
        self._length, self._deadline, self._unreachable = length, deadline, unreachable

    def after(self, error: Exception, asked: float = 0.0) -> None:
        """Waits, at least as long as the server asked. Raises what went wrong when time is up."""
        length = max(self._length * random.uniform(0.5, 1.0), asked)
        if monotonic() + length > self._deadline:
            raise error if isinstance(error, Problem) else self._unreachable(error) from error
        sleep(length)


def problem(answer: Answer) -> Problem:
    """The refusal that an answer is."""
    try:
        document = msgspec.json.decode(answer.content)
    except msgspec.DecodeError:
        document = None
    wait = answer.headers.get("Retry-After", "")
    seconds = float(wait) if wait.isdecimal() else 0.0
    return Problem(answer.status, document if isinstance(document, dict) else {}, seconds)
