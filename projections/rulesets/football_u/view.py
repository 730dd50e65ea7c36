"""The state as JSON for a viewer: what the viewer may not know is null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from projections.kit.ruleset import ALL, Viewer
from projections.rulesets.football_u.awaiting import awaiting
from projections.rulesets.football_u.board.pieces import Coach, Seat
from projections.rulesets.football_u.obeying.seasons import bowl_id, fixtures
from projections.rulesets.football_u.position.dice import points
from projections.rulesets.football_u.position.roster import (
    chemistry_deck,
    gameplan_supply,
    player_deck,
    team_chemistry,
    walkon_supply,
)
from projections.rulesets.football_u.position.tie_breaks import rank
from projections.rulesets.football_u.position.time_track import week
from projections.rulesets.football_u.position.win_chances import visitor_wins
from projections.rulesets.football_u.state import Game, State, Team

GAME_PARTS = (
    "id", "kind", "visitor", "home", "controller", "ai_card", "ai_used", "ot", "pool", "dice",
    "rolled", "window", "declared", "pending", "text", "bonus", "assigned", "regulation",
)  # fmt: skip


def view(state: State, viewer: Viewer) -> Mapping[str, Any]:
    """The state view (without version and step). Unchanged parts are shared by identity."""
    awaited = awaiting(state)
    return {
        "ruleset": "football-u",
        "status": state.status,
        "turn": {
            "number": state.season.number,
            "seat": awaited[0]["seat"] if awaited else None,
            "phase": state.phase,
        },
        "awaiting": awaited,
        "score": state.ranking,
        "result": state.result,
        "board": _board(state),
        "teams": {
            seat: _team(state, team, open_=sees_hand(state, viewer, seat), viewer=viewer, seat=seat)
            for seat, team in state.teams.items()
        },
        "season": _season(state),
        "owed": state.owed,
        "text": state.text,
        "history": state.history,
        "game": _game(state, state.game) if state.game is not None else None,
    }


def sees_all(state: State, viewer: Viewer) -> bool:
    """Whether nothing is hidden from a viewer: the recorder, and everybody after the end."""
    return viewer == ALL or state.status in ("ended", "abandoned")


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer may know the chemistry cards of a seat."""
    open_hands = state.setup.rulings["chemistry_cards"] == "open"
    return open_hands or viewer == seat or sees_all(state, viewer)


def sees_coach(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer may know the coach card of a seat: a new hire is turned over."""
    hired = state.teams[seat].coach.side == "hire"
    return hired or viewer == seat or sees_all(state, viewer)


def _board(state: State) -> Mapping[str, Any]:
    return {
        "weeks": {seat: week(state.stacks, seat) for seat in state.teams},
        "stacks": {str(number): stack for number, stack in sorted(state.stacks.items())},
        "spaces": state.spaces,
        "ranking": state.ranking,
        "rank": {seat: rank(state, seat) for seat in state.teams},
        "wins": state.wins,
        "out": state.out,
        "decks": {"player": player_deck(state), "chemistry": chemistry_deck(state)},
        "supply": {"gameplans": gameplan_supply(state), "walkons": walkon_supply(state)},
    }


def _team(
    state: State, team: Team, *, open_: bool, viewer: Viewer, seat: Seat
) -> Mapping[str, Any]:
    coach: Coach = team.coach
    if not sees_coach(state, viewer, seat):
        coach = replace(coach, card=None)
    return {
        "team": team.team,
        "name": team.name,
        "coach": coach,
        "roster": team.roster,
        "gameplans": team.gameplans,
        "chemistry": team.chemistry if open_ else (None,) * len(team.chemistry),
        "credits": team.credits,
        "team_chemistry": team_chemistry(state.setup, team),
        "dice": team.dice,
    }


def _season(state: State) -> Mapping[str, Any]:
    season = state.season
    schedule: list[Any] = list(fixtures(state))
    bowl = season.bowl or state.setup.bowls.get(season.number)
    if bowl is not None:
        schedule.append({"id": bowl_id(season.number), "visitor": bowl.visitor, "home": bowl.home})
    return {
        "number": season.number,
        "kicked_off": season.kicked_off,
        "next": season.next,
        "results": season.results,
        "bowl": season.bowl,
        "hired": season.hired,
        "schedule": schedule,
    }


def _game(state: State, game: Game) -> Mapping[str, Any]:
    visitor = visitor_wins(state)
    return {
        **{part: getattr(game, part) for part in GAME_PARTS},
        "points": points(state.setup, game),
        "odds": {"visitor": float(visitor), "home": float(1 - visitor)},
    }
