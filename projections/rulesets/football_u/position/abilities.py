"""Which ability an `AbilityUsed` names, and marking its card as used (Player Abilities)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from events.event import Event
from projections.rulesets.football_u.actions import AbilitySource, AbilityUsed
from projections.rulesets.football_u.board.pieces import UNSEEN, SeatOrOpponent
from projections.rulesets.football_u.components import Ability
from projections.rulesets.football_u.position.game import player_of, side_of
from projections.rulesets.football_u.position.roster import entry_of, taken_up, used, with_team
from projections.rulesets.football_u.state import Source, State, Team


class Use(NamedTuple):
    """What an `AbilityUsed` is about.

    `available`: the card is one of the user's. `ability`: that of the side of the card that shows.
    `used`: it was marked before.
    """

    who: SeatOrOpponent
    available: bool
    ability: Ability | None
    used: bool


def use_of(state: State, event: Event) -> Use:
    """What an `AbilityUsed` is about, in the state before it."""
    data: AbilityUsed = event.data
    game = state.game
    if game is None:
        who = event.seat or ""
    else:
        who = player_of(game, side_of(state.setup, game, event.seat, data.side))
    return Use(who, *_card(state, who, data.source))


def _card(state: State, who: str, source: AbilitySource) -> tuple[bool, Ability | None, bool]:
    team = state.teams.get(who)
    if source.kind == "ai":
        return _ai(state, team, source.card)
    if team is None:
        return False, None, False
    if source.kind == "player":
        return _player(state, team, source.card)
    if source.kind == "coach":
        return _coach(state, team, source.card)
    in_hand = source.card in team.chemistry or None in team.chemistry
    return in_hand, state.setup.ability(state.setup.box.chemistry.get(source.card)), False


def _ai(state: State, team: Team | None, card: str) -> tuple[bool, Ability | None, bool]:
    game, player = state.game, state.setup.player(card)
    if game is None or team is not None:
        return False, None, False
    ability = state.setup.ability(player.upgraded.ability) if player else None
    return game.ai_card in (card, UNSEEN), ability, game.ai_used


def _player(state: State, team: Team, card: str) -> tuple[bool, Ability | None, bool]:
    entry = entry_of(team, card)
    if entry is None:
        return False, None, False
    return True, state.setup.ability(state.setup.card_side(entry).ability), entry.used


def _coach(state: State, team: Team, card: str) -> tuple[bool, Ability | None, bool]:
    coach = team.coach
    named = replace(coach, card=card)
    ability = state.setup.ability(state.setup.coach_side(named).ability)
    return coach.card in (card, None), ability, coach.used


def marked(state: State, use: Use, source: AbilitySource) -> State:
    """The state with the card marked as used; an unseen card becomes the one named.

    Nothing is marked where the card is not the user's or has no ability.
    """
    if not use.available:
        return state
    if source.kind == "ai":
        return _ai_marked(state, source.card, use.ability is not None)
    team = state.teams[use.who]
    if source.kind == "coach":
        coach = team.coach
        if coach.side == "hire" and coach.card is None:
            coach = replace(coach, card=source.card)
        if use.ability is not None:
            coach = replace(coach, used=True)
        team = replace(team, coach=coach)
    elif use.ability is None:
        return state
    elif source.kind == "player":
        if not use.used:
            team = used(team, source.card, use.ability.when)
    else:
        team = replace(team, chemistry=_without(team.chemistry, source.card))
    return with_team(state, use.who, team)


def _ai_marked(state: State, card: str, has_ability: bool) -> State:
    if state.game is not None and state.game.ai_card == UNSEEN:
        state = taken_up(state, card)
    game = state.game
    if game is None:
        return state
    return replace(state, game=replace(game, ai_card=card, ai_used=game.ai_used or has_ability))


def _without(hand: tuple[str | None, ...], card: str) -> tuple[str | None, ...]:
    """A hand without a card; where it is not named, an unseen one stands in for it."""
    place = hand.index(card) if card in hand else hand.index(None)
    return (*hand[:place], *hand[place + 1 :])


def declared_source(source: AbilitySource) -> Source:
    """The source as a state keeps it."""
    return Source(source.kind, source.card)
