"""What pages say of an end that is not one for all yet, and of hands that had been open."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for
from msgspec import Struct

from api.access.sessions import SESSION, require_csrf
from api.games.confirming import confirm, may_confirm
from api.games.game_access import Seen, look
from api.web.frame import tell_problems

ending_pages = Blueprint("ending_pages", __name__)
tell_problems(ending_pages)


class Ending(Struct, frozen=True):
    """`who` ended the game alone, `others` are to confirm it, else it counts at `opens_at`."""

    who: str
    others: str
    opens_at: str
    may_confirm: bool


def ending(seen: Seen) -> Ending | None:
    """The end that waits to be confirmed; None: none does."""
    end = seen.waiting
    if end is None:
        return None
    sides = seen.now.rules.sides(seen.now.latest)
    names: dict[bool, list[str]] = {True: [], False: []}
    for seated in seen.now.created.seats:
        names[sides.get(seated.seat, seated.seat) == end.alone].append(seated.name)
    mine, others = (" and ".join(names[mine]) for mine in (True, False))
    return Ending(mine, others, end.opens_at, may_confirm(seen))


@ending_pages.post("/games/<game:game>/confirm-end")
def confirm_end(game: str) -> Any:
    """Confirms the end of a game and shows it."""
    require_csrf(request.cookies.get(SESSION, ""))
    confirm(look(game))
    return redirect(url_for("replay_pages.replay", game=game), 303)
