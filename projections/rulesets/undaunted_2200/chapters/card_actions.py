"""Chapter "Actions", those without dice: CONTROL, COORDINATE, JAM, BOLSTER, SCAN and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from projections.kit.ruleset import Finding, Option, Seat
from projections.rulesets.undaunted_2200.actions import ActionChosen, CardsChosen, DiscordsFound
from projections.rulesets.undaunted_2200.cards.action_keys import Action, action, words
from projections.rulesets.undaunted_2200.cards.zones import Named, Zone, missing, without_named
from projections.rulesets.undaunted_2200.obeying.performing import objective_at
from projections.rulesets.undaunted_2200.position.sight import ground_of
from projections.rulesets.undaunted_2200.position.words import (
    card_name,
    counted,
    seat_name,
    space_name,
    thing_name,
    unit_name,
)
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.setup import ENEMY
from projections.rulesets.undaunted_2200.state import Choose, Pending, SeatState, State


def performed(
    state: State, seat: Seat, unit: str | None, owner: Seat, known: Action
) -> Iterator[Finding]:
    """The findings for an action as it begins, with a card or as the one that follows.

    `unit`: that of the card; `owner`: whose supply is used.
    """
    rule = _WHEN_BEGUN.get(known.name)
    if rule is not None:
        yield from rule(state, seat, unit, owner, known)


def _control(
    state: State, seat: Seat, unit: str | None, _owner: Seat, _known: Action
) -> Iterator[Finding]:
    counter = state.units.get(unit or "")
    if counter is None:
        return
    found = objective_at(state, unit)
    if found is None:
        name, where = unit_name(state.setup, unit), space_name(counter.at)
        if counter.carried_by is not None:
            where = "the cargo display"
        yield RULES.illegal("control.no-objective", f"No objective for {name} in {where}.")
        return
    id_, objective = found
    side = state.setup.side_of[seat]
    if objective.owner == side:
        name = seat_name(state.setup, seat)
        yield RULES.illegal("control.own", f"{name} already controls {thing_name(id_)}.", got=id_)
    elif objective.owner is not None:
        guard = _defender(state, objective.owner, objective.at)
        if guard is not None:
            name = unit_name(state.setup, guard)
            yield RULES.illegal("control.defended", f"{name} defends {thing_name(id_)}.", got=guard)


def _defender(state: State, side: str, space: str) -> str | None:
    """An un-routed ground unit of a side on the board in a space."""
    for unit, counter in state.units.items():
        kind = state.setup.units[unit]
        stands = counter.at == space and counter.on_board and not counter.routed
        if stands and kind.side == side and kind.type == "ground":
            return unit
    return None


def _disembark(
    state: State, _seat: Seat, unit: str | None, _owner: Seat, _known: Action
) -> Iterator[Finding]:
    counter = state.units.get(unit or "")
    if counter is not None and counter.at is not None:
        kind = ground_of(state).terrain.get(counter.at, "off the board")
        if kind != "open":
            message = f"{space_name(counter.at)} is {kind.replace('-', ' ')}."
            yield RULES.illegal("disembark.terrain", message, "open", kind)


def _coordinate(
    state: State, seat: Seat, _unit: str | None, _owner: Seat, _known: Action
) -> Iterator[Finding]:
    own = state.seats[seat]
    discord = state.setup.discord[state.setup.side_of[seat]]
    if discord in own.hand:
        return
    unseen = own.deck.unseen
    if None in own.hand and (discord in unseen or None in unseen):
        yield RULES.unverifiable(
            "coordinate.no-discord", "A Discord may be among the unseen cards of the hand.", discord
        )
    else:
        yield RULES.illegal("coordinate.no-discord", "There is no Discord in the hand.", discord)


def _jam(
    state: State, seat: Seat, _unit: str | None, _owner: Seat, _known: Action
) -> Iterator[Finding]:
    if state.sides[ENEMY[state.setup.side_of[seat]]].discord_supply == 0:
        yield RULES.illegal("jam.no-discord", "There is no Discord left to give.", 1, 0)


def _support(
    state: State, _seat: Seat, _unit: str | None, owner: Seat, known: Action
) -> Iterator[Finding]:
    if not eligible(state, owner, Choose("support", squad=known.squad), None):
        squad = f" of squad {known.squad}" if known.squad else ""
        yield RULES.illegal("support.empty", f"There is no combat card{squad} in the supply.")


_WHEN_BEGUN: dict[str, Callable[[State, Seat, str | None, Seat, Action], Iterator[Finding]]] = {
    "control": _control,
    "disembark": _disembark,
    "dropship": _disembark,
    "coordinate": _coordinate,
    "jam": _jam,
    "support": _support,
}


def eligible(state: State, seat: Seat, choose: Choose, card: str | None) -> list[str]:
    """The cards that a BOLSTER, SUPPORT or INSPIRE may take, copies counted; `card` performs it."""
    cards = state.setup.cards
    return [
        id_
        for id_ in _choosable(state, seat, choose, card)
        if id_ in cards
        and (choose.squad is None or cards[id_].squad == choose.squad)
        and (choose.what == "bolster" or cards[id_].kind == "combat")
    ]


def _choosable(state: State, seat: Seat, choose: Choose, card: str | None) -> Named:
    """The zone that a choice takes from; without the card being performed."""
    own = state.seats[seat]
    if choose.what != "inspire":
        return own.supply
    return without_named(own.play, card) if card in own.play else own.play


def _chooser(pending: Pending, choose: Choose) -> Seat:
    return pending.seat if choose.what == "inspire" else pending.owner


def cards_chosen(state: State, pending: Pending, data: CardsChosen) -> list[Finding]:
    """The findings for the cards taken by BOLSTER, SUPPORT or INSPIRE."""
    choose = pending.choose
    if choose is None:
        return []
    setup, found = state.setup, []
    most = choose.max or 0
    number = len(data.cards)
    if number > most or (choose.what == "support" and number != 1):
        least = "Exactly" if choose.what == "support" else "At most"
        message = f"{least} {counted(most, 'card')}, not {number}."
        found.append(RULES.illegal("choose.count", message, most, number))
    zone = _choosable(state, _chooser(pending, choose), choose, pending.card)
    absent = missing(zone, data.cards)
    if absent:
        card = min(absent)
        message = f"{card_name(setup, card)} is not there to be taken."
        found.append(RULES.illegal("choose.zone", message, got=card))
    for card in data.cards:
        kind = setup.cards.get(card)
        if choose.squad and (kind is None or kind.squad != choose.squad):
            message = f"{card_name(setup, card)} is not of squad {choose.squad}."
            found.append(RULES.illegal("choose.squad", message, choose.squad, card))
            break
    for card in data.cards:
        kind = setup.cards.get(card)
        if choose.what != "bolster" and (kind is None or kind.kind != "combat"):
            message = f"{card_name(setup, card)} is no combat card."
            found.append(RULES.illegal("choose.command", message, "combat", card))
            break
    return found


def action_chosen(state: State, pending: Pending, data: ActionChosen) -> list[Finding]:
    """The findings for the action that follows a DROPSHIP or the movement of an ASSAULT."""
    found: list[Finding] = []
    if data.action not in follow_ups(state, pending):
        name = card_name(state.setup, pending.card)
        message = f"{words(data.action)} of {name} cannot follow {words(pending.action)}."
        found.append(RULES.illegal("follow-up.action", message, got=data.action))
    return found + action_findings(state, pending, data.action)


def follow_ups(state: State, pending: Pending) -> list[str]:
    """The actions of the card that may follow: after ASSAULT the combat actions only."""
    card = state.setup.cards.get(pending.card)
    assault = pending.choose is not None and pending.choose.what == "assault"
    return [
        key
        for key in (card.actions if card else ())
        if (known := action(key)) is not None and (known.combat or not assault)
    ]


def discords_found(state: State, pending: Pending, data: DiscordsFound) -> list[Finding]:
    """The findings for what a SCAN found in hand, discard pile and deck."""
    scan = pending.scan
    if scan is None:
        return []
    own = state.seats[scan.seat]
    known = known_discords(state, scan.seat)
    got = (data.hand, data.discard, data.deck)
    if got == known:
        return []
    discord = state.setup.discord[state.setup.side_of[scan.seat]]
    hidden = None in own.hand or None in own.discard
    doubtful = None in own.deck.unseen or (hidden and discord in own.deck.unseen)
    if doubtful and data.hand >= known[0] and data.discard >= known[1]:
        message = "How many Discords a SCAN finds depends on cards nobody saw."
        return [RULES.unverifiable("scan.count", message, got=sum(got))]
    wanted = ", ".join(map(str, known))
    return [
        RULES.illegal(
            "scan.count",
            f"SCAN must find {wanted} Discords in hand, discard pile and deck.",
            wanted,
            ", ".join(map(str, got)),
        )
    ]


def known_discords(state: State, seat: Seat) -> tuple[int, int, int]:
    """The Discords named in a seat's hand, discard pile and unseen cards."""
    discord = state.setup.discord[state.setup.side_of[seat]]
    hand, discarded, deck = (zone.count(discord) for zone in _zones(state.seats[seat]))
    return hand, discarded, deck


