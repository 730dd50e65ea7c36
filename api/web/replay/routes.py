"""The replay of a game, and what its referee says."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.access import permissions
from api.games import serializers
from api.games.game_access import Seen, look
from api.people import names
from api.web.endings import ending
from api.web.frame import show, tell_problems
from api.web.replay.page import replay_page
from api.web.replay.referee import deviating, ruled, tally
from api.web.replay.sharing import share
from api.web.replay.stories import story
from api.web.replay.what_if import branched, may_branch
from events import corrections
from projections.kit.ruleset import ALL, PUBLIC

replay_pages = Blueprint("replay_pages", __name__)
tell_problems(replay_pages)


@replay_pages.get("/games/<game:game>")
@replay_pages.get("/games/<game:game>/<int:step>")
def replay(game: str, step: int | None = None) -> Response:
    """A game at a step, by default the last."""
    seen = _seen(game)
    shown, told = seen.step(step), story(seen)
    return show(
        "replay/replay.html",
        **replay_page(told, serializers.scene(seen, shown), shown),
        place="games",
        query=_query(),
        share=share(seen, told, shown),
        branched=branched(seen),
        may_branch=may_branch(seen),
        ending=ending(seen),
        people=names.known(seen.here, seen.asking, seen.now.people),
        viewer=seen.viewer,
        viewers=_viewers(seen),
    )


@replay_pages.get("/games/<game:game>/referee")
def referee(game: str) -> Response:
    """Every finding of a game."""
    seen = _seen(game)
    told, rulebook = story(seen), seen.now.rules.rulebook
    findings = serializers.all_findings(seen).findings
    found = ruled(findings, told.summaries, seen.now.events, rulebook, told.sides)
    severities = [one.finding.severity for one in found]
    recorded = serializers.recorded(seen, 0, None)
    return show(
        "replay/referee.html",
        place="games",
        story=told,
        game=told.header,
        address=f"/games/{game}",
        query=_query(),
        ruled=found,
        illegal=severities.count("illegal"),
        unverifiable=severities.count("unverifiable"),
        tally=tally(found, told.sides),
        corrections=sum(event.type in corrections.CORRECTIONS for event in recorded),
        rulings=deviating(rulebook, told.header.options.get("rulings", {})),
    )


def _seen(game: str) -> Seen:
    return look(game, seat=request.args.get("seat"))


def _query() -> str:
    seat = request.args.get("seat")
    return f"?seat={seat}" if seat else ""


def _viewers(seen: Seen) -> list[tuple[str, str]]:
    """As whom the caller may look at the game, with what the page calls it."""
    own = permissions.viewer(seen.here, seen.asking, seen.stream, seen.now)
    seats = [(seated.seat, seated.name) for seated in seen.tape.created.seats]
    spectator = (PUBLIC, "a spectator")
    if own == ALL:
        return [(ALL, "all: nothing hidden"), spectator, *seats]
    return [*(seat for seat in seats if seat[0] == own), spectator]
