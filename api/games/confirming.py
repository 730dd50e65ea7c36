"""The end of a game is confirmed by those who did not bring it about alone."""

from __future__ import annotations

from typing import Literal

from api.access import permissions
from api.games.game_access import Seen
from api.http.problems import Problem, unprocessable
from projections.kit.common import Payload
from workers.queue import News


class ConfirmationBody(Payload, frozen=True):
    """That a game is over, as its log says."""

    result: Literal["confirmed"]


def may_confirm(seen: Seen) -> bool:
    """Whether the caller may confirm the end that waits for it."""
    return seen.waiting is not None and _may_record(seen) and _side(seen) != seen.waiting.alone


def confirm(seen: Seen) -> None:
    """Confirms the end of a game for the caller's side, or for the table.

    Raises 403 for who records nothing here or ended it himself, 422 where the game is not over.
    """
    here, game = seen.here, seen.stream.id
    if not _may_record(seen):
        raise Problem(403, f"The end of {game} is for those to confirm who record it.")
    if not seen.now.ended:
        raise unprocessable({"result": [f"{game} is not over: there is no end to confirm."]})
    side = _side(seen)
    if seen.waiting is not None and side == seen.waiting.alone:
        detail = f"{side} has ended {game} alone: another side or an organizer confirms that."
        raise Problem(403, detail)
    here.endings.confirm(seen.now, side, seen.asking.name)
    # No version is new, but what everybody may see of them: sums and webhooks follow.
    here.live.tell(News(game, checked_version=seen.checked_version))
    here.queue.wake(game, seen.now.version)


def _may_record(seen: Seen) -> bool:
    return permissions.may_record(seen.here, seen.asking, seen.stream.id)


def _side(seen: Seen) -> str | None:
    """The side of whoever records one seat; None: he records the whole game."""
    seat = seen.asking.seat
    return None if seat is None else seen.now.rules.sides(seen.now.latest).get(seat, seat)
