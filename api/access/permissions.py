"""Who may what: the one place that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from api.access.callers import Caller
from api.http.problems import Problem, not_found
from api.services import Services
from api.tokens import Role, Token
from events.batch import GONE
from events.store import Stream
from events.tables import tokens
from projections import rights
from projections.games.tape import Tape
from projections.kit.ruleset import ALL, PUBLIC, Viewer
from projections.rights import Bearer
from projections.tables import fixtures, leagues, members, seasons, sitting, summaries

LINKS: Sequence[Role] = ("recorder", "spectator")
"""The roles that links to a game give."""


def made(here: Services, asking: Caller, game: str) -> bool:
    """Whether an organizer made this game: its first links were then made for that token."""
    if asking.role != "organizer" or asking.token is None:
        return False
    return here.tokens.made_for(game, asking.token)


def may_record(here: Services, asking: Caller, game: str) -> bool:
    """Whether the caller may append to this game (a seat's recorder: what is the seat's)."""
    if asking.role == "admin":
        return True
    if asking.role == "recorder":
        return asking.game == game
    if asking.role != "organizer":
        return False
    return made(here, asking, game) or _may_organize_its_league(here, asking, game)


def may_organize(here: Services, asking: Caller, league: str) -> bool:
    """Whether the caller may record in this league: an admin, its organizer, or who made it."""
    if asking.role == "admin":
        return True
    if asking.role != "organizer":
        return False
    if asking.league is not None:
        return asking.league == league
    return here.leagues.maker(league) == asking.token


def _may_organize_its_league(here: Services, asking: Caller, game: str) -> bool:
    league = here.leagues.of_game(game)
    return league is not None and may_organize(here, asking, league)


def may_change_person(here: Services, asking: Caller, person: str) -> bool:
    """Whether the caller may say what somebody is called, and hand him a link for himself.

    He himself may, an admin, and who organizes a league in which he plays, as long as he plays
    nowhere else: nobody comes by the right, or by what is kept about him, by entering him.
    """
    if asking.role == "admin" or asking.person == person:
        return True
    if asking.role != "organizer" or asking.token is None:
        return False
    own = leagues.c.maker == asking.token
    if asking.league is not None:
        own = leagues.c.league == asking.league
    with here.engine.connect() as connection:
        ids = set(connection.scalars(sa.select(leagues.c.league).where(own)))
        where = set(connection.scalars(_leagues_of(person)))
        if None in where and not connection.scalar(_sits_with_others(person, asking.token)):
            where.discard(None)
    return bool(where) and where <= ids


def _leagues_of(person: str) -> sa.CompoundSelect[Any]:
    """The leagues in which somebody sat or is in a team; null: he sat in a game of none."""
    sat = (
        sa.select(fixtures.c.league)
        .select_from(sitting)
        .join(summaries, summaries.c.game == sitting.c.game)
        .join(fixtures, fixtures.c.fixture == summaries.c.fixture, isouter=True)
        .where(sitting.c.person == person)
    )
    entered = (
        sa.select(seasons.c.league)
        .join(members, seasons.c.season == members.c.season)
        .where(members.c.person == person)
    )
    return sa.union(sat, entered)


def _sits_with_others(person: str, maker: str) -> sa.Select[Any]:
    """A row if somebody sat in a game of no league that was not made with that token."""
    made = sa.exists().where(tokens.c.game == sitting.c.game, rights.is_maker(maker))
    others = (
        sa.select(sitting.c.game)
        .join(summaries, summaries.c.game == sitting.c.game)
        .join(fixtures, fixtures.c.fixture == summaries.c.fixture, isouter=True)
        .where(sitting.c.person == person, fixtures.c.league.is_(None), ~made)
    )
    return others.limit(1)


def may_erase_person(asking: Caller, person: str) -> bool:
    """Whether the caller may erase what somebody is called, and have all that is kept about him."""
    return asking.role == "admin" or asking.person == person


def may_see_league(here: Services, asking: Caller, stream: Stream) -> bool:
    """Whether the caller may know of this league."""
    if stream.visibility == "public" or may_organize(here, asking, stream.id):
        return True
    opened = asking.role == "spectator" and asking.league == stream.id
    return opened and stream.visibility != "private"


def may_see(here: Services, asking: Caller, stream: Stream) -> bool:
    """Whether the caller may know of this game."""
    if stream.visibility == "public" or may_record(here, asking, stream.id):
        return True
    if asking.role != "spectator" or stream.visibility == "private":
        return False
    if asking.league is not None:
        return here.leagues.of_game(stream.id) == asking.league
    return asking.game == stream.id


def may_delete(here: Services, asking: Caller, game: str) -> bool:
    """Whether the caller may delete this game: an admin, and its organizer."""
    return asking.role in ("admin", "organizer") and may_record(here, asking, game)


def find_game(here: Services, asking: Caller, game: str) -> Stream:
    """The stream of a game that the caller may know of. Raises 404, and 410 for who could have
    deleted it."""
    stream = here.store.stream(game)
    if stream is not None and stream.kind == GONE and may_delete(here, asking, game):
        detail = f"{game} was deleted: its ids and hashes are all that is left of it."
        raise Problem(410, detail, "deleted")
    if stream is None or stream.kind != "game" or not may_see(here, asking, stream):
        raise not_found(f"There is no game {game}, or you need its link to see it.")
    return stream


def all_seen(asking: Caller) -> sa.ColumnElement[bool]:
    """The SQL condition on `streams` for what `may_see` and `may_see_league` say of all of them."""
    return sa.or_(*ways_to_see(asking))


def ways_to_see(asking: Caller) -> list[sa.ColumnElement[bool]]:
    """The conditions on `streams` of which one is enough for the caller to know of a stream.

    Each has an index; a list is faster made of all of them one by one.
    """
    return rights.ways_to_see(Bearer(asking.role, asking.token, asking.game, asking.league))


def viewer(here: Services, asking: Caller, stream: Stream, now: Tape) -> Viewer:
    """As whom the caller sees a game that he may know of; `now` is its present tape."""
    if may_record(here, asking, stream.id):
        if asking.seat is None:
            return ALL
        return ALL if is_over(here, stream, now) else asking.seat
    return ALL if is_over(here, stream, now) else PUBLIC


def is_over(here: Services, stream: Stream, now: Tape) -> bool:
    """Whether nothing of a game is hidden any more: it has ended for all, and what it branched off
    too."""
    over = here.endings.is_open(now)
    if not over or stream.parent is None:
        return over
    parent = here.store.stream(stream.parent)
    tape = here.tapes.get(stream.parent)
    return parent is not None and tape is not None and is_over(here, parent, tape)


def chosen_viewer(own: Viewer, wanted: str | None) -> Viewer:
    """The viewer that `?seat=` asks for. Raises 403 for what the caller may not see."""
    if wanted is None or wanted in (own, PUBLIC):
        return own if wanted is None else wanted
    if own != ALL:
        sight = "the public sees" if own == PUBLIC else f"seat {own} sees"
        raise Problem(403, f"You see this game as {sight} it, not as {wanted} does.")
    return wanted


def may_grant(
    here: Services,
    asking: Caller,
    role: Role,
    game: str | None,
    seat: str | None,
    league: str | None = None,
) -> bool:
    """Whether the caller may make a token of that role."""
    if asking.role == "admin":
        return True
    if league is not None:
        return role in ("organizer", "spectator") and may_organize(here, asking, league)
    if role not in LINKS or game is None or not may_record(here, asking, game):
        return False
    return asking.seat is None or role == "spectator" or asking.seat == seat


def may_revoke(here: Services, asking: Caller, token: Token) -> bool:
    """Whether the caller may end that token."""
    if asking.role == "admin" or asking.token in (token.id, token.created_by):
        return True
    if token.role not in LINKS or token.game is None:
        return False
    return asking.seat is None and may_record(here, asking, token.game)


def ways_to_revoke(
    here: Services, asking: Caller, game: str | None
) -> list[sa.ColumnElement[bool]]:
    """The conditions on `tokens` of which one is enough for `may_revoke`: of one game, or of all.

    Each has an index.
    """
    named = sa.true() if game is None else tokens.c.game == game
    if asking.role == "admin":
        return [named]
    own = [tokens.c.id == asking.token, tokens.c.created_by == asking.token]
    if game is not None and asking.seat is None and may_record(here, asking, game):
        own.append(tokens.c.role.in_(LINKS))
    return [sa.and_(named, one) for one in own]
