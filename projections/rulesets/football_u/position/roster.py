"""Mats, cards and supplies: what a team has, and where a player card is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import UNSEEN, WALKON, Entry, Roster, Seat
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import State, Team


def with_roster(setup: Setup, team: Team, roster: dict[str, tuple[Entry, ...]]) -> Team:
    """The team with another mat: its dice, strongest first (Players), and ready abilities."""
    dice, when, walkon = setup.dice, setup.when, setup.walkon
    pool: list[str] = []
    ready: dict[str, int] = {}
    players = 0
    for slot, stack in roster.items():
        if not stack:
            continue
        top = stack[0]
        pool += walkon[slot] if top.card == WALKON else dice[top.up][top.card]
        for entry in stack:
            card = entry.card
            if card != WALKON:
                players += 1
                times = when[entry.up]
                if card in times and not entry.used:
                    ready[times[card]] = ready.get(times[card], 0) + 1
    pool.sort(key=setup.order.__getitem__)
    return replace(team, roster=roster, dice=tuple(pool), ready=ready, players=players)


def entries(roster: Roster) -> Iterator[Entry]:
    """Every card of a mat, covered ones too, slot by slot."""
    for stack in roster.values():
        yield from stack


def find(roster: Roster, card: str) -> tuple[str, int] | None:
    """Slot and depth of a card; of `walkon` the first in slot order."""
    for slot, stack in roster.items():
        for depth, entry in enumerate(stack):
            if entry.card == card:
                return slot, depth
    return None


def entry_of(team: Team, card: str) -> Entry | None:
    """The entry of a card on a team's mat."""
    place = find(team.roster, card)
    return team.roster[place[0]][place[1]] if place else None


def _exchanged(team: Team, card: str, **changes: bool) -> dict[str, tuple[Entry, ...]]:
    """The mat with an entry changed; as it is when the card is not there."""
    place = find(team.roster, card)
    if place is None:
        return team.roster
    slot, depth = place
    stack = team.roster[slot]
    entry = replace(stack[depth], **changes)
    return {**team.roster, slot: (*stack[:depth], entry, *stack[depth + 1 :])}


def upgraded(setup: Setup, team: Team, card: str) -> Team:
    """The team with a player's upgraded side showing; as it is when he is not on it."""
    mat = team.roster if card == WALKON else _exchanged(team, card, up=True)
    return team if mat is team.roster else with_roster(setup, team, mat)


def used(team: Team, card: str, when: str) -> Team:
    """The team with a token on an unused player, whose ability is for the time `when`."""
    ready = {**team.ready, when: team.ready.get(when, 1) - 1}
    return replace(team, roster=_exchanged(team, card, used=True), ready=ready)


def without(roster: Roster, card: str) -> dict[str, tuple[Entry, ...]]:
    """The mat after a card was taken from it."""
    place = find(roster, card)
    if place is None:
        return dict(roster)
    slot, depth = place
    return {**roster, slot: (*roster[slot][:depth], *roster[slot][depth + 1 :])}


def stacked(
    roster: Roster, slot: str, entry: Entry, place: str | None
) -> dict[str, tuple[Entry, ...]]:
    """The mat with a card on top of a slot, or at its bottom for `under`."""
    stack = roster[slot]
    return {**roster, slot: (*stack, entry) if place == "under" else (entry, *stack)}


def matching(setup: Setup, team: Team, card: str) -> int:
    """How many other players on the mat share the playstyle of a player (Team Chemistry)."""
    known = setup.style
    style = known.get(card)
    found = 0
    if style is not None:
        for stack in team.roster.values():
            for entry in stack:
                if known.get(entry.card) == style and entry.card != card:
                    found += 1
    return found


def team_chemistry(setup: Setup, team: Team) -> int:
    """How many players share a style with at least one other on the mat (Ending the Game)."""
    styles = Counter(setup.style[e.card] for e in entries(team.roster) if e.card in setup.style)
    return sum(count for count in styles.values() if count > 1)


def first_slot(setup: Setup, card: str) -> str:
    """The first slot that accepts a player; the very first where his position is not known."""
    position = setup.position(card)
    accepting = (slot for slot, positions in setup.slots.items() if position in positions)
    return next(accepting, next(iter(setup.slots)))


# --- supplies: they may go below zero if the log says so ---


def walkon_supply(state: State) -> int:
    """Walk-on cards that lie ready."""
    laid = sum(e.card == WALKON for team in state.teams.values() for e in entries(team.roster))
    return state.setup.box.walkon.count - laid


def gameplan_supply(state: State) -> int:
    """Gameplan tokens that lie ready."""
    return state.setup.box.gameplans - sum(team.gameplans for team in state.teams.values())


def chemistry_deck(state: State) -> int:
    """Cards of the chemistry deck."""
    held = sum(len(team.chemistry) for team in state.teams.values())
    return len(state.setup.box.chemistry) - held


def player_deck(state: State) -> int:
    """Cards of the player deck."""
    held = sum(team.players for team in state.teams.values())
    on_board = len(state.spaces) - list(state.spaces.values()).count(None)
    drawn = state.game is not None and state.game.ai_card is not None
    return len(state.setup.box.players) - held - on_board - len(state.out) - drawn


# --- a player card is in one place ---


def space_of(state: State, card: str) -> str | None:
    """The recruiting space on which a card lies."""
    for space, lying in state.spaces.items():
        if lying == card:
            return space
    return None


def player_cards(state: State) -> set[str]:
    """Every named player card that is not in the deck."""
    cards = {e.card for team in state.teams.values() for e in entries(team.roster)}
    cards.update(card for card in state.spaces.values() if card is not None)
    cards.update(state.out)
    if state.game is not None and state.game.ai_card is not None:
        cards.add(state.game.ai_card)
    return cards


def taken_up(state: State, card: str | None) -> State:
    """The state after a player card was picked up, wherever it lay: it is laid anew then."""
    if card is None or card in (WALKON, UNSEEN):
        return state
    for seat, team in state.teams.items():
        if find(team.roster, card):
            picked = with_roster(state.setup, team, without(team.roster, card))
            state = with_team(state, seat, picked)
    space = space_of(state, card)
    if space is not None:
        state = replace(state, spaces={**state.spaces, space: None})
    if card in state.out:
        state = replace(state, out=tuple(c for c in state.out if c != card))
    game = state.game
    if game is not None and game.ai_card == card:
        state = replace(state, game=replace(game, ai_card=None))
    return state


def with_team(state: State, seat: Seat, team: Team) -> State:
    """The state with a team replaced."""
    return replace(state, teams={**state.teams, seat: team})
