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
from projections.rulesets.football_u.position import prices, words
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
from projections.rulesets.football_u.preconditions import seat_of
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
    left = LAST_WEEK - week(state.stacks, seat_of(event))
    if price > left:
        if state.setup.rulings["overrun"] == "forbid":
            team, cost = state.setup.names[seat_of(event)], words.weeks(price)
            have = words.weeks(left)
            message = f"{team} pay {cost}, but have {have} left: choose what costs less, or stop."
            yield RULES.illegal("offseason.beyond-15", message, left, price)
        else:
            price = left
    got = event.data.weeks
    if got is not None and got != price:
        team = state.setup.names[seat_of(event)]
        message = f"That costs {team} {words.weeks(price)}, not {got}."
        yield RULES.illegal("offseason.cost", message, price, got)


def _price_unknown(state: State, event: Event) -> bool:
    """Whether a card that the box has not, or a coach whom nobody named, decides the price."""
    if event.type == "PlayerScouted":
        return _is_unknown(state, event.data.card)
    coach = state.teams[seat_of(event)].coach
    return event.type != "WalkOnAdded" and unnamed(coach)


def _is_unknown(state: State, card: str | None) -> bool:
    return card is not None and state.setup.player(card) is None


def _is_known(state: State, card: str) -> bool:
    """Whether a card is known to lie somewhere, so that it was no unseen one."""
    return card not in (WALKON, UNSEEN) and card in player_cards(state)


# --- the actions ---


def _check_recruit(state: State, event: Event) -> Findings:
    data: PlayerRecruited = event.data
    space = prices.board_space(state, seat_of(event), data)
    if space is None or (state.spaces[space] == UNSEEN and _is_known(state, data.card)):
        card = state.setup.card_name(data.card)
        message = f"{words.capital(card)} is not on the board: recruit one of those who are."
        yield RULES.illegal("recruit.not-available", message, None, card)
    position = state.setup.position(data.card)
    if not accepts(state, data.slot, position):
        message = _misplaced(state, data.card, data.slot)
        yield RULES.illegal("recruit.position", message, position, data.slot)
    if position is None:
        yield unknown(data.card)


def _misplaced(state: State, card: str, slot: str) -> str:
    """A player who stands where he cannot, and where he can."""
    setup = state.setup
    name, position = words.capital(setup.card_name(card)), setup.position(card)
    if slot not in setup.slots:
        there = words.slots(setup, position) or words.listed(setup.slots)
        return f"No mat has a slot “{slot}”: {name} can stand at {there}."
    there = words.slots(setup, position)
    return f"{name} is a {position} and cannot stand at {slot}, but at {there}."


def accepts(state: State, slot: str, position: str | None) -> bool:
    """Whether a player may stand in a slot; an unknown position fits every slot there is."""
    accepted = state.setup.slots.get(slot)
    return accepted is not None and (position is None or position in accepted)


def _check_walkon(state: State, event: Event) -> Findings:
    data: WalkOnAdded = event.data
    if walkon_supply(state) <= 0:
        count = state.setup.box.walkon.count
        message = f"All {count} walk-on cards lie on mats: none is left to add."
        yield RULES.illegal("walkon.supply", message, None, walkon_supply(state))
    if not takes_walkon(state, data.slot):
        there = " or ".join(slot for slot in state.setup.slots if takes_walkon(state, slot))
        message = f"A walk-on cannot stand at “{data.slot}”, but at {there}."
        yield RULES.illegal("walkon.slot", message, there, data.slot)


def takes_walkon(state: State, slot: str) -> bool:
    """Whether a walk-on may fill a slot (ruling `walkon_flex`)."""
    flex = slot != FLEX or state.setup.rulings["walkon_flex"] == "allow"
    return slot in state.setup.slots and flex


