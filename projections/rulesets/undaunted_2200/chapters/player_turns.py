"""Chapter "Player Turns": playing a card for an action, to rally, to hunker down."""

from __future__ import annotations

from collections.abc import Iterator

from projections.kit.ruleset import Finding, Option, Seat
from projections.rulesets.undaunted_2200.actions import CardPlayed
from projections.rulesets.undaunted_2200.cards.action_keys import FOR_TEAMMATE, action, words
from projections.rulesets.undaunted_2200.cards.zones import may_hold
from projections.rulesets.undaunted_2200.chapters.card_actions import performed
from projections.rulesets.undaunted_2200.components import CardKind
from projections.rulesets.undaunted_2200.obeying.performing import in_comms, rallied
from projections.rulesets.undaunted_2200.position.words import (
    card_name,
    possessive,
    seat_name,
    thing_name,
    unit_name,
)
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.setup import ENEMY
from projections.rulesets.undaunted_2200.state import Counter, State


def card_played(state: State, seat: Seat, data: CardPlayed) -> list[Finding]:
    """The findings for a card that is played."""
    found: list[Finding] = []
    absent = not_in_hand(state, seat, [data.card])
    if absent is not None:
        found.append(absent)
    card = state.setup.cards.get(data.card)
    barred = _barred(state, card, data.as_)
    if barred is not None:
        return [*found, barred]
    if data.as_ == "rally":
        found += _rally(state, data)
    elif data.as_ == "action":
        found += _action(state, seat, data, card)
    if data.owner is not None:
        found += _owner(state, seat, data, card)
    return found


def not_in_hand(state: State, seat: Seat, cards: list[str]) -> Finding | None:
    """The finding for cards that cannot be in a seat's hand."""
    own = state.seats[seat]
    if len(cards) == 1 and cards[0] in own.hand:
        return None
    if may_hold(own.hand, own.deck.unseen, cards):
        return None
    card = next((card for card in cards if card not in own.hand), cards[0])
    hand = f"{possessive(seat_name(state.setup, seat))} hand"
    return RULES.illegal(
        "card.not-in-hand",
        f"{card_name(state.setup, card)} is not in {hand}.",
        got=card,
    )


def _barred(state: State, card: CardKind | None, as_: str) -> Finding | None:
    """Discords cannot be played; a ruling may keep command cards from hunkering."""
    if card is not None and card.kind == "discord":
        return RULES.illegal("card.discord", "Discord cards cannot be played.", got=as_)
    forbidden = state.setup.rulings["command-hunker"] == "forbidden"
    if as_ == "hunker" and forbidden and (card is None or card.kind == "command"):
        return RULES.illegal("card.discord", "Command cards cannot hunker.", got=as_)
    return None


def _rally(state: State, data: CardPlayed) -> Iterator[Finding]:
    setup = state.setup
    own = setup.unit_of.get(data.card)
    counter = state.units.get(own or "")
    unit = rallied(state, data.card, data.unit)
    admitted = (own, counter.carried_by) if counter is not None else (own,)
    if unit is None or unit not in admitted:
        name = unit_name(setup, data.unit)
        message = f"{card_name(setup, data.card)} cannot rally {name}."
        yield RULES.illegal("rally.target", message, own, data.unit)
    if unit is not None and not state.units[unit].down:
        yield RULES.illegal("rally.not-down", f"{unit_name(setup, unit)} is ready.", got=unit)


def _action(state: State, seat: Seat, data: CardPlayed, card: CardKind | None) -> Iterator[Finding]:
    setup = state.setup
    unit = setup.unit_of.get(data.card)
    counter = state.units.get(unit or "")
    if unit is not None:
        yield from _status(state, unit, counter)
    if data.action is None:
        if unit is None or setup.box.units[unit].type == "ground":
            message = f"{card_name(setup, data.card)} needs an action."
            yield RULES.illegal("action.missing", message)
        return
    known = action(data.action)
    if known is not None and known.name == "special":
        yield from _special(state, data)
    elif counter is not None and counter.carried_by is not None:
        carrier = setup.units[counter.carried_by]
        if data.action not in carrier.cargo_actions:
            message = f"A carried unit may only take cargo actions, not {words(data.action)}."
            allowed = ", ".join(carrier.cargo_actions)
            yield RULES.illegal("action.cargo", message, allowed, data.action)
    elif card is None or data.action not in card.actions:
        message = f"{card_name(setup, data.card)} does not list {words(data.action)}."
        yield RULES.illegal("action.not-listed", message, got=data.action)
    if known is not None:
        owner = data.owner if data.owner in setup.seats else seat
        yield from performed(state, seat, unit, owner, known)
        if known.name == "jam":
            yield from _opponent(state, seat, data.opponent)


def _status(state: State, unit: str, counter: Counter | None) -> Iterator[Finding]:
    """Whether a unit can act at all: it is there, it is ready, so is what carries it."""
    setup = state.setup
    if counter is None or counter.at is None:
        message = f"{unit_name(setup, unit)} is not in play."
        yield RULES.illegal("action.not-placed", message, got=unit)
        return
    if counter.routed or counter.suppressed:
        status = "routed" if counter.routed else "suppressed"
        message = f"{unit_name(setup, unit)} is {status}: rally, hunker or bid only."
        yield RULES.illegal("action.unit-down", message, "ready", status)
    carrier = state.units.get(counter.carried_by or "")
    if carrier is not None and carrier.down:
        status = "routed" if carrier.routed else "suppressed"
        message = f"{unit_name(setup, counter.carried_by)} is {status}."
        yield RULES.illegal("action.transport-down", message, "ready", status)


