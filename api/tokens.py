"""Bearer tokens: random, shown once, stored as hashes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from api.paging import Page, Which, paged
from api.schemas import Role as Role
from events import clock
from events.database import writing
from events.tables import signed_out, tokens
from projections.rights import is_maker

FRESH_SECONDS = 2.0
"""How long a token found in the table is believed without looking again: so long may another
process go on accepting one that was revoked here."""

KEPT = 10_000

SESSION_LASTS = timedelta(days=60)
SESSION_NAME = "session"


class MakerEnded(Exception):
    """A token was to be made with one that has ended meanwhile."""


class Token(Struct, frozen=True):
    """What the table says of a token; the token itself is not in it."""

    id: str
    role: Role
    game: str | None
    seat: str | None
    league: str | None
    name: str | None
    link: bool
    expires_at: str | None
    created_at: str
    created_by: str | None
    revoked_at: str | None
    person: str | None

    @property
    def once(self) -> bool:
        """Whether it only signs a person in, and once: a link that is no game's."""
        return self.link and self.game is None


_COLUMNS = [tokens.c[name] for name in Token.__struct_fields__]


class Tokens:
    """The table of tokens, with those in use kept in memory; safe for many threads."""

    def __init__(self, engine: sa.Engine) -> None:
        """Works on the table `tokens` of `engine`."""
        self._engine = engine
        self._kept: dict[str, tuple[float, Token]] = {}
        self._makers: set[tuple[str, str]] = set()
        self._revoked = 0
        self._lock = Lock()

    def make(
        self,
        role: Role,
        *,
        game: str | None = None,
        seat: str | None = None,
        league: str | None = None,
        name: str | None = None,
        link: bool = False,
        expires_at: str | None = None,
        created_by: str | None = None,
        person: str | None = None,
    ) -> tuple[Token, str]:
        """A new token: its row, and the token itself, which is kept nowhere.

        It ends with its maker at the latest. Raises MakerEnded for one that has ended already.
        """
        secret = secrets.token_urlsafe(32)
        with writing(self._engine) as connection:
            end = _earlier(expires_at, _end_of_maker(connection, created_by))
            token = Token(
                id=clock.new_id(),
                role=role,
                game=game,
                seat=seat,
                league=league,
                name=name,
                link=link,
                expires_at=end,
                created_at=clock.now(),
                created_by=created_by,
                revoked_at=None,
                person=person,
            )
            row = msgspec.structs.asdict(token)
            connection.execute(tokens.insert().values(hash=hash_of(secret), **row))
        return token, secret

    def exchanged(self, secret: str) -> str | None:
        """The token of a session for one that signs in once; None: it does not, or not any more."""
        found = self.find(secret)
        if found is None or not found.once or not self._end(tokens.c.id == found.id):
            return None
        end = clock.stamp(datetime.now(UTC) + SESSION_LASTS)
        maker = found.created_by
        return self.make(found.role, name=SESSION_NAME, expires_at=end, created_by=maker)[1]

    def find(self, secret: str) -> Token | None:
        """The valid token that this is; None: unknown, revoked or expired."""
        key = hash_of(secret)
        kept = self._kept.get(key)
        if kept is None or monotonic() - kept[0] > FRESH_SECONDS:
            kept = self._look_up(key)
        if kept is None or not _valid(kept[1]):
            return None
        return kept[1]

    def knew(self, secret: str) -> bool:
        """Whether this is, or was, a token at all."""
        return bool(self.list(tokens.c.hash == hash_of(secret), most=1))

    def get(self, token_id: str) -> Token | None:
        """The token of that id, valid or not."""
        found = self.list(tokens.c.id == token_id)
        return found[0] if found else None

    def list(self, *conditions: Any, most: int | None = None) -> list[Token]:
        """The tokens that fulfil SQL conditions on the table, newest first, at most `most`."""
        query = sa.select(*_COLUMNS).where(*conditions)
        query = query.order_by(tokens.c.created_at.desc(), tokens.c.id.desc())
        query = query.limit(most) if most is not None else query
        with self._engine.connect() as connection:
            return [Token(*row) for row in connection.execute(query)]

    def page(self, ways: Sequence[sa.ColumnElement[bool]], which: Which) -> Page[Token]:
        """A page of the tokens that fulfil any of these conditions on the table, newest first."""
        newest = tokens.c.created_at.desc(), tokens.c.id.desc()
        queries = [sa.select(*_COLUMNS).where(way) for way in ways]
        with self._engine.connect() as connection:
            page = paged(connection, queries, newest, which)
        return page.of([Token(*row[: len(_COLUMNS)]) for row in page.entries])

    def made_for(self, game: str, maker: str) -> bool:
        """Whether a game was made with that token, as its first link tells; if so, for ever."""
        if (game, maker) in self._makers:
            return True
        found = bool(self.list(tokens.c.game == game, is_maker(maker)))
        if found:
            self._makers.add((game, maker))
        return found

    def revoke(self, token_id: str) -> None:
        """Ends a token, and all that were made with it; here at once, elsewhere within seconds."""
        family = sa.select(tokens.c.id).where(tokens.c.id == token_id).cte(recursive=True)
        family = family.union(sa.select(tokens.c.id).where(tokens.c.created_by == family.c.id))
        self._end(tokens.c.id.in_(sa.select(family.c.id)))

    def revoke_of(self, games: Sequence[str]) -> None:
        """Ends all links to these games."""
        self._end(tokens.c.game.in_(games))

    def sign_out(self, session: str, held: Sequence[str]) -> None:
        """Ends a session, by its word, and those of its tokens that were made for it alone.

        Links that were made in it stay.
        """
        hashes = [hash_of(secret) for secret in held]
        self._end(tokens.c.hash.in_(hashes), tokens.c.name == SESSION_NAME)
        long_ago = clock.stamp(datetime.now(UTC) - SESSION_LASTS)
        key, now = hash_of(session), clock.now()
        with writing(self._engine) as connection:
            gone = sa.or_(signed_out.c.at < long_ago, signed_out.c.session == key)
            connection.execute(signed_out.delete().where(gone))
            connection.execute(signed_out.insert().values(session=key, at=now))

    def is_signed_out(self, session: str) -> bool:
        """Whether the session of that word was ended."""
        query = sa.select(signed_out.c.at).where(signed_out.c.session == hash_of(session))
        with self._engine.connect() as connection:
            return connection.execute(query).first() is not None

    def _end(self, *those: sa.ColumnElement[bool]) -> bool:
        """Ends tokens; False: they had ended already, or there are none."""
        change = tokens.update().where(tokens.c.revoked_at.is_(None), *those)
        ending = change.values(revoked_at=clock.now()).returning(tokens.c.id)
        with writing(self._engine) as connection:
            ended = set(connection.scalars(ending))
        with self._lock:
            self._revoked += 1
            self._kept = {k: v for k, v in self._kept.items() if v[1].id not in ended}
        return bool(ended)

    def _look_up(self, key: str) -> tuple[float, Token] | None:
        asked, revoked = monotonic(), self._revoked
        found = self.list(tokens.c.hash == key)
        with self._lock:
            self._kept.pop(key, None)
            if not found:
                return None
            # What was read before somebody revoked a token is used once and not kept.
            if revoked == self._revoked:
                if len(self._kept) >= KEPT:
                    self._kept.clear()
                self._kept[key] = (asked, found[0])
        return asked, found[0]


def _end_of_maker(connection: sa.Connection, maker: str | None) -> str | None:
    """When the token that makes another one ends. Raises MakerEnded.

    A session's end is none: what is made in it is meant to last.
    """
    query = sa.select(tokens.c.name, tokens.c.expires_at, tokens.c.revoked_at)
    # Who revokes the maker waits until its child can be found.
    found = connection.execute(query.where(tokens.c.id == maker).with_for_update(read=True)).first()
    if found is None:
        return None
    if found.revoked_at is not None:
        raise MakerEnded
    return None if found.name == SESSION_NAME else found.expires_at


def _earlier(one: str | None, other: str | None) -> str | None:
    return min(filter(None, (one, other)), default=None)


def hash_of(secret: str) -> str:
    """What is stored of a token. It is random and long, so that one round of SHA-256 is enough."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def _valid(token: Token) -> bool:
    if token.revoked_at is not None:
        return False
    return token.expires_at is None or token.expires_at > clock.now()
