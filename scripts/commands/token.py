"""gametape token."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

import click

from api.services import Services
from events.clock import stamp
from scripts import installation
from scripts.console import err, out
from scripts.fault import Fault


@click.command()
@click.option(
    "--role",
    default="admin",
    show_default=True,
    type=click.Choice(["admin", "organizer"]),
    help="organizer: of a league; an admin of everything.",
)
@click.option("--league", help="The league that an organizer runs.")
@click.option("--name", help="Who or what it is for, as shown in lists.")
@click.option("--days", type=click.IntRange(1, 36_500), help="How long it is valid; else for ever.")
def token(
    role: Literal["admin", "organizer"], league: str | None, name: str | None, days: int | None
) -> None:
    """Makes a bearer token and prints it, this once.

    \b
    gametape token --name "backup script" --days 365
    gametape token --role organizer --league sunday-league
    curl -H "Authorization: Bearer $(gametape token)" http://127.0.0.1:8000/api/v1/games
    """
    expires = None if days is None else stamp(datetime.now(UTC) + timedelta(days=days))
    here = installation.opened()
    _require_league(here, role, league)
    made, secret = here.tokens.make(role, league=league, name=name, expires_at=expires)
    out.print(secret, markup=False)
    err.print(f"Token {made.id}, role {role}; it is stored as a hash and never shown again.")


def _require_league(here: Services, role: str, league: str | None) -> None:
    """Raises Fault for a league that is not there, and for one that no token of that role has."""
    if league is None:
        return
    if role != "organizer":
        raise Fault(f"An admin's token is for everything; say --role organizer for {league}.")
    stream = here.store.stream(league)
    if stream is None or stream.kind != "league":
        raise Fault(f"There is no league {league}; make it first, on the page Leagues.")