def _special(state: State, data: CardPlayed) -> Iterator[Finding]:
    special = state.setup.scenario.special.get(data.action or "")
    name = thing_name(data.action or "")
    if special is None or (special.cards is not None and data.card not in special.cards):
        message = f"{card_name(state.setup, data.card)} cannot perform {name} in this scenario."
        yield RULES.illegal("action.not-listed", message, got=data.action)
    if special is not None:
        yield RULES.unverifiable("table.special", f"{name}: {special.text}", got=data.action)


def _owner(state: State, seat: Seat, data: CardPlayed, card: CardKind | None) -> Iterator[Finding]:
    setup = state.setup
    known = action(data.action) if data.action else None
    commander = state.sides[setup.side_of[seat]].commander
    allowed = known is not None and known.name in FOR_TEAMMATE
    command = card is None or card.kind == "command"
    if data.owner != setup.mate[seat] or seat != commander or not command or not allowed:
        message = f"Only a commander may use {words(data.action)} for the teammate."
        yield RULES.illegal("team.owner", message, setup.mate[seat], data.owner)


def _opponent(state: State, seat: Seat, opponent: Seat | None) -> Iterator[Finding]:
    setup = state.setup
    enemy = ENEMY[setup.side_of[seat]]
    seats = setup.seats_of[enemy]
    optional = not setup.four
    if setup.rulings["jam-opponent"] == "commander":
        seats, optional = (state.sides[enemy].commander,), True
    if opponent not in seats and not (opponent is None and optional):
        names = " or ".join(dict.fromkeys(seat_name(setup, seat) for seat in seats))
        message = f"JAM needs an opponent: {names}."
        yield RULES.illegal("team.opponent", message, ", ".join(seats), opponent)


def legal_plays(state: State, seat: Seat) -> Iterator[CardPlayed]:
    """Every legal play of the known cards in hand: actions, rallying, hunkering down."""
    for card in sorted({card for card in state.seats[seat].hand if card is not None}):
        for data in _plays(state, seat, card):
            found = card_played(state, seat, data)
            if not any(finding.severity == "illegal" for finding in found):
                yield data


def play_options(state: State, seat: Seat) -> Iterator[Option]:
    """One option for each legal play."""
    for data in legal_plays(state, seat):
        yield _option(state, seat, data)


def _plays(state: State, seat: Seat, card: str) -> Iterator[CardPlayed]:
    setup = state.setup
    kind = setup.cards.get(card)
    if kind is None:
        return
    unit = setup.unit_of.get(card)
    counter = state.units.get(unit or "")
    carrier = None if counter is None or counter.carried_by is None else counter.carried_by
    keys: list[str | None] = list(setup.units[carrier].cargo_actions if carrier else kind.actions)
    keys += [k for k, s in setup.scenario.special.items() if s.cards is None or card in s.cards]
    if unit is not None and setup.box.units[unit].type != "ground":
        keys.append(None)
    for key in keys:
        yield from _with_action(state, seat, card, key)
    if unit is not None:
        yield CardPlayed(card, "rally")
    yield CardPlayed(card, "hunker")


def _with_action(state: State, seat: Seat, card: str, key: str | None) -> Iterator[CardPlayed]:
    setup = state.setup
    known = action(key) if key else None
    if known is not None and known.name == "jam" and setup.four:
        for opponent in setup.seats_of[ENEMY[setup.side_of[seat]]]:
            yield CardPlayed(card, "action", key, opponent=opponent)
        return
    yield CardPlayed(card, "action", key)
    mate = setup.mate[seat]
    if mate is not None and known is not None and known.name in FOR_TEAMMATE:
        yield CardPlayed(card, "action", key, owner=mate)


def _option(state: State, seat: Seat, data: CardPlayed) -> Option:
    setup = state.setup
    name = card_name(setup, data.card)
    if data.as_ == "action":
        label = f"{name}: {words(data.action)}" if data.action else f"{name}: move only"
        unit = setup.unit_of.get(data.card)
        if unit in state.units and not in_comms(state, unit):
            label += " (out of comms: a Discord)"
    elif data.as_ == "rally":
        label = f"{name}: rally {unit_name(setup, rallied(state, data.card, None))}"
    else:
        label = f"{name}: hunker down"
    for other in (data.owner, data.opponent):
        label += "" if other is None else f", {seat_name(setup, other)}"
    return Option(
        type="CardPlayed",
        seat=seat,
        data=as_json(data),
        label=label,
        piece=f"card:{data.card}",
        to=setup.unit_of.get(data.card),
        weight=_weight(data),
    )


def as_json(data: CardPlayed) -> dict[str, str | None]:
    """A play as plain JSON without the fields that it does not need."""
    plain: dict[str, str | None] = {"card": data.card, "as": data.as_}
    if data.as_ == "action":
        plain["action"] = data.action
    others = {"unit": data.unit, "owner": data.owner, "opponent": data.opponent}
    return plain | {name: value for name, value in others.items() if value is not None}


def _weight(data: CardPlayed) -> float:
    if data.as_ != "action":
        return 1.5 if data.as_ == "rally" else 0.1
    if data.action is None:
        return 0.5
    known = action(data.action)
    return 4 if data.action == "control" else 3 if known and known.combat else 2
