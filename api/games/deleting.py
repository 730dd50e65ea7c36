"""A game is deleted by who organizes it."""

from __future__ import annotations

from api.access import permissions
from api.access.issuing import end_links_to
from api.games.game_access import Seen
from api.http.problems import Problem
from events.database import writing
from events.keeping import tombstones
from events.tables import confirmations, deliveries, disputes, opened_hands


def delete(seen: Seen) -> None:
    """Deletes a game and its branches for good: what was recorded, what follows from it, its links.

    Raises 403.
    """
    here, game = seen.here, seen.stream.id
    if not permissions.may_delete(here, seen.asking, game):
        raise Problem(403, f"{game} is deleted by its organizer or an admin alone.")
    gone = tombstones.bury(here.engine, game, seen.asking.name)
    end_links_to(here, gone)
    for one in gone:
        here.games.remove(one)
        here.append_cache.forget(one)
    with writing(here.engine) as connection:
        of_games = (confirmations.c.game, disputes.c.game, opened_hands.c.game)
        for column in (*of_games, deliveries.c.subject):
            connection.execute(column.table.delete().where(column.in_(gone)))
