"""Custom squads: which choices are open, and what happens when all are made.

Source: rulebook, Customising Your Squads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.cards.zones import named, with_cards
from projections.rulesets.undaunted_2200.components import Choice
from projections.rulesets.undaunted_2200.creation import dealt
from projections.rulesets.undaunted_2200.obeying.piles import with_seat
from projections.rulesets.undaunted_2200.obeying.turns import begin_draws
from projections.rulesets.undaunted_2200.payloads.fields import Squad
from projections.rulesets.undaunted_2200.setup import Setup
from projections.rulesets.undaunted_2200.state import Counter, Deck, State


def choices(setup: Setup) -> Iterator[tuple[Seat, Squad, Choice]]:
    """The choices of a scenario with the seats that make them, in seat order."""
    for seat in setup.seats:
        squads = (setup.scenario.choices or {}).get(setup.side_of[seat], {})
        for squad, choice in sorted(squads.items()):
            if setup.squad_of[seat] in (None, squad):
                yield seat, squad, choice


def open_choices(state: State, seat: Seat | None = None) -> list[tuple[Seat, Squad, Choice]]:
    """The choices not made yet, of one seat or of all: another number of units makes none."""
    return [
        (chooser, squad, choice)
        for chooser, squad, choice in choices(state.setup)
        if seat in (None, chooser) and not fills(choice, _chosen(state, chooser, squad))
    ]


def fills(choice: Choice, units: Sequence[str | None]) -> bool:
    """Whether those are as many different units as the choice asks for, of those it offers."""
    return len(units) == len(set(units)) == choice.pick and set(units) <= set(choice.from_)


def choose(state: State, seat: Seat, squad: Squad, units: Sequence[str | None]) -> State:
    """A seat's choice for a squad replaces an earlier one.

    A counter of the other squad is in neither: it makes no choice for its own. What nobody saw is
    not chosen yet.
    """
    own, counters = state.seats[seat], state.setup.units
    earlier = set(_chosen(state, seat, squad))
    known = {unit for unit in units if unit in counters and counters[unit].squad == squad}
    chosen = tuple(sorted((set(own.chosen) - earlier) | known))
    return with_seat(state, seat, replace(own, chosen=chosen))


def _chosen(state: State, seat: Seat, squad: Squad) -> list[str]:
    units = state.setup.units
    return [unit for unit in state.seats[seat].chosen if units[unit].squad == squad]


def begin_game(state: State) -> State:
    """The chosen units get their cards and places, and round 1 begins."""
    units = dict(state.units)
    seats = dict(state.seats)
    for seat, squad, _ in choices(state.setup):
        own = seats[seat]
        new = [unit for unit in _chosen(state, seat, squad) if units[unit].at is None]
        deck, supply = dealt(state.setup, new)
        seats[seat] = replace(
            own,
            deck=Deck(own.deck.count + len(deck), with_cards(own.deck.unseen, deck)),
            supply=named((*own.supply, *supply)),
        )
        for unit in new:
            units[unit] = _placed(state, unit)
    return begin_draws(replace(state, status="playing", units=units, seats=seats))


def _placed(state: State, unit: str) -> Counter:
    """A chosen counter starts with its squad's transport: beside it, or on its cargo display."""
    known, counter = state.setup.units[unit], state.units[unit]
    for other, kind in state.setup.units.items():
        transport = state.units[other]
        if (
            kind.type == "transport"
            and (kind.side, kind.squad) == (known.side, known.squad)
            and transport.on_board
        ):
            if known.type == "ground":
                return replace(counter, at=transport.at, carried_by=other)
            return replace(counter, at=transport.at, facing=transport.facing)
    return counter
