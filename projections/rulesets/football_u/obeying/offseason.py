"""Obeys the events of set-up and offseason: draws, the actions, moves on the mat."""

from __future__ import annotations

from msgspec.structs import replace

from events.event import Event
from projections.kit.common import DeckShuffled
from projections.rulesets.football_u.actions import (
    CardsDrawn,
    CoachRevealed,
    PlayerRecruited,
    PlayerScouted,
    PlayersMoved,
    PlayerUpgraded,
    WalkOnAdded,
)
from projections.rulesets.football_u.board.pieces import (
    LAST_WEEK,
    SIDES,
    UNSEEN,
    WALKON,
    Entry,
    Seat,
)
from projections.rulesets.football_u.obeying.effects import owing
from projections.rulesets.football_u.position import prices, roster
from projections.rulesets.football_u.position.game import entered, player_of, pool_of
from projections.rulesets.football_u.position.roster import (
    find,
    first_slot,
    gameplan_supply,
    matching,
    player_cards,
    stacked,
    taken_up,
    with_roster,
    with_team,
    without,
)
from projections.rulesets.football_u.position.time_track import laid, paid, week
from projections.rulesets.football_u.preconditions import seat_of
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import State, Team

# --- draws ---


def coach_drawn(state: State, event: Event) -> State:
    """The first card becomes the seat's coach; a second draw replaces it."""
    data: CardsDrawn = event.data
    seat = seat_of(event)
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
    for out_of_deck in player_cards(state).intersection(data.cards):
        state = taken_up(state, out_of_deck)
    spaces: dict[str, str | None] = dict(state.spaces)
    for space, card in zip(open_spaces(state), data.cards, strict=False):
        if card is not None and card in spaces.values():
            spaces = {s: None if lying == card else lying for s, lying in spaces.items()}
        spaces[space] = UNSEEN if card is None else card
    return replace(state, phase="offseason.actions", spaces=spaces)


def open_spaces(state: State) -> list[str]:
    """The empty spaces that are dealt to, in the order of the box."""
    return [space for space in state.setup.dealt_spaces if state.spaces[space] is None]


def chemistry_drawn(state: State, event: Event) -> State:
    """All cards join the hand; nothing is owed any more."""
    data: CardsDrawn = event.data
    seat = seat_of(event)
    team = state.teams[seat]
    teams = {**state.teams, seat: replace(team, chemistry=(*team.chemistry, *data.cards))}
    return replace(state, teams=teams, owed={**state.owed, seat: 0})


def coach_revealed(state: State, event: Event) -> State:
    """The seat's coach is named."""
    data: CoachRevealed = event.data
    if data.coach is None:
        return state
    team = state.teams[seat_of(event)]
    named = replace(team, coach=replace(team.coach, card=data.coach))
    return with_team(state, seat_of(event), named)


# --- the actions of a team ---


def recruited(state: State, event: Event) -> State:
    """The player joins the mat, the token moves, a match owes chemistry draws."""
    data: PlayerRecruited = event.data
    seat, card, setup = seat_of(event), data.card, state.setup
    space = prices.board_space(state, seat, data)
    weeks = data.weeks
    if weeks is None and space is not None and card in setup.base:
        weeks = prices.recruit(state, seat, card, space)
    state = taken_up(state, card)
    team = state.teams[seat]
    matches = matching(setup, team, card)
    joined = with_roster(setup, _spent(team, "recruit"), _joined(setup, team, data))
    after = replace(
        state,
        teams={**state.teams, seat: joined},
        spaces=state.spaces if space is None else {**state.spaces, space: None},
        stacks=paid(state, seat, weeks or 0),
    )
    if not matches:
        return after
    return owing(after, seat, matches if setup.rulings["chemistry_draws"] == "per-match" else 1)


def _joined(setup: Setup, team: Team, data: PlayerRecruited) -> dict[str, tuple[Entry, ...]]:
    """The mat with the recruit; walk-ons that he covers may go (ruling `walkon_covered`)."""
    slot = data.slot if data.slot in team.roster else first_slot(setup, data.card)
    mat = stacked(team.roster, slot, Entry(data.card), data.place)
    if setup.rulings["walkon_covered"] == "return":
        top, *below = mat[slot]
        mat[slot] = (top, *(entry for entry in below if entry.card != WALKON))
    return mat


