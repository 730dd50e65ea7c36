"""How often one caller may ask: a bucket for each token, and one for each address without any."""

from __future__ import annotations

from math import ceil
from threading import Lock
from time import monotonic

from flask import Flask, Response, request

from api.access import callers
from api.access.sessions import SESSION, tokens_in
from api.http.headers import RATE_LIMIT
from api.http.problems import Problem
from api.services import services

SIGN_IN = "session.sign_in"
"""The endpoint that takes tokens in its body, of forms and of links alike."""

KEPT = 20_000
"""Buckets in memory; then the full ones go, which are as good as new ones."""


class Buckets:
    """Buckets that hold `per_minute` requests and fill again within a minute."""

    def __init__(self, per_minute: int, name: str = "requests") -> None:
        """Starts with every bucket full; clients are told its `name`."""
        self._name = name
        self._policy = ("RateLimit-Policy", f'"{name}";q={per_minute};w=60')
        self._size = float(per_minute)
        self._per_second = per_minute / 60
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def spend(self, key: str) -> None:
        """Takes one request out of a bucket, and tells in the answer what is left (the IETF's
        RateLimit fields). Raises 429 where it is empty.
        """
        wait = self.take(key)
        left, _ = self._left.get(key, (self._size, 0))
        full = ceil((self._size - left) / self._per_second)
        told = f'"{self._name}";r={int(left)};t={full}'
        request.environ[RATE_LIMIT] = (self._policy, ("RateLimit", told))
        _wait(wait)

    def take(self, key: str) -> float:
        """Takes one request out of a bucket: 0, or the seconds to wait where it is empty."""
        now = monotonic()
        with self._lock:
            left = self._left_now(key, now)
            if left < 1:
                self._left[key] = (left, now)
                return (1 - left) / self._per_second
            self._left[key] = (left - 1, now)
            if len(self._left) > KEPT:
                self._empty_out(now)
            return 0.0

    def wait(self, key: str) -> float:
        """The seconds until something can be taken out of a bucket; it is left as it is."""
        with self._lock:
            left = self._left_now(key, monotonic())
        return 0.0 if left >= 1 else (1 - left) / self._per_second

    def _left_now(self, key: str, now: float) -> float:
        left, since = self._left.get(key, (self._size, now))
        return min(self._size, left + (now - since) * self._per_second)

    def _empty_out(self, now: float) -> None:
        self._left = {
            key: (left, since)
            for key, (left, since) in self._left.items()
            if left + (now - since) * self._per_second < self._size
        }


class Limits:
    """The limits of one application."""

    def __init__(self, by_token: int, by_address: int, wrong_tokens: int) -> None:
        """Numbers are requests a minute."""
        self._by_token = Buckets(by_token, "token")
        self._by_address = Buckets(by_address, "address")
        self._wrong_tokens = Buckets(wrong_tokens, "wrong-tokens")
        self._let_in: set[tuple[str, str]] = set()

    def apply(self) -> None:
        """Raises 429 when the present caller has asked too often. An admin never has.

        Where too many wrong tokens came from an address, none is looked at that was not good there
        before.
        """
        address = _address()
        pause = self._wrong_tokens.wait(address) if _shows_secret() else 0.0
        try:
            asking = callers.caller()
        except Problem as problem:
            if problem.status == 401:
                self._wrong_tokens.take(address)
            _wait(pause)
            return
        if asking.role == "admin":
            return
        if pause and (address, asking.name) not in self._let_in:
            _wait(pause)
        if asking.token is not None and not pause:
            self._welcome(address, asking.token)
        if asking.token is None:
            self._by_address.spend(address)
        elif asking.role == "spectator":
            # Everybody in the stands may have the same link.
            self._by_token.spend(f"{asking.token} {address}")
        else:
            self._by_token.spend(asking.token)

    def count_wrong(self, response: Response) -> Response:
        """Counts the wrong tokens of a session, and those that should have signed somebody in."""
        wrong = len(callers.unknown_in_session())
        wrong += response.status_code == 401 and request.endpoint == SIGN_IN
        for _ in range(wrong):
            self._wrong_tokens.take(_address())
        return response

    def _welcome(self, address: str, token: str) -> None:
        if len(self._let_in) >= KEPT:
            self._let_in.clear()
        self._let_in.add((address, token))


def _address() -> str:
    return request.remote_addr or "nowhere"


def _shows_secret() -> bool:
    """Whether the request carries a token: in its header, its session, or to sign in."""
    if "Authorization" in request.headers or request.endpoint == SIGN_IN:
        return True
    return bool(tokens_in(request.cookies.get(SESSION, "")))


def _wait(seconds: float) -> None:
    if seconds > 0:
        pause = ceil(seconds)
        detail = f"You have asked too often; wait {pause} s."
        raise Problem(429, detail, headers={"Retry-After": str(pause)})


def limit(app: Flask) -> None:
    """Limits the requests to `app`, but for those for files, for its health and before others."""
    with app.app_context():
        settings = services().settings
    limits = Limits(
        settings.requests_per_minute,
        settings.requests_per_minute_by_address,
        settings.wrong_tokens_per_minute,
    )

    def apply() -> None:
        endpoint = request.endpoint or ""
        free = endpoint.endswith("static") or endpoint.startswith("health.")
        if not free and request.method != "OPTIONS":
            limits.apply()

    app.before_request(apply)
    app.after_request(limits.count_wrong)
