"""Obeys the events of set-up and offseason: draws, the actions, moves on the mat."""

from __future__ import annotations

from msgspec.structs import replace

from events.event import Event
from projections.football_u import prices
from projections.football_u.actions import (
    CardsDrawn,
    CoachRevealed,
    PlayerRecruited,
    PlayerScouted,
    PlayersMoved,
    PlayerUpgraded,
    WalkOnAdded,
)
from projections.football_u.effects import owing
from projections.football_u.games import opened, player_of, pool_of
from projections.football_u.roster import (
    entry_of,
    find,
    first_slot,
    gameplan_supply,
    matching,
    stacked,
    taken_up,
    with_entry,
    with_team,
    without,
)
from projections.football_u.state import (
    LAST_WEEK,
    SIDES,
    UNSEEN,
    WALKON,
    WINDOW_PHASES,
    Entry,
    Setup,
    State,
    Team,
)
from projections.football_u.time_track import laid, paid, week
from projections.kit.common import DeckShuffled

# --- draws ---


def coach_drawn(state: State, event: Event) -> State:
    """The first card becomes the seat's coach; a second draw replaces it."""
    data: CardsDrawn = event.data
    seat = event.seat or ""
    team = state.teams[seat]
    card = data.cards[0] if data.cards else None
    state = with_team(state, seat, replace(team, coach=replace(team.coach, card=card)))
    return state if seat in state.dealt else replace(state, dealt=(*state.dealt, seat))


def shuffled(state: State, event: Event) -> State:
    """The player deck is ready for the deal; other decks change nothing."""
    data: DeckShuffled = event.data
    return replace(state, phase="offseason.deal") if data.deck == "player" else state


def dealt(state: State, event: Event) -> State:
    """One card to each open space, in the order of the box."""
    data: CardsDrawn = event.data
    places = open_spaces(state)
    for space, card in zip(places, data.cards, strict=False):
        state = taken_up(state, card)
        lying = UNSEEN if card is None else card
        state = replace(state, spaces={**state.spaces, space: lying})
    return replace(state, phase="offseason.actions")


def open_spaces(state: State) -> list[str]:
    """The empty spaces that are dealt to, in the order of the box."""
    return [space for space in state.setup.dealt_spaces if state.spaces[space] is None]


def chemistry_drawn(state: State, event: Event) -> State:
    """All cards join the hand; nothing is owed any more."""
    data: CardsDrawn = event.data
    seat = event.seat or ""
    team = state.teams[seat]
    teams = {**state.teams, seat: replace(team, chemistry=(*team.chemistry, *data.cards))}
    return replace(state, teams=teams, owed={**state.owed, seat: 0})


def coach_revealed(state: State, event: Event) -> State:
    """The seat's coach is named."""
    data: CoachRevealed = event.data
    team = state.teams[event.seat or ""]
    named = replace(team, coach=replace(team.coach, card=data.coach))
    return with_team(state, event.seat or "", named)


# --- the actions of a team ---


def recruited(state: State, event: Event) -> State:
    """The player joins the mat, the token moves, a match owes chemistry draws."""
    data: PlayerRecruited = event.data
    seat, card, setup = event.seat or "", data.card, state.setup
    space = prices.board_space(state, data)
    weeks = prices.weeks_moved(state, event)
    if space is None or state.spaces[space] != card:
        state = taken_up(state, card)
    team = state.teams[seat]
    slot = data.slot if data.slot in team.roster else first_slot(setup, card)
    roster = stacked(team.roster, slot, Entry(card), data.place)
    if setup.rulings["walkon_covered"] == "return":
        top, *below = roster[slot]
        roster[slot] = (top, *(entry for entry in below if entry.card != WALKON))
    matches = matching(setup, team, card)
    after = replace(
        state,
        teams={**state.teams, seat: replace(_spent(team, "recruit"), roster=roster)},
        spaces=state.spaces if space is None else {**state.spaces, space: None},
        stacks=paid(state, seat, weeks),
    )
    if not matches:
        return after
    return owing(after, seat, matches if setup.rulings["chemistry_draws"] == "per-match" else 1)


def walkon_added(state: State, event: Event) -> State:
    """A walk-on takes the slot, the token moves."""
    data: WalkOnAdded = event.data
    seat = event.seat or ""
    team = _spent(state.teams[seat], "walkon")
    if data.slot in team.roster:
        team = replace(team, roster=stacked(team.roster, data.slot, Entry(WALKON), data.place))
    return _acted(state, event, team)


def upgraded(state: State, event: Event) -> State:
    """The player's upgraded side shows, the token moves."""
    data: PlayerUpgraded = event.data
    team = state.teams[event.seat or ""]
    entry = entry_of(team, data.card)
    if entry is not None and data.card != WALKON:
        team = with_entry(team, data.card, replace(entry, up=True))
    return _acted(state, event, _spent(team, "upgrade"))


def gameplan_taken(state: State, event: Event) -> State:
    """As many tokens as the coach's card gives and the supply holds, but one at least."""
    team = state.teams[event.seat or ""]
    tokens = state.setup.coach_side(team.coach).gameplan.tokens
    gained = max(1, min(tokens, gameplan_supply(state)))
    team = replace(_spent(team, "gameplan"), gameplans=team.gameplans + gained)
    return _acted(state, event, team)


def scouted(state: State, event: Event) -> State:
    """The bottom card of the player deck lies on the space, the token moves."""
    data: PlayerScouted = event.data
    seat = event.seat or ""
    stacks = paid(state, seat, prices.weeks_moved(state, event))
    if data.space in state.spaces:
        state = taken_up(state, data.card)
        card = UNSEEN if data.card is None else data.card
        state = replace(state, spaces={**state.spaces, data.space: card})
    return replace(state, stacks=stacks)


def passed(state: State, event: Event) -> State:
    """The token goes to week 15, on top."""
    seat = event.seat or ""
    if week(state.stacks, seat) == LAST_WEEK:
        return state
    return replace(state, stacks=laid(state.stacks, seat, LAST_WEEK))


def _acted(state: State, event: Event, team: Team) -> State:
    seat = event.seat or ""
    return replace(
        state,
        teams={**state.teams, seat: team},
        stacks=paid(state, seat, prices.weeks_moved(state, event)),
    )


def _spent(team: Team, kind: str) -> Team:
    """The team without the credits that an action of a kind uses up."""
    if not team.credits:
        return team
    return replace(team, credits=tuple(c for c in team.credits if c.on != kind))


# --- moves on the mat ---


def players_moved(state: State, event: Event) -> State:
    """Cards change slots in order; in a game that has not begun the pool follows."""
    seat = event.seat or ""
    state = with_team(state, seat, moved(state.setup, state.teams[seat], event.data))
    game = state.game
    if game is None or game.ot or state.season.kicked_off:
        return state
    pool = {
        side: pool_of(state, seat) if player_of(game, side) == seat else game.pool[side]
        for side in SIDES
    }
    game = replace(game, pool=pool)
    when = WINDOW_PHASES.get(state.phase)
    if when is not None:
        game = replace(game, window=opened(state, game, when))
    return replace(state, game=game)


def moved(setup: Setup, team: Team, data: PlayersMoved) -> Team:
    """The team after moves; foreign cards and unknown slots are skipped."""
    roster = team.roster
    for move in data.moves:
        place = find(roster, move.card)
        if place is not None and move.slot in setup.slots:
            entry = roster[place[0]][place[1]]
            roster = stacked(without(roster, move.card), move.slot, entry, move.place)
    return replace(team, roster=roster)