def walkon_added(state: State, event: Event) -> State:
    """A walk-on takes the slot, the token moves."""
    data: WalkOnAdded = event.data
    seat = seat_of(event)
    team = _spent(state.teams[seat], "walkon")
    if data.slot in team.roster:
        mat = stacked(team.roster, data.slot, Entry(WALKON), data.place)
        team = with_roster(state.setup, team, mat)
    return _acted(state, event, team, prices.walkon(state, seat))


def upgraded(state: State, event: Event) -> State:
    """The player's upgraded side shows, the token moves."""
    data: PlayerUpgraded = event.data
    seat, card = seat_of(event), data.card
    team = _spent(state.teams[seat], "upgrade")
    after = roster.upgraded(state.setup, team, card)
    price = 0 if after is team else prices.upgrade(state, seat, card)
    return _acted(state, event, after, price)


def gameplan_taken(state: State, event: Event) -> State:
    """As many tokens as the coach's card gives and the supply holds, but one at least."""
    seat = seat_of(event)
    team = state.teams[seat]
    tokens = state.setup.coach_side(team.coach).gameplan.tokens
    gained = max(1, min(tokens, gameplan_supply(state)))
    team = replace(_spent(team, "gameplan"), gameplans=team.gameplans + gained)
    return _acted(state, event, team, prices.gameplan(state, seat))


def scouted(state: State, event: Event) -> State:
    """The bottom card of the player deck lies on the space, the token moves."""
    data: PlayerScouted = event.data
    seat = seat_of(event)
    stacks = paid(state, seat, prices.SCOUTING if data.weeks is None else data.weeks)
    if data.space in state.spaces:
        state = taken_up(state, data.card)
        card = UNSEEN if data.card is None else data.card
        state = replace(state, spaces={**state.spaces, data.space: card})
    return replace(state, stacks=stacks)


def passed(state: State, event: Event) -> State:
    """The token goes to week 15, on top."""
    seat = seat_of(event)
    if week(state.stacks, seat) == LAST_WEEK:
        return state
    return replace(state, stacks=laid(state.stacks, seat, LAST_WEEK))


def _acted(state: State, event: Event, team: Team, price: int) -> State:
    """The state after an action: the token moves by the price, or by what was recorded."""
    seat, weeks = seat_of(event), event.data.weeks
    return replace(
        state,
        teams={**state.teams, seat: team},
        stacks=paid(state, seat, price if weeks is None else weeks),
    )


def _spent(team: Team, kind: str) -> Team:
    """The team without the credits that an action of a kind uses up."""
    if not team.credits:
        return team
    return replace(team, credits=tuple(c for c in team.credits if c.on != kind))


# --- moves on the mat ---


def players_moved(state: State, event: Event) -> State:
    """Cards change slots in order; in a game that has not begun the pool follows."""
    seat = seat_of(event)
    state = with_team(state, seat, moved(state.setup, state.teams[seat], event.data))
    return with_present_pools(state, seat)


def with_present_pools(state: State, *seats: Seat) -> State:
    """The state with the dice of teams as they are now, in a game that has not begun."""
    game = state.game
    if game is None or game.ot or state.season.kicked_off:
        return state
    pool = {
        side: pool_of(state, who) if (who := player_of(game, side)) in seats else game.pool[side]
        for side in SIDES
    }
    return entered(state, replace(game, pool=pool), state.phase)


def moved(setup: Setup, team: Team, data: PlayersMoved) -> Team:
    """The team after moves; foreign cards and unknown slots are skipped."""
    mat = team.roster
    for move in data.moves:
        place = find(mat, move.card)
        if place is not None and move.slot in setup.slots:
            entry = mat[place[0]][place[1]]
            mat = stacked(without(mat, move.card), move.slot, entry, move.place)
    return with_roster(setup, team, mat)
