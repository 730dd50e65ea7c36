"""The pitch on paper: six zones, two goals, and where the ball lies before a restart."""

from __future__ import annotations

from collections.abc import Mapping

from projections.kit.drawing.scene import Place, Shape
from projections.rulesets.wannabe_football.board.zones import ZONES, Team, Zone
from projections.rulesets.wannabe_football.position.words import zone_words
from projections.rulesets.wannabe_football.setup import RIVAL, TEAMS, Setup
from projections.rulesets.wannabe_football.state import Restart

KEY = "six-zones"
VIEW = (20, 4, 320, 412)
_X = {"a": 80, "b": 180, "c": 280}
_Y = {"1": 300, "2": 120}
_CENTRE = "centre"

LINES = (
    Shape(rect=(30, 30, 300, 360), stroke="chalk", width=2.5),
    Shape(line=(30, 210, 330, 210), stroke="chalk", width=2.5),
    Shape(circle=(180, 210, 36), stroke="chalk", width=2.5),
    Shape(circle=(180, 210, 2.5), fill="chalk"),
    Shape(rect=(130, 30, 100, 60), stroke="chalk", width=2.5),
    Shape(rect=(130, 330, 100, 60), stroke="chalk", width=2.5),
    Shape(rect=(155, 10, 50, 20), stroke="line", width=2.5),
    Shape(rect=(155, 390, 50, 20), stroke="line", width=2.5),
    Shape(line=(130, 30, 130, 390), stroke="chalk", width=1, dash=True, opacity=0.5),
    Shape(line=(230, 30, 230, 390), stroke="chalk", width=1, dash=True, opacity=0.5),
)


def goal(team: Team) -> str:
    """The place of the goal that a team defends."""
    return f"goal-{team}"


def places(setup: Setup) -> Mapping[str, Place]:
    """Every place of the board; zones are named as both teams see them."""
    found: dict[str, Place] = {zone: _zone(setup, zone) for zone in ZONES}
    found[_CENTRE] = _spot("the centre spot", 180, 210)
    for team in TEAMS:
        whose = f"the goal of {setup.team_names[team]}"
        end, towards = (390, 1) if team == "1" else (30, -1)
        found[goal(team)] = Place(kind="zone", x=180, y=end + 10 * towards, w=50, h=20, title=whose)
        found[f"goal-area-{team}"] = _spot(f"the goal area before {whose}", 180, end - 24 * towards)
        found[f"goal-line-{team}"] = _spot(f"the line before {whose}", 180, end - 8 * towards)
        corner = f"the corner flag beside {whose}"
        found[f"corner-{team}"] = _spot(corner, 180 - 134 * towards, end - 16 * towards)
    return found


def spot(setup: Setup, restart: Restart) -> str:
    """The place where the ball lies before a restart."""
    team = setup.team[restart.seat]
    if restart.spot is not None:
        return restart.spot
    if restart.kind in ("kick_off", "after_goal"):
        return _CENTRE
    if restart.kind == "corner":
        return f"corner-{RIVAL[team]}"
    if restart.kind == "woodwork":
        return f"goal-line-{RIVAL[team]}"
    return f"goal-area-{team}"


def _zone(setup: Setup, zone: Zone) -> Place:
    column, row = zone
    tones = ("grass", "grass2")
    seen = (f"{zone_words(zone, team)} of {setup.team_names[team]}" for team in TEAMS)
    return Place(
        kind="cell",
        x=_X[column],
        y=_Y[row],
        w=100,
        h=180,
        tone=tones[(column in "ac") != (row == "1")],
        label=zone,
        title=f"{zone}, {', '.join(seen)}",
    )


def _spot(title: str, x: float, y: float) -> Place:
    return Place(kind="zone", x=x, y=y, w=24, h=24, title=title)
