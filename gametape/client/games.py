"""Games: made, found, recorded, read and watched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4

from gametape.client.connection import Answer, Connection
from gametape.client.models import Checked, Draft, Event, Findings, Header, Log, Option, Seat
from gametape.client.watching import watch


class Client:
    """An installation, for whoever holds `token`; without one, what is public."""

    def __init__(self, base: str, token: str | None = None, *, patience: float = 60.0) -> None:
        """`base` as `https://games.example.org`; `patience`: seconds that a call is made again."""
        self.connection = Connection(base, token, patience=patience)

    def __enter__(self) -> Client:
        """The client itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes its connection."""
        self.close()

    def close(self) -> None:
        """Closes its connection."""
        self.connection.close()

    def make(
        self,
        ruleset: str,
        seats: Mapping[str, str] | Sequence[Seat],
        *,
        id: str | None = None,
        **more: Any,
    ) -> Game:
        """Makes a game: `seats` as seat -> name, or whole; `more` as the API names it.

        Its id is made here, so that it is one game however often it is asked for.
        """
        seated = [Seat(*one) for one in seats.items()] if isinstance(seats, Mapping) else seats
        body = {"ruleset": ruleset, "seats": seated, "id": id or str(uuid4()), **more}
        header = self.connection.call("POST", "/games", body).read(Header)
        return Game(self.connection, header.id, header)

    def game(self, id: str) -> Game:
        """A game by its id; nothing is asked yet."""
        return Game(self.connection, id)

    def games(self, **which: Any) -> Iterator[Header]:
        """The games that may be known, newest first, over all pages; `which` as the API names it:
        ruleset, status, league, person, q.
        """
        page = 1
        while True:
            query = urlencode({**which, "page": page, "page_size": 100})
            found = self.connection.call("GET", f"/games?{query}").read(list[Header])
            yield from found
            if len(found) < 100:
                return
            page += 1


class Game:
    """One game. `made`: what it was when it was made here, with the links shown only then."""

    def __init__(self, connection: Connection, id: str, made: Header | None = None) -> None:
        """A game of an installation."""
        self._connection, self.id, self.made = connection, id, made

    def header(self) -> Header:
        """How it stands."""
        return self._get("").read(Header)

    def record(self, *events: Draft, expected_version: int | None = None) -> Log:
        """Records events, all or none; the events as they are stored.

        With `expected_version` only where the log is at that version: else Problem 409, whose
        `version` is the present one. What was stored before, by this or by an earlier call with the
        same drafts, is answered as it is.
        """
        body: dict[str, Any] = {"events": events}
        if expected_version is not None:
            body["expected_version"] = expected_version
        return self._connection.call("POST", f"{self._path}/events", body).read(Log)

    def events(self, after: int = 0, *, effective: bool = False) -> Iterator[Event]:
        """The log after a version; `effective`: as it stands after corrections, after a step."""
        view = "effective" if effective else "audit"
        while True:
            log = self._get(f"/events?view={view}&after={after}&limit=1000").read(Log)
            yield from log.events
            if len(log.events) < 1000:
                return
            last = log.events[-1]
            after = last.step or last.version

    def state(self, step: int | None = None, seat: str | None = None) -> dict[str, Any]:
        """The position after a step (by default the last), as a seat or `public` sees it."""
        return self._get("/state" + _query(step=step, seat=seat)).read(dict[str, Any])

    def options(self, step: int | None = None, seat: str | None = None) -> list[Option]:
        """The legal next events after a step."""
        found = self._get("/options" + _query(step=step, seat=seat)).read(dict[str, list[Option]])
        return found["options"]

    def findings(self) -> Findings:
        """What the referee has found so far."""
        return self._get("/findings").read(Findings)

    def branch(self, step: int, id: str | None = None) -> Game:
        """A new game that shares the log up to a step."""
        body = {"step": step, "id": id or str(uuid4())}
        header = self._connection.call("POST", f"{self._path}/branches", body).read(Header)
        return Game(self._connection, header.id, header)

    def watch(self, after: int | None = None) -> Iterator[Event | Checked]:
        """What is recorded after a version (by default the present one), as it happens, and how
        far the referee has come; each event once, over every break of the connection.

        Does not end by itself. Raises Problem when the game may not be seen any more.
        """
        return watch(
            self._connection, self._path, self.header().version if after is None else after
        )

    @property
    def _path(self) -> str:
        return f"/games/{quote(self.id, safe='')}"

    def _get(self, path: str) -> Answer:
        return self._connection.call("GET", self._path + path)


def _query(**given: Any) -> str:
    found = {name: value for name, value in given.items() if value is not None}
    return f"?{urlencode(found)}" if found else ""
