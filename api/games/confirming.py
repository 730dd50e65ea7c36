"""The end of a game is confirmed by those who did not bring it about alone."""

from __future__ import annotations

from typing import Literal

from api.access import permissions
from api.games.game_access import Seen
from api.http.problems import Problem, unprocessable
from projections.kit.common import Payload, Text
from workers.queue import News


class ConfirmationBody(Payload, frozen=True):
    """That a game ended as its log says, or that a side does not agree, and why."""

    result: Literal["confirmed", "disputed"]
    note: Text | None = None


def named(seen: Seen, side: str) -> str:
    """The names of who sits on a side."""
    sides = seen.now.rules.sides(seen.now.latest)
    seats = seen.now.created.seats
    return " and ".join(one.name for one in seats if sides.get(one.seat, one.seat) == side)


def may_confirm(seen: Seen) -> bool:
    """Whether the caller may confirm the end that waits for it."""
    return seen.waiting is not None and _may_record(seen) and _side(seen) != seen.waiting.alone


def may_dispute(seen: Seen) -> bool:
    """Whether the caller may say that a side does not agree with the end that waits for it."""
    return may_confirm(seen) and _side(seen) is not None


def confirm(seen: Seen) -> None:
    """Confirms the end of a game for the caller's side, or for the table.

    Raises 403 for who records nothing here or ended it himself, 422 where the game is not over.
    """
    side = _speaking(seen)
    seen.here.endings.confirm(seen.now, side, seen.asking.name)
    _tell(seen)


def dispute(seen: Seen, note: str | None) -> None:
    """Notes that the caller's side does not agree with how the game ended.

    Raises as `confirm`, and 403 for who records the whole game: he corrects what is recorded.
    """
    side = _speaking(seen)
    if side is None:
        detail = "A side disputes how a game ended; who records all of it corrects it instead."
        raise Problem(403, detail)
    seen.here.endings.dispute(seen.now, side, seen.asking.name, note)
    _tell(seen)


def _speaking(seen: Seen) -> str | None:
    """The side for which the caller speaks of the end; None: for the table."""
    if not _may_record(seen):
        raise Problem(403, "The end of a game is for those to confirm who record it.")
    if not seen.now.ended:
        raise unprocessable({"result": ["The game is not over: there is no end to confirm."]})
    side = _side(seen)
    if seen.waiting is not None and side == seen.waiting.alone:
        alone = named(seen, side or "")
        detail = f"{alone} ended the game alone: another side or an organizer confirms that."
        raise Problem(403, detail)
    return side


def _tell(seen: Seen) -> None:
    # No version is new, but what everybody may see of them: sums and webhooks follow.
    seen.here.live.tell(News(seen.stream.id, checked_version=seen.checked_version))
    seen.here.queue.wake(seen.stream.id, seen.now.version)


def _may_record(seen: Seen) -> bool:
    return permissions.may_record(seen.here, seen.asking, seen.stream.id)


def _side(seen: Seen) -> str | None:
    """The side of whoever records one seat; None: he records the whole game."""
    seat = seen.asking.seat
    return None if seat is None else seen.now.rules.sides(seen.now.latest).get(seat, seat)
