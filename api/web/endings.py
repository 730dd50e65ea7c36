"""What pages say of an end that is not one for all yet, and of hands that had been open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, request, url_for
from msgspec import Struct

from api.access.sessions import SESSION, require_csrf
from api.games.confirming import (
    ConfirmationBody,
    confirm,
    dispute,
    may_confirm,
    may_dispute,
    named,
)
from api.games.game_access import Seen, look
from api.http.messages import read_as
from api.web.frame import tell_problems

ending_pages = Blueprint("ending_pages", __name__)
tell_problems(ending_pages)


class Objection(Struct, frozen=True):
    """That `who` do not agree with how a game ended, and why, if they said so."""

    who: str
    note: str | None


class Ending(Struct, frozen=True):
    """What is said of an end: by whom it is disputed, and whether it waits to be confirmed.

    It waits where `who` ended the game alone: `others` are to confirm it, else it counts at
    `opens_at`, unless it is disputed.
    """

    objections: Sequence[Objection]
    who: str = ""
    others: str = ""
    opens_at: str = ""
    may_confirm: bool = False
    may_dispute: bool = False


def ending(seen: Seen) -> Ending | None:
    """What is to be said of the end; None: nothing."""
    end, disputed = seen.waiting, seen.agreement.disputed
    objections = [Objection(named(seen, side), one.note) for side, one in disputed.items()]
    if end is None:
        return Ending(objections) if objections else None
    others = " and ".join(
        named(seen, side) for side in seen.agreement.confirmed if side != end.alone
    )
    who, may = named(seen, end.alone or ""), (may_confirm(seen), may_dispute(seen))
    return Ending(objections, who, others, end.opens_at, *may)


@ending_pages.post("/games/<game:game>/confirm-end")
def confirm_end(game: str) -> Any:
    """Confirms the end of a game and shows it."""
    require_csrf(request.cookies.get(SESSION, ""))
    confirm(look(game))
    return redirect(url_for("replay_pages.replay", game=game), 303)


@ending_pages.post("/games/<game:game>/dispute-end")
def dispute_end(game: str) -> Any:
    """Notes that somebody does not agree with the end of a game, and shows it."""
    require_csrf(request.cookies.get(SESSION, ""))
    note = request.form.get("note", "").strip() or None
    said = read_as(ConfirmationBody, {"result": "disputed", "note": note})
    dispute(look(game), said.note)
    return redirect(url_for("replay_pages.replay", game=game), 303)
