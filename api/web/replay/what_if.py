"""What if: branches made from a step of a replay, and compared with what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from msgspec import Struct

from api.access.sessions import SESSION, require_csrf
from api.games import serializers
from api.games.creation import BranchBody, branch
from api.games.game_access import Seen, branches, look
from api.http.problems import Problem, not_found
from api.web.frame import show, tell_problems
from api.web.kept_links import keep
from api.web.replay.compare import Pair, differing, pairs
from api.web.replay.stories import Story, story
from api.web.sides import result
from projections.kit.drawing import svg
from projections.kit.drawing.markup import Markup
from projections.kit.ruleset import ALL

what_if = Blueprint("what_if", __name__)
tell_problems(what_if)

LISTED = 500
"""Differing steps on a page."""


class Branched(Struct, frozen=True):
    """A branch as it is listed: where it left the game, how far it went, how it stands."""

    id: str
    step: int
    own: int
    title: str
    live: bool


class Half(Struct, frozen=True):
    """One line of play in a comparison, at a step of its own."""

    heading: str
    game: str
    story: Story
    step: int
    board: Markup | None
    text: str
    turn: int | str
    score: str


@what_if.post("/games/<game:game>/<int:step>/branch")
def leave(game: str, step: int) -> Any:
    """Leaves the game at a step and opens the table of the branch."""
    require_csrf(request.cookies.get(SESSION, ""))
    seen = look(game)
    if seen.asking.role is None:
        raise Problem(401, "Sign in, or open a link of the game, to ask what if.")
    header, _ = branch(seen, BranchBody(step=step))
    keep(seen.here, seen.asking, header)
    return redirect(url_for("record_pages.table", game=header.id), 303)


@what_if.get("/games/<game:game>/compare")
def compare(game: str) -> Response:
    """A branch beside the game that it left."""
    seen = look(game)
    parent, left = seen.stream.parent, seen.stream.parent_step or 0
    if parent is None:
        raise not_found(f"{game} is no branch of another game; there is nothing to compare.")
    origin = look(parent)
    was, instead = story(origin), story(seen)
    found = pairs(was.summaries, instead.summaries)
    differ = differing(found)
    step = _step(found, differ, left)
    return show(
        "replay/compare.html",
        place="games",
        left=left,
        step=step,
        steps=len(found),
        halves=[
            _half("What happened", origin, was, step),
            _half("What if", seen, instead, step),
        ],
        ends=[_half("", origin, was, len(found)), _half("", seen, instead, len(found))],
        pairs=differ[:LISTED],
        more=max(0, len(differ) - LISTED),
        address=f"/games/{game}/compare",
    )


def _step(found: Sequence[Pair], differ: Sequence[Pair], left: int) -> int:
    """The step asked for, by default the first one that differs."""
    usual = differ[0].step if differ else left
    wanted = request.args.get("step", usual, type=int)
    return min(max(1, wanted), len(found))


def _half(heading: str, seen: Seen, told: Story, step: int) -> Half:
    at = min(step, len(told.summaries))
    row = told.summaries[at - 1].row
    scene = serializers.scene(seen, at)
    turn = row.turn.get("number") if isinstance(row.turn, dict) else None
    return Half(
        heading=heading,
        game=seen.stream.id,
        story=told,
        step=at,
        board=svg.board(scene) if scene.board is not None else None,
        text=row.text,
        turn=turn or "–",
        score=result(told.sides, row.score) if row.score else "–",
    )


def branched(seen: Seen) -> list[Branched]:
    """The branches of a game as its replay lists them."""
    found = []
    for one in branches(seen):
        told, left = story(one), one.stream.parent_step or 0
        own = len(told.summaries) - left
        found.append(Branched(one.stream.id, left, own, told.title, told.live))
    return found


def may_branch(seen: Seen) -> bool:
    """Whether the caller may leave this game at a step."""
    return seen.asking.role is not None and seen.viewer == ALL
