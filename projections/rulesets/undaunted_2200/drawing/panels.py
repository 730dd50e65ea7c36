"""What does not lie on the board: hands, piles, units, cubes, the last dice, the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from projections.kit.drawing.scene import Card, Column, Needs, Panel, PanelDie, Roll, Row
from projections.kit.drawing.scene import Counter as Count
from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.awaiting import entries
from projections.rulesets.undaunted_2200.cards.action_keys import words
from projections.rulesets.undaunted_2200.obeying.piles import matching
from projections.rulesets.undaunted_2200.position.odds import odds
from projections.rulesets.undaunted_2200.position.words import (
    card_name,
    counted,
    seat_name,
    space_name,
    unit_name,
    whose,
)
from projections.rulesets.undaunted_2200.setup import Setup
from projections.rulesets.undaunted_2200.state import SeatState, State

COLUMNS = (
    Column(id="unit", label="Unit"),
    Column(id="live", label="Cards", align="end", title="in hand, deck and discard pile"),
    Column(id="supply", label="Supply", align="end"),
    Column(id="lost", label="Lost", align="end", title="casualties"),
    Column(id="state", label="State"),
)

PIPS = 8
"""Cubes up to this many are drawn one by one."""


class CardIds:
    """Numbers equal copies of a card in the order in which they are drawn."""

    def __init__(self) -> None:
        """No card is drawn yet."""
        self.drawn: dict[str, int] = {}

    def next(self, card: str) -> str:
        """The scene id of the next copy: `card:x`, `card:x#2`."""
        number = self.drawn[card] = self.drawn.get(card, 0) + 1
        return f"card:{card}" if number == 1 else f"card:{card}#{number}"


def panels(state: State) -> list[Panel]:
    """Every panel of a position as its viewer knows it, in reading order."""
    ids = CardIds()
    found = [_prompt(state)]
    if state.last_attack is not None or (state.pending and state.pending.attack):
        found.append(_dice(state))
    for seat in state.setup.seats:
        found += _of_seat(state, seat, ids)
    return found


def _prompt(state: State) -> Panel:
    due = entries(state)
    first = due[0] if due else None
    attack = state.pending.attack if state.pending else None
    needs = Needs(target=attack.defence, chance=float(odds(state, attack))) if attack else None
    return Panel(
        id="prompt",
        kind="prompt",
        title="Next",
        dock="table",
        seats=list(dict.fromkeys(entry["seat"] for entry in due)),
        text=first["why"] if first else "The game is over.",
        type=first["type"] if first else None,
        needs=needs,
    )


def _dice(state: State) -> Panel:
    setup, pending, last = state.setup, state.pending, state.last_attack
    attack = pending.attack if pending else None
    if pending is not None and attack is not None:
        roll = Roll(
            id="roll",
            seat=pending.seat,
            label=f"{words(pending.action)} on {whose(setup, attack.target, pending.seat)}",
            dice=[PanelDie(id=f"roll.{n}", face=None) for n in range(1, attack.dice + 1)],
            needs=Needs(target=attack.defence, chance=float(odds(state, attack))),
        )
        return Panel(id="dice", kind="dice", title="Roll", dock="table", rolls=[roll])
    rolls = []
    if last is not None:
        target = setup.units.get(last.target)
        against = setup.owner[last.target] if target else setup.seats[0]
        attacker = pending.seat if pending else state.turn.seat or against
        rolls = [
            Roll(
                id="roll",
                seat=attacker,
                label=f"on {whose(setup, last.target)}: {last.effect.replace('-', ' ')}",
                dice=[
                    PanelDie(
                        id=f"roll.{number}",
                        face=str(face),
                        tone="good" if face >= last.defence else None,
                        title=f"{face}, a hit" if face >= last.defence else None,
                    )
                    for number, face in enumerate(last.dice, 1)
                ],
                needs=Needs(target=last.defence),
            )
        ]
    return Panel(id="dice", kind="dice", title="Last shot", dock="table", rolls=rolls)


def _of_seat(state: State, seat: Seat, ids: CardIds) -> Iterator[Panel]:
    own = state.seats[seat]
    yield _bar(state, seat)
    yield _cards(state, seat, "hand", "Hand", own.hand, ids)
    bid = state.turn.bids.get(seat)
    if seat in state.turn.bids:
        yield _cards(state, seat, "bid", "Bid", (bid,), ids)
    if own.play:
        yield _cards(state, seat, "play", "In play", own.play, ids)
    if own.discard:
        yield _cards(state, seat, "discard", "Discard pile", own.discard, ids)
    yield _units(state, seat)


def _bar(state: State, seat: Seat) -> Panel:
    setup = state.setup
    own, side = state.seats[seat], state.sides[setup.side_of[seat]]
    left = side.vp_supply
    items = [
        Count(
            id=f"cubes-{seat}",
            label="cubes left",
            value=left,
            of=side.goal if left <= side.goal <= PIPS else None,
            shape="cube",
            title=f"{left} of {side.goal} cubes left; none wins",
        ),
        Count(id=f"deck-{seat}", label="deck", value=own.deck.count),
        Count(id=f"discards-{seat}", label="discard", value=len(own.discard)),
        Count(
            id=f"discord-{seat}",
            label="Discords",
            value=side.discord_supply,
            title=f"{counted(side.discord_supply, 'Discord')} left in the supply",
        ),
        Count(id=f"lost-{seat}", label="casualties", value=len(own.casualties)),
    ]
    name = seat_name(setup, seat)
    return Panel(id=f"bar-{seat}", kind="counters", title=name, dock="bar", seat=seat, items=items)


def _cards(
    state: State,
    seat: Seat,
    name: str,
    title: str,
    cards: Iterable[str | None],
    ids: CardIds,
) -> Panel:
    drawn = [
        Card(id=f"{name}-{seat}.{number}", state=["unseen"])
        if card is None
        else _card(state, seat, card, ids.next(card), name == "play")
        for number, card in enumerate(cards)
    ]
    layouts = {"hand": "hand", "discard": "pile"}
    return Panel(
        id=f"{name}-{seat}",
        kind="cards",
        title=title,
        dock="tray",
        seat=seat,
        layout=layouts.get(name, "row"),  # type: ignore[arg-type]
        cards=drawn,
        count=len(drawn),
    )


def _card(state: State, seat: Seat, card: str, id_: str, played: bool) -> Card:
    setup, pending = state.setup, state.pending
    active = (
        played and pending is not None and (pending.seat, pending.card) == (seat, card)
    ) and "#" not in id_
    key = (id_, seat, active)
    return setup.remembered(key, lambda: _new_card(setup, seat, card, id_, active))


def _new_card(setup: Setup, seat: Seat, card: str, id_: str, active: bool) -> Card:
    known = setup.cards.get(card)
    lines = [words(key) for key in known.actions] if known else []
    if known is not None and known.move is not None:
        lines.insert(0, f"Movement {known.move}")
    return Card(
        id=id_,
        title=card_name(setup, card),
        corner=str(known.initiative) if known else None,
        lines=lines,
        seat=seat,
        state=["active"] if active else [],
    )


def _units(state: State, seat: Seat) -> Panel:
    setup, own = state.setup, state.seats[seat]
    rows = [_row(state, own, unit) for unit, owner in setup.owner.items() if owner == seat]
    others = sorted({card for card in own.supply if card not in setup.unit_of})
    rows += [
        Row(
            id=f"row-{seat}-{card}",
            cells=[card_name(setup, card), "", str(own.supply.count(card)), "", "hunkered"],
        )
        for card in others
    ]
    return Panel(
        id=f"units-{seat}",
        kind="table",
        title="Units",
        dock="tray",
        seat=seat,
        columns=COLUMNS,
        rows=rows,
    )


def _row(state: State, own: SeatState, unit: str) -> Row:
    setup = state.setup
    kinds = setup.matches[unit]
    supply = matching(own.supply, kinds)
    live = sum(matching(zone, kinds) for zone in (own.hand, own.discard, own.play))
    live += matching(own.deck.unseen, kinds)
    lost = matching(own.casualties, kinds)
    at_least = "\u2265" if None in own.deck.unseen else ""
    doubt = "\u2265" if None in own.casualties else ""
    cells = [
        unit_name(setup, unit),
        f"{at_least}{live}",
        str(supply),
        f"{doubt}{lost}",
        _condition(state, unit),
    ]
    return setup.remembered(("row", unit, *cells), lambda: Row(id=f"row-{unit}", cells=cells))


def _condition(state: State, unit: str) -> str:
    """Where a unit is and how it does, in a few words."""
    setup, counter = state.setup, state.units[unit]
    parts = [word for word in ("routed", "suppressed") if getattr(counter, word)]
    if counter.carried_by is not None:
        parts.append(f"aboard {setup.units[counter.carried_by].name}")
    elif counter.at is None:
        parts.append("not in play")
    else:
        side = setup.units[unit].side
        held = any(
            objective.at == counter.at and objective.owner == side
            for objective in state.objectives.values()
        )
        place = space_name(counter.at)
        parts.append(f"holds {place}" if held and setup.units[unit].type == "ground" else place)
    return ", ".join(parts)
