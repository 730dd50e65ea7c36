"""Chapter "The Offseason": what a team does with its fifteen weeks. Checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.actions import (
    PlayerRecruited,
    PlayerScouted,
    PlayersMoved,
    PlayerUpgraded,
    WalkOnAdded,
)
from projections.rulesets.football_u.board.pieces import LAST_WEEK, UNSEEN, WALKON, Seat, unnamed
from projections.rulesets.football_u.chapters.acting import check_active
from projections.rulesets.football_u.chapters.setup import elsewhere, unknown
from projections.rulesets.football_u.obeying.offseason import moved
from projections.rulesets.football_u.position import prices
from projections.rulesets.football_u.position.roster import (
    entries,
    entry_of,
    find,
    gameplan_supply,
    player_cards,
    player_deck,
    walkon_supply,
)
from projections.rulesets.football_u.position.time_track import week
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import State

Findings = Iterator[Finding]

FLEX = "FLEX"


def check_action(state: State, event: Event) -> Findings:
    """One of the six actions: whose turn, what it costs, and its own rules."""
    yield from check_active(state, event)
    yield from _CHECKS[event.type](state, event)
    if event.type != "OffseasonPassed":
        yield from _check_cost(state, event)


def _check_cost(state: State, event: Event) -> Findings:
    """`offseason.beyond-15`, `offseason.cost`."""
    price = prices.price(state, event)
    if price is None or _price_unknown(state, event):
        return
    left = LAST_WEEK - week(state.stacks, event.seat or "")
    if price > left:
        if state.setup.rulings["overrun"] == "forbid":
            message = f"{price} weeks, only {left} left."
            yield RULES.illegal("offseason.beyond-15", message, left, price)
        else:
            price = left
    got = event.data.weeks
    if got is not None and got != price:
        message = f"That costs {price} weeks, not {got}."
        yield RULES.illegal("offseason.cost", message, price, got)


def _price_unknown(state: State, event: Event) -> bool:
    """Whether a card that the box has not, or a coach whom nobody named, decides the price."""
    if event.type == "PlayerScouted":
        return _is_unknown(state, event.data.card)
    coach = state.teams[event.seat or ""].coach
    return event.type != "WalkOnAdded" and unnamed(coach)


def _is_unknown(state: State, card: str | None) -> bool:
    return card is not None and state.setup.player(card) is None


# --- the actions ---


def _check_recruit(state: State, event: Event) -> Findings:
    data: PlayerRecruited = event.data
    if prices.board_space(state, event.seat or "", data) is None:
        message = f"{data.card} is not on the board."
        yield RULES.illegal("recruit.not-available", message, None, data.card)
    position = state.setup.position(data.card)
    if not accepts(state, data.slot, position):
        name = position or "player"
        message = f"A {name} cannot play {data.slot}."
        yield RULES.illegal("recruit.position", message, position, data.slot)
    if position is None:
        yield unknown(data.card)


def accepts(state: State, slot: str, position: str | None) -> bool:
    """Whether a player may stand in a slot; an unknown position fits every slot there is."""
    accepted = state.setup.slots.get(slot)
    return accepted is not None and (position is None or position in accepted)


def _check_walkon(state: State, event: Event) -> Findings:
    data: WalkOnAdded = event.data
    if walkon_supply(state) <= 0:
        yield RULES.illegal("walkon.supply", "No walk-on cards left.", None, walkon_supply(state))
    if not takes_walkon(state, data.slot):
        yield RULES.illegal("walkon.slot", f"No walk-on at {data.slot}.", None, data.slot)


def takes_walkon(state: State, slot: str) -> bool:
    """Whether a walk-on may fill a slot (ruling `walkon_flex`)."""
    flex = slot != FLEX or state.setup.rulings["walkon_flex"] == "allow"
    return slot in state.setup.slots and flex


def _check_upgrade(state: State, event: Event) -> Findings:
    data: PlayerUpgraded = event.data
    if data.card == WALKON:
        yield RULES.illegal("upgrade.walkon", "Walk-ons have no upgraded side.")
        return
    entry = entry_of(state.teams[event.seat or ""], data.card)
    if entry is None:
        message = f"{data.card} is not on the team."
        yield RULES.illegal("upgrade.not-yours", message, None, data.card)
    elif entry.up:
        yield RULES.illegal("upgrade.already", f"{data.card} is already upgraded.", None, data.card)


def _check_gameplan(state: State, _: Event) -> Findings:
    supply = gameplan_supply(state)
    if supply <= 0:
        yield RULES.illegal("gameplan.supply", "No gameplan tokens left.", None, supply)


def _check_scout(state: State, event: Event) -> Findings:
    data: PlayerScouted = event.data
    if not state.setup.solo:
        yield RULES.illegal("scout.solo-only", "Only solo games put cards out.")
    else:
        yield from _check_scouted_space(state, event.seat or "", data.space)
    if _is_unknown(state, data.card):
        yield unknown(data.card or "")
    if data.card in player_cards(state):
        yield elsewhere(data.card or "")


def _check_scouted_space(state: State, seat: Seat, space: str) -> Findings:
    if not is_foreign(state, seat, space):
        message = f"{space} is not in another region."
        yield RULES.illegal("scout.region", message, None, space)
    if state.spaces.get(space) is not None:
        yield RULES.illegal("scout.occupied", f"{space} is occupied.", None, space)
    if player_deck(state) <= 0:
        yield RULES.illegal("scout.deck", "The deck is empty.")


def is_foreign(state: State, seat: Seat, space: str) -> bool:
    """Whether a space lies in a region that is neither home nor the Transfer Portal."""
    region = state.setup.space_region.get(space)
    return region not in (None, state.setup.region[seat], state.setup.box.portal)


def _check_pass(state: State, event: Event) -> Findings:
    seat = event.seat or ""
    if state.setup.rulings["pass"] == "only-if-stuck" and can_act(state, seat):
        yield RULES.illegal("offseason.pass", f"Team {seat} can still act.")


_CHECKS: Mapping[str, Callable[[State, Event], Findings]] = {
    "PlayerRecruited": _check_recruit,
    "WalkOnAdded": _check_walkon,
    "PlayerUpgraded": _check_upgrade,
    "GameplanTaken": _check_gameplan,
    "PlayerScouted": _check_scout,
    "OffseasonPassed": _check_pass,
}


# --- what a team can afford ---


def affordable(state: State, seat: Seat, weeks: int) -> bool:
    """Whether a team has the weeks for an action (ruling `overrun`)."""
    left = LAST_WEEK - week(state.stacks, seat)
    return left > 0 and (weeks <= left or state.setup.rulings["overrun"] != "forbid")


def recruits(state: State, seat: Seat) -> list[tuple[str, str, int]]:
    """(card, space, weeks) of every named player on the board whom a team can afford."""
    lying = (
        (card, space)
        for space, card in state.spaces.items()
        if card is not None and card != UNSEEN and state.setup.player(card) is not None
    )
    priced = ((card, space, prices.recruit(state, seat, card, space)) for card, space in lying)
    return [(card, space, weeks) for card, space, weeks in priced if affordable(state, seat, weeks)]


def walkon_slots(state: State, seat: Seat) -> list[str]:
    """The empty slots that a team can afford to fill with a walk-on."""
    if walkon_supply(state) <= 0 or not affordable(state, seat, prices.walkon(state, seat)):
        return []
    roster = state.teams[seat].roster
    return [slot for slot, stack in roster.items() if not stack and takes_walkon(state, slot)]


def upgrades(state: State, seat: Seat) -> list[tuple[str, int]]:
    """(card, weeks) of every base player whom a team can afford to upgrade."""
    base = [e.card for e in entries(state.teams[seat].roster) if e.card != WALKON and not e.up]
    priced = ((card, prices.upgrade(state, seat, card)) for card in base)
    return [(card, weeks) for card, weeks in priced if affordable(state, seat, weeks)]


def can_act(state: State, seat: Seat) -> bool:
    """Whether a team can afford a recruit, a walk-on in an empty slot, an upgrade or a gameplan."""
    return bool(
        walkon_slots(state, seat)
        or (gameplan_supply(state) > 0 and affordable(state, seat, prices.gameplan(state, seat)))
        or recruits(state, seat)
        or upgrades(state, seat)
    )


# --- Flex Slot: moves on the mat ---


def check_moves(state: State, event: Event) -> Findings:
    """`move.*`: when, whose cards, and where they end."""
    data: PlayersMoved = event.data
    team = state.teams[event.seat or ""]
    if state.season.kicked_off and not state.phase.startswith("offseason."):
        yield RULES.illegal("move.season", "Players move in the offseason only.")
    cards = [move.card for move in data.moves]
    if WALKON in cards:
        yield RULES.illegal("move.walkon", "Walk-ons do not move.")
    players = [card for card in cards if card != WALKON]
    foreign = next((card for card in players if find(team.roster, card) is None), None)
    if foreign is not None:
        yield RULES.illegal("move.not-yours", f"{foreign} is not on the team.", None, foreign)
    yield from _check_slots(state, event)


def _check_slots(state: State, event: Event) -> Findings:
    data: PlayersMoved = event.data
    after = moved(state.setup, state.teams[event.seat or ""], data)
    for move in data.moves:
        place = find(after.roster, move.card)
        if place is None or move.card == WALKON:
            continue
        position = state.setup.position(move.card)
        slot = place[0] if move.slot in state.setup.slots else move.slot
        if not accepts(state, slot, position):
            message = f"A {position or 'player'} cannot play {slot}."
            yield RULES.illegal("move.position", message, position, slot)
            return
