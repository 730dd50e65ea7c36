"""From game to game and from season to season (The Season; After the Season; Ending the Game)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import SEASONS, WALKON, Coach, Entry, Seat
from projections.rulesets.football_u.components import Fixture
from projections.rulesets.football_u.position.game import new_game
from projections.rulesets.football_u.position.roster import team_chemistry, with_roster
from projections.rulesets.football_u.position.tie_breaks import best, bowl_teams, new_order, rank
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Bowl, PastSeason, Season, State, Team, Verdict


def fixtures(state: State) -> tuple[Fixture, ...]:
    """The regular games of the season under way."""
    return state.setup.fixtures.get(state.season.number, ())


def bowl_id(season: int) -> str:
    """The id of a season's bowl game."""
    return f"s{season}bowl"


def kicked_off(state: State) -> State:
    """The offseason is over: the season begins with its first game."""
    season = Season(state.season.number, hired=state.season.hired)
    return next_game(replace(offseason_over(state), season=season, last=None))


def offseason_over(state: State) -> State:
    """The state without what counts in the offseason alone: credits, texts and draws owed."""
    teams = {
        seat: replace(team, credits=()) if team.credits else team
        for seat, team in state.teams.items()
    }
    return replace(state, text=(), teams=teams, owed=dict.fromkeys(state.owed, 0))


def next_game(state: State) -> State:
    """The next game of the schedule, the bowl game, or the end of the season."""
    games, index = fixtures(state), state.season.next
    if index < len(games):
        game = games[index]
        return new_game(state, game.id, "regular", game.visitor, game.home)
    if index == len(games):
        return bowl_game(state, state.season.bowl or bowl_due(state))
    return season_end(state)


def bowl_due(state: State) -> Bowl:
    """The teams of the bowl game: those of the schedule, else by the season's results."""
    scheduled = state.setup.bowls.get(state.season.number)
    if scheduled is not None:
        return Bowl(scheduled.visitor, scheduled.home)
    return Bowl(*bowl_teams(state))


def bowl_game(state: State, bowl: Bowl) -> State:
    """The bowl game at its start."""
    state = replace(state, season=replace(state.season, bowl=bowl))
    return new_game(state, bowl_id(state.season.number), "bowl", bowl.visitor, bowl.home)


# --- the end of a season ---


def season_end(state: State) -> State:
    """Every win moves a team up the ranking track; then the end of the game, or firing."""
    state = replace(ranked(state), closing=state)
    leaders = _leaders(state)
    if state.setup.solo:
        verdict = _solo_verdict(state, leaders)
        return ended(state, verdict) if verdict else fired(state)
    if not leaders:
        return fired(state)
    if len(leaders) == 1:
        reason = "rank-1" if rank(state, leaders[0]) == 1 else "farthest"
        return ended(state, Verdict(leaders[0], reason))
    return _tie(state, leaders)


def ranked(state: State) -> State:
    """The state with the season's wins on the ranking track and in the history."""
    season, top = state.season, state.setup.box.ranking.spaces
    ranking = {
        seat: min(top, position + season.number * state.wins[seat])
        for seat, position in state.ranking.items()
    }
    moved = {seat: ranking[seat] - state.ranking[seat] for seat in ranking}
    past = PastSeason(season.number, state.wins, moved, season.results)
    return replace(state, ranking=ranking, history=(*state.history, past))


def _leaders(state: State) -> list[Seat]:
    """The teams at #1; after the last season those that are furthest up; else none."""
    seats, top = state.setup.seats, state.setup.box.ranking.spaces
    first = [seat for seat in seats if state.ranking[seat] >= top]
    if first or state.season.number < SEASONS:
        return first
    furthest = max(state.ranking.values())
    return [seat for seat in seats if state.ranking[seat] == furthest]


def _solo_verdict(state: State, leaders: list[Seat]) -> Verdict | None:
    seat = state.setup.seats[0]
    standing = rank(state, seat)
    if standing is not None and standing <= 1:
        return Verdict(seat, "rank-1")
    if not leaders:
        return None
    target = state.setup.box.ranking.solo_target
    in_top = standing is not None and standing <= target
    return Verdict(seat, f"top-{target}") if in_top else Verdict(None, f"not-top-{target}")


