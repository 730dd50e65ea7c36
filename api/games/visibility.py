"""Who may see a game is changed: with it its branches, and what links open them."""

from __future__ import annotations

from api.access import permissions
from api.access.issuing import end_links_of_others
from api.games.creation import Visibility
from api.games.game_access import Seen
from api.http.problems import Problem, unprocessable
from api.services import Services
from events.store import SeenByMore, Stream
from projections.kit.common import Payload


class VisibilityBody(Payload, frozen=True):
    """Who may see a game. A branch is seen by no more than the game it left."""

    visibility: Visibility


def may_change(seen: Seen) -> bool:
    """Whether the caller may say who sees the game: not the recorder of one seat."""
    here, asking = seen.here, seen.asking
    return asking.seat is None and permissions.may_record(here, asking, seen.stream.id)


def change(seen: Seen, wanted: VisibilityBody) -> None:
    """Changes who may see a game and its branches. Raises 403, and 422 for a branch."""
    here, game = seen.here, seen.stream.id
    if not may_change(seen):
        raise Problem(403, f"Who may see {game} is for its recorder, organizer or an admin to say.")
    try:
        here.store.set_visibility(game, wanted.visibility)
    except SeenByMore as error:
        raise unprocessable({"visibility": [str(error)]}) from None
    for branch in here.store.branches(game):
        _shut(here, game, branch)


def _shut(here: Services, parent: str, branch: Stream) -> None:
    """Ends the links to a branch of those who may not know of its parent any more."""
    left = here.store.stream(parent)
    assert left is not None
    end_links_of_others(here, branch.id, left)
    for further in here.store.branches(branch.id):
        _shut(here, parent, further)
