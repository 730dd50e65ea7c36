"""What the actions of the offseason cost in weeks (The Offseason 2; Recruiting in Your Region)."""

from __future__ import annotations

from collections.abc import Sequence

from events.event import Event
from projections.rulesets.football_u.actions import PlayerRecruited
from projections.rulesets.football_u.board.pieces import LAST_WEEK, UNSEEN, WALKON, Seat
from projections.rulesets.football_u.position.roster import find, player_cards, space_of
from projections.rulesets.football_u.position.time_track import week
from projections.rulesets.football_u.preconditions import seat_of
from projections.rulesets.football_u.state import State, Team

PAID = {
    "PlayerRecruited": "recruit",
    "WalkOnAdded": "walkon",
    "PlayerUpgraded": "upgrade",
    "GameplanTaken": "gameplan",
    "PlayerScouted": "scout",
}
"""Event type -> the kind of action that a discount names."""

SCOUTING = 1
"""Weeks to put a card out in another region (Solo Play)."""


def credit(team: Team, kind: str) -> int:
    """Weeks that the next action of a kind costs less."""
    return sum(c.weeks for c in team.credits if c.on == kind) if team.credits else 0


def recruit(state: State, seat: Seat, card: str, space: str | None) -> int:
    """Weeks to recruit a player of the box from a space."""
    setup, team = state.setup, state.teams[seat]
    player = setup.box.players[card]
    cost = player.cost - credit(team, "recruit")
    if space is not None and setup.space_region.get(space) == setup.region[seat]:
        cost -= 1
    for effect in setup.coach_side(team.coach).passive:
        if effect.op == "recruit_discount" and player.position in (effect.positions or ()):
            cost -= effect.weeks or 0
    return max(int(setup.rulings["home_min"]), cost)


def walkon(state: State, seat: Seat) -> int:
    """Weeks to add a walk-on."""
    return max(0, state.setup.box.walkon.weeks - credit(state.teams[seat], "walkon"))


def upgrade(state: State, seat: Seat, card: str) -> int:
    """Weeks to upgrade a player, by the team's head coach card."""
    team = state.teams[seat]
    price = state.setup.coach_side(team.coach).upgrade
    weeks = price.offense if state.setup.is_offensive(card) else price.defense
    return max(0, weeks - credit(team, "upgrade"))


def gameplan(state: State, seat: Seat) -> int:
    """Weeks to take gameplan tokens, by the team's head coach card."""
    team = state.teams[seat]
    return max(0, state.setup.coach_side(team.coach).gameplan.weeks - credit(team, "gameplan"))


def board_space(state: State, seat: Seat, data: PlayerRecruited) -> str | None:
    """The space from which a player is recruited: his own, or that of the unseen card he may be."""
    space = space_of(state, data.card)
    if space is not None:
        return space
    if data.space is not None:
        return data.space if state.spaces.get(data.space) == UNSEEN else None
    unseen = [space for space, lying in state.spaces.items() if lying == UNSEEN]
    if not unseen or data.card in player_cards(state):
        return None
    return _likeliest(state, seat, data, unseen)


def _likeliest(state: State, seat: Seat, data: PlayerRecruited, unseen: Sequence[str]) -> str:
    """Where an unseen card lay of which nobody said so: at the price that was paid, not at home."""
    setup = state.setup

    def preference(space: str) -> tuple[bool, bool]:
        known = data.weeks is not None and data.card in setup.base
        fits = known and recruit(state, seat, data.card, space) == data.weeks
        return not fits, setup.space_region.get(space) == setup.region[seat]

    return min(unseen, key=preference)


def price(state: State, event: Event) -> int | None:
    """Weeks that one of the paid actions costs; None where the rules set no price.

    That is so for a card that is not on the board, not in the box, not on the own team.
    """
    seat, data = seat_of(event), event.data
    match event.type:
        case "PlayerRecruited":
            space = board_space(state, seat, data)
            known = space is not None and state.setup.player(data.card) is not None
            return recruit(state, seat, data.card, space) if known else None
        case "WalkOnAdded":
            return walkon(state, seat)
        case "PlayerUpgraded":
            own = data.card != WALKON and find(state.teams[seat].roster, data.card)
            return upgrade(state, seat, data.card) if own else None
        case "GameplanTaken":
            return gameplan(state, seat)
        case "PlayerScouted":
            return SCOUTING
    return None


def weeks_moved(state: State, event: Event) -> int:
    """Weeks that the token moves: as recorded, else the price, as far as the track goes."""
    if event.data.weeks is not None:
        return int(event.data.weeks)
    return min(price(state, event) or 0, LAST_WEEK - week(state.stacks, seat_of(event)))
