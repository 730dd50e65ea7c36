"""Chapter "5. Determine Results": the casualty that answers a hit, to whom it passes."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option
from projections.rulesets.undaunted_2200.actions import CarriedUnitHit, CasualtyTaken
from projections.rulesets.undaunted_2200.obeying.casualties import aboard, known_cards
from projections.rulesets.undaunted_2200.obeying.piles import matching
from projections.rulesets.undaunted_2200.position.words import card_name, unit_name
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import Casualty, Pending, SeatState, State

ZONES = {"hand": "the hand", "discard": "the discard pile", "deck": "the deck", "none": "no zone"}


def casualty_taken(state: State, pending: Pending, data: CasualtyTaken) -> list[Finding]:
    """The findings for a casualty: order of the zones, the zone, the card."""
    due = pending.casualty
    if due is None:
        return []
    found = [*_order(state, due, data.from_), *_zone(state, due, data.from_)]
    if data.card is not None and data.card not in state.setup.matches[due.unit]:
        name = unit_name(state.setup, due.unit)
        found.append(
            RULES.illegal(
                "casualty.card",
                f"{card_name(state.setup, data.card)} is not a card of {name}.",
                due.unit,
                data.card,
            )
        )
    return found


def _order(state: State, due: Casualty, zone: str) -> Iterator[Finding]:
    own, kinds = state.seats[due.seat], state.setup.matches[due.unit]
    earlier = {"discard": ("hand",), "deck": ("hand", "discard")}.get(zone, ())
    for name in earlier:
        if matching(getattr(own, name), kinds):
            yield RULES.illegal(
                "casualty.order",
                f"The card must come from {ZONES[name]}.",
                name,
                zone,
            )
            return
    if any(None in getattr(own, name) for name in earlier) and _doubtful(own, kinds):
        yield RULES.unverifiable(
            "casualty.order",
            f"Unseen cards of {ZONES[earlier[0]]} may match.",
            earlier[0],
            zone,
        )


def _zone(state: State, due: Casualty, zone: str) -> Iterator[Finding]:
    own, kinds = state.seats[due.seat], state.setup.matches[due.unit]
    name = unit_name(state.setup, due.unit)
    if zone == "none":
        if known_cards(state, own, due.unit):
            yield RULES.illegal(
                "casualty.zone",
                f"There is still a card of {name}.",
                "a card",
                zone,
            )
        elif None in own.deck.unseen:
            yield RULES.unverifiable(
                "casualty.zone", f"An unseen card may be of {name}.", "a card", zone
            )
    elif not _may_hold(own, zone, kinds):
        yield RULES.illegal(
            "casualty.zone",
            f"No card of {name} in {ZONES[zone]}.",
            got=zone,
        )


def _may_hold(own: SeatState, zone: str, kinds: tuple[str, ...]) -> bool:
    """Whether a zone names a card of those kinds or may hide one."""
    if zone == "deck":
        return own.deck.count > 0 and _doubtful(own, kinds)
    cards = getattr(own, zone)
    return bool(matching(cards, kinds)) or (None in cards and _doubtful(own, kinds))


def _doubtful(own: SeatState, kinds: tuple[str, ...]) -> bool:
    """Whether a card of those kinds may be among the unseen."""
    return bool(matching(own.deck.unseen, kinds)) or None in own.deck.unseen


def carried_unit_hit(state: State, pending: Pending, data: CarriedUnitHit) -> list[Finding]:
    """The findings for the carried unit to which a hit passes."""
    due = pending.casualty
    if due is None or data.unit in aboard(state, due.unit):
        return []
    name = unit_name(state.setup, data.unit)
    transport = unit_name(state.setup, due.unit)
    return [
        RULES.illegal("casualty.carried", f"{name} is not aboard {transport}.", due.unit, data.unit)
    ]


def casualty_options(state: State, due: Casualty) -> Iterator[Option]:
    """A zone and a matching card each, as far as known cards do not forbid it."""
    own, kinds = state.seats[due.seat], state.setup.matches[due.unit]
    name = unit_name(state.setup, due.unit)
    for zone in ("hand", "discard", "deck"):
        if _forbids(_order(state, due, zone)):
            continue
        for card in kinds:
            if _may_hold(own, zone, (card,)):
                yield Option(
                    type="CasualtyTaken",
                    seat=due.seat,
                    data={"from": zone, "card": card},
                    label=f"{card_name(state.setup, card)} from {ZONES[zone]}",
                    piece=due.unit,
                    weight={"hand": 3, "discard": 2, "deck": 1}[zone],
                )
    if not _forbids(_zone(state, due, "none")):
        yield Option(
            type="CasualtyTaken",
            seat=due.seat,
            data={"from": "none"},
            label=f"No card of {name} is left",
            piece=due.unit,
        )


def _forbids(findings: Iterator[Finding]) -> bool:
    return any(finding.severity == "illegal" for finding in findings)


def carried_options(state: State, pending: Pending) -> Iterator[Option]:
    """One option for each ground unit aboard."""
    if pending.casualty is None:
        return
    for unit in aboard(state, pending.casualty.unit):
        yield Option(
            type="CarriedUnitHit",
            seat=pending.seat,
            data={"unit": unit},
            label=f"The hit passes to {unit_name(state.setup, unit)}",
            piece=unit,
            weight=2,
        )
