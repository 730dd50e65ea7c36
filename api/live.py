"""Who watches a game now, and what they are told: new events, new verdicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import TypeVar, cast

import msgspec
import structlog
from redis import Redis
from redis.exceptions import RedisError

from api.shares import Shares, place
from events.shelf import Shelf
from workers.queue import NEWS, News

HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""

LATELY = 2.0
"""Seconds after which it is asked again whether a watcher may go on."""

LEAVING = "gametape.leaving"
"""In the environ of our web server: a list of what it calls when the client has left."""

REMEMBERED = 8_000_000
"""Bytes of streams kept for other watchers who will be told the same."""

T = TypeVar("T")

_log = structlog.get_logger()


Watcher = SimpleQueue[News | None]
"""The news for one watcher; None: he has left."""


class Left(Exception):
    """The watcher is not there any more."""


class Live:
    """Hands news on to the watchers in this process; one subscriber listens for the others'.

    Without Redis the news of this process are still handed on at once; a watcher looks for
    those of other processes at each heartbeat.
    """

    def __init__(self, url: str | None, most: int, each: int | None = None) -> None:
        """`url` of Redis; `most` watchers are let in at once, `each` of them from one address."""
        self._url = url
        self._most = most
        self._shares = Shares(most if each is None else each)
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._reached: dict[str, int] = {}
        self._lock = Lock()
        self._subscriber: Thread | None = None
        self._saying = Lock()
        self._said: Shelf[Hashable, tuple[int, bytes]] = Shelf(REMEMBERED)
        self._asking = Lock()
        self._answers: dict[Hashable, tuple[float, object]] = {}
        self.watching = 0

    def has_room(self, address: str = "") -> bool:
        """Whether one more from that address may watch."""
        return self.watching < self._most and self._shares.has_room(place(address))

    @contextmanager
    def watch(
        self, game: str, address: str = "", leaving: list[Callable[[], None]] | None = None
    ) -> Iterator[Watcher]:
        """A queue that gets the news of a game from now on, until the watcher leaves.

        Whoever knows that he does calls what is put into `leaving`. Where there is no room any
        more, he has left at once.
        """
        watcher: Watcher = SimpleQueue()
        if not self._enter(game, watcher, place(address)):
            watcher.put(None)
            yield watcher
            return
        if leaving is not None:
            leaving.append(lambda: watcher.put(None))
        try:
            yield watcher
        finally:
            self._leave(game, watcher, place(address))

    def tell(self, news: News) -> None:
        """Hands news on to this process's watchers of the game, each version once."""
        with self._lock:
            watchers = list(self._watchers.get(news.game, ()))
            if not watchers or not self._is_new(news):
                return
        for watcher in watchers:
            watcher.put(news)

    def _is_new(self, news: News) -> bool:
        """Whether watchers do not know it; what was appended here comes back through Redis."""
        if news.version is None:
            return True
        known = self._reached.get(news.game, 0)
        self._reached[news.game] = max(known, news.version)
        return news.version > known or news.checked_version is not None

    def said(self, key: Hashable, say: Callable[[], tuple[int, bytes]]) -> tuple[int, bytes]:
        """What `say` gives, made once for all watchers with the same key."""
        with self._saying:
            found = self._said.get(key)
            if found is None:
                found = say()
                self._said.put(key, found, len(found[1]))
            return found

    def lately(self, key: Hashable, ask: Callable[[], T]) -> T:
        """What `ask` says, asked once in half of LATELY for all watchers with the same key."""
        with self._asking:
            at, said = self._answers.get(key, (None, None))
            if at is None or monotonic() - at >= LATELY / 2:
                if len(self._answers) > self._most:
                    self._answers.clear()
                at, said = monotonic(), ask()
                self._answers[key] = at, said
            return cast(T, said)

    def _enter(self, game: str, watcher: Watcher, place: str) -> bool:
        with self._lock:
            if self.watching >= self._most or not self._shares.take(place):
                return False
            self.watching += 1
            self._watchers[game].add(watcher)
            if self._url is not None and self._subscriber is None:
                self._subscriber = Thread(
                    target=self._subscribe, args=(self._url,), name="news", daemon=True
                )
                self._subscriber.start()
            return True

    def _leave(self, game: str, watcher: Watcher, place: str) -> None:
        with self._lock:
            self.watching -= 1
            self._shares.give_back(place)
            self._watchers[game].discard(watcher)
            if not self._watchers[game]:
                del self._watchers[game]
                self._reached.pop(game, None)

    def _subscribe(self, url: str) -> None:
        while True:
            try:
                redis = Redis.from_url(url)
                channel = redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
                channel.subscribe(NEWS)
                for message in channel.listen():
                    self.tell(msgspec.json.decode(message["data"], type=News))
            except RedisError as error:
                _log.warning("news interrupted", error=str(error))
                sleep(1)


def latest(watcher: Watcher, seconds: float) -> list[News]:
    """All news that are there, after waiting for the first of them; empty: none came in time.

    Raises Left once the watcher is not there any more.
    """
    found: list[News] = []
    try:
        news = watcher.get(timeout=seconds)
        while news is not None:
            found.append(news)
            news = watcher.get_nowait()
    except Empty:
        return found
    raise Left