def choice_options(state: State, pending: Pending) -> Iterator[Option]:
    """One option for each card that may be taken, and one that takes as many as it can."""
    choose = pending.choose
    if choose is None:
        return
    seat = _chooser(pending, choose)
    cards = eligible(state, seat, choose, pending.card)
    initiative = state.setup.initiative
    best = sorted(cards, key=lambda card: (-initiative[card], card))[: choose.max]
    choices = [[card] for card in sorted(set(cards))]
    if len(best) > 1:
        choices.append(sorted(best))
    for chosen in choices if choose.max else []:
        names = ", ".join(card_name(state.setup, card) for card in chosen)
        yield Option(
            type="CardsChosen",
            seat=pending.seat,
            data={"cards": chosen},
            label=f"{choose.what.capitalize()}: {names}",
            weight=len(chosen) + initiative[chosen[0]] / 100,
        )


def follow_up_options(state: State, pending: Pending) -> Iterator[Option]:
    """One option for each action that may follow."""
    for key in follow_ups(state, pending):
        found = action_findings(state, pending, key)
        if not any(finding.severity == "illegal" for finding in found):
            known = action(key)
            yield Option(
                type="ActionChosen",
                seat=pending.seat,
                data={"action": key},
                label=f"{unit_name(state.setup, pending.unit)}: {known.words if known else key}",
                piece=pending.unit,
                weight=3 if key == "control" else 2,
            )


