"""Links that carry a token in their fragment, which browsers keep to themselves."""

from __future__ import annotations

from api.http.addresses import address
from api.schemas import Links
from api.tokens import Token


def link_of(token: Token, secret: str) -> str | None:
    """Where the token opens its game, league or person; None: it is for none."""
    if token.person is not None:
        return address(f"/people/{token.person}#{secret}")
    if token.game is not None:
        opened = record_link if token.role == "recorder" else watch_link
        return opened(token.game, secret)
    return None if token.league is None else address(f"/leagues/{token.league}#{secret}")


def links_to(game: str, recorder: str, spectator: str) -> Links:
    """The links of a game, with those of its recorder and its spectators."""
    return Links(
        web=address(f"/games/{game}"),
        recorder=record_link(game, recorder),
        spectator=watch_link(game, spectator),
    )


def record_link(game: str, secret: str) -> str:
    """The link at which whoever holds the token records a game."""
    return address(f"/games/{game}/record#{secret}")


def watch_link(game: str, secret: str) -> str:
    """The link at which whoever holds the token looks at a game."""
    return address(f"/games/{game}#{secret}")