def _tie(state: State, teams: list[Seat]) -> State:
    """Two level teams play for the title; of more the one with the most team chemistry wins."""
    rulings = state.setup.rulings
    first = state.ranking[teams[0]] >= state.setup.box.ranking.spaces
    if first and rulings["both_first"] == "shared":
        return ended(state, shared(teams))
    if len(teams) == 2:
        home = teams[0] if rulings["final_home"] == "lower-seat" else best(state, teams)
        visitor = next(seat for seat in teams if seat != home)
        return new_game(state, "final", "final", visitor, home)
    chemistry = {seat: team_chemistry(state.setup, state.teams[seat]) for seat in teams}
    most = [seat for seat in teams if chemistry[seat] == max(chemistry.values())]
    return ended(state, Verdict(most[0], "team-chemistry") if len(most) == 1 else shared(most))


def shared(teams: Sequence[Seat], reason: str = "shared") -> Verdict:
    """A title that several teams share."""
    return Verdict(None, reason, tuple(teams))


def ended(state: State, verdict: Verdict, status: Literal["ended", "abandoned"] = "ended") -> State:
    """The game is over."""
    return replace(state, phase="over", status=status, game=None, result=verdict)


# --- between two seasons ---


def fired(state: State) -> State:
    """Teams with at most one win turn their coach over."""
    hired = tuple(
        seat
        for seat, team in state.teams.items()
        if state.wins[seat] <= 1 and team.coach.side == "default"
    )
    teams = {
        seat: replace(team, coach=Coach(team.coach.card, "hire")) if seat in hired else team
        for seat, team in state.teams.items()
    }
    season = replace(state.season, hired=hired)
    return replace(state, phase="season.coaches", teams=teams, season=season)


def reset(state: State) -> State:
    """Tokens, walk-ons, upgrades and gameplans go; the new turn order; the next offseason."""
    setup, season = state.setup, state.season
    undrafted = tuple(card for card in state.spaces.values() if card is not None)
    stays_out = setup.rulings["undrafted"] == "out"
    return replace(
        state,
        phase="offseason.shuffle",
        teams={seat: _refreshed(state, seat, team) for seat, team in state.teams.items()},
        wins=dict.fromkeys(state.wins, 0),
        stacks={0: new_order(state)},
        spaces=dict.fromkeys(state.spaces),
        out=(*state.out, *undrafted) if stays_out else state.out,
        season=Season(min(SEASONS, season.number + 1), hired=season.hired),
    )


def _refreshed(state: State, seat: Seat, team: Team) -> Team:
    setup = state.setup
    too_late = setup.rulings["hire_timing"] == "next-season" and seat in state.season.hired
    passive = () if too_late else setup.coach_side(team.coach).passive
    kept = {effect.op for effect in passive}
    roster = _cleared(setup, seat, team, upgrades_stay="keep_upgrades" in kept)
    return replace(
        with_roster(setup, team, roster),
        coach=replace(team.coach, used=False),
        gameplans=team.gameplans if "keep_gameplans" in kept else 0,
        credits=(),
    )


def _cleared(
    setup: Setup, seat: Seat, team: Team, *, upgrades_stay: bool
) -> dict[str, tuple[Entry, ...]]:
    roster = {
        slot: tuple(
            Entry(entry.card, up=entry.up and upgrades_stay)
            for entry in stack
            if entry.card != WALKON
        )
        for slot, stack in team.roster.items()
    }
    if setup.rulings["walkon_restock"] == "each-offseason":
        for slot in walkon_slots(setup, seat):
            roster[slot] = roster[slot] or (Entry(WALKON),)
    return roster


def walkon_slots(setup: Setup, seat: Seat) -> tuple[str, ...]:
    """The slots of a team's mat with a walk-on at set-up."""
    mat = setup.box.teams.get(setup.mats[seat])
    return mat.walkon_slots if mat else ()