def _check_upgrade(state: State, event: Event) -> Findings:
    data: PlayerUpgraded = event.data
    if data.card == WALKON:
        message = "A walk-on has no upgraded side: upgrade a player with a name."
        yield RULES.illegal("upgrade.walkon", message)
        return
    card, team = state.setup.card_name(data.card), state.setup.names[seat_of(event)]
    entry = entry_of(state.teams[seat_of(event)], data.card)
    if entry is None:
        message = f"{words.capital(card)} does not play for {team}: upgrade a player who does."
        yield RULES.illegal("upgrade.not-yours", message, None, card)
    elif entry.up:
        message = f"{words.capital(card)} is upgraded already: choose another player."
        yield RULES.illegal("upgrade.already", message, None, card)


def _check_gameplan(state: State, _: Event) -> Findings:
    supply = gameplan_supply(state)
    if supply <= 0:
        message = f"All {state.setup.box.gameplans} gameplans are taken: none is left."
        yield RULES.illegal("gameplan.supply", message, None, supply)


def _check_scout(state: State, event: Event) -> Findings:
    data: PlayerScouted = event.data
    if not state.setup.solo:
        yield RULES.illegal("scout.solo-only", "Players are put out in a game of one team only.")
    else:
        yield from _check_scouted_space(state, seat_of(event), data.space)
    if _is_unknown(state, data.card):
        yield unknown(data.card or "")
    if data.card in player_cards(state):
        yield elsewhere(state, data.card or "")


def _check_scouted_space(state: State, seat: Seat, space: str) -> Findings:
    where = words.space(state.setup, space)
    if not is_foreign(state, seat, space):
        foreign = [s for s in state.spaces if is_foreign(state, seat, s)]
        there = words.listed(words.space(state.setup, s) for s in foreign)
        message = f"{words.capital(where)} is in no other region: choose one of {there}."
        yield RULES.illegal("scout.region", message, there, where)
    if state.spaces.get(space) is not None:
        message = f"A card lies on {where} already: choose an empty space."
        yield RULES.illegal("scout.occupied", message, None, where)
    if player_deck(state) <= 0:
        yield RULES.illegal("scout.deck", "The player deck is empty: nobody can be put out.")


def is_foreign(state: State, seat: Seat, space: str) -> bool:
    """Whether a space lies in a region that is neither home nor the Transfer Portal."""
    region = state.setup.space_region.get(space)
    return region not in (None, state.setup.region[seat], state.setup.box.portal)


def _check_pass(state: State, event: Event) -> Findings:
    seat = seat_of(event)
    if state.setup.rulings["pass"] == "only-if-stuck" and can_act(state, seat):
        message = f"{state.setup.names[seat]} stop, but can still act with the weeks they have."
        yield RULES.illegal("offseason.pass", message)


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
    team = state.teams[seat_of(event)]
    if state.season.kicked_off and not state.phase.startswith("offseason."):
        yield RULES.illegal(
            "move.season", "Players are moved in the offseason, until a season's first game begins."
        )
    cards = [move.card for move in data.moves]
    if WALKON in cards:
        yield RULES.illegal(
            "move.walkon", "A walk-on stays where he was added: move players with names."
        )
    players = [card for card in cards if card != WALKON]
    foreign = next((card for card in players if find(team.roster, card) is None), None)
    if foreign is not None:
        card, name = state.setup.card_name(foreign), state.setup.names[seat_of(event)]
        message = f"{words.capital(card)} does not play for {name}: move a player who does."
        yield RULES.illegal("move.not-yours", message, None, card)
    yield from _check_slots(state, event)


def _check_slots(state: State, event: Event) -> Findings:
    data: PlayersMoved = event.data
    after = moved(state.setup, state.teams[seat_of(event)], data)
    for move in data.moves:
        place = find(after.roster, move.card)
        if place is None or move.card == WALKON:
            continue
        position = state.setup.position(move.card)
        slot = place[0] if move.slot in state.setup.slots else move.slot
        if not accepts(state, slot, position):
            message = _misplaced(state, move.card, slot)
            yield RULES.illegal("move.position", message, position, slot)
            return
