"""Wakes the referee: games with new events go to Redis without ever holding up a recorder."""

from __future__ import annotations

from threading import Event, Lock, Thread
from time import sleep
from typing import TypedDict

import msgspec
import structlog
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue as RqQueue
from rq import Worker, get_current_job

NAME = "gametape"
NEWS = "gametape:news"
"""Channel on which new events and new verdicts are told."""

WAITING = "gametape:waiting"
"""Set of the games for which a job waits that has not begun to read."""

BREATH = 0.02
"""Seconds between two messages to Redis, so that a burst of appends costs one or two."""

_log = structlog.get_logger()


class News(msgspec.Struct, frozen=True):
    """Something new of a game: its log's version, or how far it is judged now."""

    game: str
    version: int | None = None
    checked_version: int | None = None


class Health(TypedDict):
    """Whether Redis answers, and how many workers listen."""

    redis: bool
    workers: int


def connect(url: str) -> Redis:
    """A connection that gives up after two seconds instead of hanging."""
    return Redis.from_url(url, socket_connect_timeout=2, health_check_interval=30)


def enqueue(redis: Redis, game: str) -> bool:
    """Puts one referee job for `game` into the queue unless one is waiting there already.

    Raises RedisError when Redis is away.
    """
    if not redis.sadd(WAITING, game):
        return False
    queue = RqQueue(NAME, connection=redis)
    queue.enqueue("workers.jobs.referee", game, result_ttl=0, failure_ttl=86_400)
    return True


def started(game: str) -> None:
    """Called by a job before it reads: from here on new events of `game` need a new job."""
    job = get_current_job()
    if job is not None:
        job.connection.srem(WAITING, game)


def tell(redis: Redis, news: News) -> None:
    """Publishes news to every process that has watchers. Raises RedisError."""
    redis.publish(NEWS, msgspec.json.encode(news))


class Queue:
    """The API's end of the queue. A lost wake-up is made good by the sweep."""

    def __init__(self, url: str | None) -> None:
        """`url` None: nobody is woken."""
        self._url = url
        self._games: dict[str, int] = {}
        self._lock = Lock()
        self._news = Event()
        self._thread: Thread | None = None

    def wake(self, game: str, version: int) -> None:
        """Says that the log of `game` has reached `version`. Returns at once and never raises."""
        if self._url is None:
            return
        with self._lock:
            self._games[game] = version
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._send, name="wake", daemon=True)
                self._thread.start()
        self._news.set()

    def health(self) -> Health:
        """Whether Redis answers and how many workers are there."""
        if self._url is None:
            return {"redis": False, "workers": 0}
        try:
            redis = connect(self._url)
            return {"redis": bool(redis.ping()), "workers": Worker.count(connection=redis)}
        except RedisError:
            return {"redis": False, "workers": 0}

    def _send(self) -> None:
        assert self._url is not None
        redis = connect(self._url)
        while True:
            self._news.wait()
            self._news.clear()
            with self._lock:
                games, self._games = self._games, {}
            try:
                for game, version in games.items():
                    tell(redis, News(game, version))
                    enqueue(redis, game)
            except RedisError as error:
                _log.warning("referee not woken", games=len(games), error=str(error))
            sleep(BREATH)
