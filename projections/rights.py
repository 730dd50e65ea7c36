"""Who may know of a stream: the one place that says it in SQL, for callers and for webhooks."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct

from events.tables import streams, tokens
from projections.tables import fixtures, leagues, summaries


class Bearer(Struct, frozen=True):
    """The role and the id of a token, and the game or league that it is for; all None: nobody's."""

    role: str | None = None
    token: str | None = None
    game: str | None = None
    league: str | None = None


def ways_to_see(asking: Bearer) -> list[sa.ColumnElement[bool]]:
    """The conditions on `streams` of which one is enough to know of a stream.

    Each has an index; a list is faster made of all of them one by one.
    """
    if asking.role == "admin":
        return [sa.true()]
    seen = streams.c.visibility == "public"
    if asking.role == "organizer":
        made = tokens.c.game == streams.c.id, is_maker(asking.token)
        own = leagues.c.maker == asking.token
        own = own if asking.league is None else leagues.c.league == asking.league
        return [seen, _there(tokens.c.id, *made), *_of_leagues(own)]
    if asking.role == "spectator" and asking.league is not None:
        linked = _of_leagues(leagues.c.league == asking.league)
        return [seen, *(sa.and_(way, streams.c.visibility != "private") for way in linked)]
    if asking.role == "recorder":
        return [seen, streams.c.id == asking.game]
    if asking.role == "spectator":
        return [seen, sa.and_(streams.c.id == asking.game, streams.c.visibility != "private")]
    return [seen]


def may_see(connection: sa.Connection, token: str, role: str, stream: str) -> bool:
    """Whether the bearer of a token of that role may know of a stream, as the transaction sees it.

    An admin may, whatever became of the stream.
    """
    if role == "admin":
        return True
    query = sa.select(tokens.c.game, tokens.c.league).where(tokens.c.id == token)
    bound = connection.execute(query).first()
    game, league = bound if bound is not None else (None, None)
    ways = sa.or_(*ways_to_see(Bearer(role, token, game, league)))
    known = sa.select(streams.c.id).where(streams.c.id == stream, ways)
    return connection.execute(known).first() is not None


def is_maker(maker: str | None) -> sa.ColumnElement[bool]:
    """The condition on `tokens` of the row that tells who made a game: its first link was made for
    that token.

    Later ones tell of no more than a right that somebody had then, as to games of his league.
    """
    earlier = tokens.alias("earlier")
    before = sa.tuple_(earlier.c.created_at, earlier.c.id) < sa.tuple_(
        tokens.c.created_at, tokens.c.id
    )
    others = sa.select(earlier.c.id).where(earlier.c.game == tokens.c.game, before)
    return sa.and_(tokens.c.created_by == maker, ~sa.exists(others.correlate(tokens)))


def _of_leagues(those: sa.ColumnElement[bool]) -> list[sa.ColumnElement[bool]]:
    """Those leagues themselves, and their games."""
    of_game = fixtures.c.fixture == summaries.c.fixture, leagues.c.league == fixtures.c.league
    game = summaries.c.game == streams.c.id, streams.c.kind == "game"
    return [
        _there(leagues.c.league, leagues.c.league == streams.c.id, those),
        _there(summaries.c.game, *game, *of_game, those),
    ]


def _there(key: sa.Column[str], *conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Whether there is such a row for a stream: looked up for a few, joined for many."""
    return sa.exists(sa.select(key).where(*conditions).correlate(streams))
