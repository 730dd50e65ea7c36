"""Wakes the referee: games with new events go to Redis without ever holding up a recorder."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Event, Lock, Thread
from time import monotonic, sleep, time
from typing import Any, NamedTuple, TypedDict

import msgspec
import structlog
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue as RqQueue
from rq import Worker

NAME = "gametape"
"""The queue of all jobs but the referee's."""

NEWS = "gametape:news"
"""Channel on which new events and new verdicts are told."""

REFEREE = "gametape:referee"
"""The queue of the referee's jobs, each of which judges whatever games wait."""

WAITING = "gametape:waiting"
"""Sorted set of the games to be judged, by the time since when they wait."""

LOOKED_AT = "gametape:looked-at"
"""Sorted set of the games that somebody is looking at, by the time until which that is believed."""

LOOK = 60.0
"""Seconds for which somebody is taken to look at what he has asked for."""

BREATH = 0.05
"""Seconds between two messages to Redis, so that a burst of appends costs one or two."""

LOOKS = 10_000
"""Games of which a process remembers that it has said so."""

AT_ONCE = 1_000
"""Games told to Redis in one message."""

_log = structlog.get_logger()


class News(msgspec.Struct, frozen=True):
    """Something new of a game: its log's version, or how far it is judged now."""

    game: str
    version: int | None = None
    checked_version: int | None = None


ALIVE = 75.0
"""Seconds after which a worker that says nothing counts as dead; each says something after 45."""


class Backlog(NamedTuple):
    """How many games wait to be judged, and for how many seconds the first of them has."""

    games: int
    seconds: float


class Health(TypedDict):
    """Whether Redis answers, how many workers live, how many games wait and how long one does."""

    redis: bool
    workers: int
    waiting: int
    lag: float
    """Seconds since when the game that waits longest waits."""


_NOBODY: Health = {"redis": False, "workers": 0, "waiting": 0, "lag": 0.0}


def connect(url: str) -> Redis:
    """A connection that gives up after two seconds instead of hanging."""
    return Redis.from_url(url, socket_connect_timeout=2, health_check_interval=30)


def enqueue(redis: Redis, game: str) -> bool:
    """Puts `game` among the waiting ones; False: it waits already. Raises RedisError.

    A job that runs takes games until none waits, so one job that has not begun is enough for all.
    """
    new = redis.zadd(WAITING, {game: time()}, nx=True)
    call_referee(redis)
    return bool(new)


def enqueue_all(redis: Redis, games: Sequence[str]) -> int:
    """As `enqueue`, for many games; how many of them did not wait yet. Raises RedisError."""
    new = 0
    for start in range(0, len(games), AT_ONCE):
        waiting: dict[Any, float] = dict.fromkeys(games[start : start + AT_ONCE], time())
        added: Any = redis.zadd(WAITING, waiting, nx=True)
        new += added
    if games:
        call_referee(redis)
    return new


def call_referee(redis: Redis) -> None:
    """Sees to it that a job will look at the games that wait, and at tables. Raises RedisError."""
    queue = RqQueue(REFEREE, connection=redis)
    if queue.count == 0:
        queue.enqueue("workers.jobs.judge", result_ttl=0, failure_ttl=86_400)


def take(redis: Redis, *, looked_at: bool = True) -> str | None:
    """Takes a game that waits: new events of it need a new wake-up from here on.

    It is one that somebody is looking at, if one of them waits (and `looked_at`); else of all. Of
    several it is the one that has waited longest.
    """
    for game in _looked_at(redis) if looked_at else ():
        if redis.zrem(WAITING, game):  # else another worker was faster
            return game.decode()
    taken: Any = redis.zpopmin(WAITING)
    return taken[0][0].decode() if taken else None


def look(redis: Redis, games: Collection[str]) -> None:
    """Says that somebody is looking at these games just now. Raises RedisError."""
    until: dict[Any, float] = dict.fromkeys(games, time() + LOOK)
    redis.zadd(LOOKED_AT, until)


def _looked_at(redis: Redis) -> list[bytes]:
    """The games that wait and that somebody is looking at, the longest waiting first."""
    with redis.pipeline(transaction=False) as pipe:
        pipe.zremrangebyscore(LOOKED_AT, "-inf", time())
        pipe.zinter({WAITING: 1, LOOKED_AT: 0})
        found: list[bytes] = pipe.execute()[1]
    return found


def tell(redis: Redis, news: News) -> None:
    """Publishes news to every process that has watchers. Raises RedisError."""
    redis.publish(NEWS, msgspec.json.encode(news))


def _health(redis: Redis) -> Health:
    backlog = _backlog(redis)
    return {
        "redis": bool(redis.ping()),
        "workers": sum(map(_lives, Worker.all(connection=redis))),
        "waiting": backlog.games,
        "lag": round(backlog.seconds, 3),
    }


def _backlog(redis: Redis) -> Backlog:
    first: Any = redis.zrange(WAITING, 0, 0, withscores=True)
    games: Any = redis.zcard(WAITING)
    return Backlog(games, max(0.0, time() - first[0][1]) if first else 0.0)


def _lives(worker: Worker) -> bool:
    heard = worker.last_heartbeat
    return heard is not None and time() - heard.timestamp() < ALIVE


class Queue:
    """The API's end of the queue. A lost wake-up is made good by the sweep."""

    def __init__(self, url: str | None) -> None:
        """`url` None: nobody is woken."""
        self._url = url
        self._games: dict[str, int] = {}
        self._looks: set[str] = set()
        self._looked: dict[str, float] = {}
        self._seasons = False
        self._lock = Lock()
        self._news = Event()
        self._thread: Thread | None = None

    def wake(self, game: str, version: int) -> None:
        """Says that the log of `game` has reached `version`. Returns at once and never raises."""
        if self._url is None:
            return
        with self._lock:
            self._games[game] = version
        self._start()

    def wake_seasons(self) -> None:
        """Says that the table of some season is to be made anew. As `wake`."""
        if self._url is None:
            return
        with self._lock:
            self._seasons = True
        self._start()

    def look(self, game: str) -> None:
        """Says that somebody is looking at `game`: it is judged before others. As `wake`."""
        now = monotonic()
        if self._url is None or now - self._looked.get(game, -LOOK) < LOOK / 2:
            return
        with self._lock:
            if len(self._looked) >= LOOKS:
                self._looked.clear()
            self._looked[game] = now
            self._looks.add(game)
        self._start()

    def _start(self) -> None:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._send, name="wake", daemon=True)
                self._thread.start()
        self._news.set()

    def health(self) -> Health:
        """Whether Redis answers, how many workers are there and how far they lag behind."""
        if self._url is None:
            return _NOBODY
        try:
            return _health(connect(self._url))
        except RedisError:
            return _NOBODY

    def _send(self) -> None:
        assert self._url is not None
        redis = connect(self._url)
        while True:
            self._news.wait()
            self._news.clear()
            with self._lock:
                games, self._games = self._games, {}
                looks, self._looks = self._looks, set()
                seasons, self._seasons = self._seasons, False
            try:
                if looks:
                    look(redis, looks)
                if seasons:
                    call_referee(redis)
                for game, version in games.items():
                    tell(redis, News(game, version))
                enqueue_all(redis, list(games))
            except RedisError as error:
                _log.warning("referee not woken", games=len(games), error=str(error))
            sleep(BREATH)