def action_findings(state: State, pending: Pending, key: str) -> list[Finding]:
    """What the rules say of an action that follows."""
    known = action(key)
    if known is None:
        return []
    return list(performed(state, pending.seat, pending.unit, pending.owner, known))


def scan_option(state: State, pending: Pending) -> Iterator[Option]:
    """The Discords that are known to be there; where no card is known, the table says how many."""
    if pending.scan is None:
        return
    known = dict(zip(SEARCHED, known_discords(state, pending.scan.seat), strict=True))
    unknown = _unknown_discords(state, pending.scan.seat)
    label = f"Found {counted(sum(known.values()), 'Discord')}"
    yield Option(
        type="DiscordsFound",
        seat=pending.seat,
        data=known | dict.fromkeys(unknown),
        label="Say how many Discords were found" if unknown else label,
        choices={
            zone: list(range(known[zone], known[zone] + most + 1)) for zone, most in unknown.items()
        }
        or None,
        weight=2,
    )


SEARCHED = ("hand", "discard", "deck")


def _unknown_discords(state: State, seat: Seat) -> dict[str, int]:
    """The zones of a seat whose cards nobody can name, and how many Discords more may be there."""
    own, setup = state.seats[seat], state.setup
    if None not in own.deck.unseen:
        return {}
    side = setup.side_of[seat]
    discord = setup.discord[side]
    named = sum(
        zone.count(discord)
        for other in setup.seats_of[side]
        for zone in (*_zones(state.seats[other]), state.seats[other].set_aside)
    )
    left = setup.cards[discord].copies - state.sides[side].discord_supply - named
    covered = (own.hand.count(None), own.discard.count(None), own.deck.count)
    most = {zone: min(n, left) for zone, n in zip(SEARCHED, covered, strict=True)}
    return {zone: number for zone, number in most.items() if number > 0}


def _zones(own: SeatState) -> tuple[Zone, Zone, Zone]:
    return own.hand, own.discard, own.deck.unseen
