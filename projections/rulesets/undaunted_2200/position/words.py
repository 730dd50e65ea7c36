"""Words for seats, units, cards, objects and spaces, as sentences and scenes say them."""

from __future__ import annotations

from collections.abc import Iterable

from projections.kit.ruleset import Seat
from projections.rulesets.undaunted_2200.cards.zones import Card
from projections.rulesets.undaunted_2200.setup import Setup

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

STRANGER = "somebody who does not sit here"


def seat_name(setup: Setup, seat: Seat | None) -> str:
    """The name a seat's side was given."""
    return setup.names.get(seat, STRANGER) if seat else "the table"


def side_name(setup: Setup, side: str) -> str:
    """The name of a side: that of its seat, or of both."""
    seats = [seat for seat in setup.seats if setup.side_of[seat] == side]
    return " and ".join(dict.fromkeys(setup.names[seat] for seat in seats)) or side


def possessive(name: str) -> str:
    """`Breakers` -> `Breakers'`, `LFA` -> `LFA's`."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


def unit_name(setup: Setup, unit: str | None) -> str:
    """Title and squad, before them a faction that is not its side's own: `Nihabh Transport B`."""
    known = setup.box.units.get(unit or "")
    if known is None:
        return "a unit that this box does not have" if unit else "no unit"
    faction = setup.box.factions[known.faction]
    foreign = known.faction != known.side and known.side in setup.box.factions
    return f"{faction.name} {known.name}" if foreign else known.name


def whose(setup: Setup, target: str, reader: Seat | None = None) -> str:
    """A counter with its owner, `Breakers' Fighter B`, but for a reader of its side; an object."""
    owner = setup.owner.get(target)
    if owner is None:
        return unit_name(setup, target) if target in setup.box.units else thing_name(target)
    if reader in setup.seats and setup.side_of[reader] == setup.side_of[owner]:
        return unit_name(setup, target)
    return f"{possessive(setup.names[owner])} {unit_name(setup, target)}"


def thing_name(id_: str) -> str:
    """An object or objective by its id: `turret 1`."""
    return id_.replace("-", " ")


def outcome_words(setup: Setup, outcome: object) -> str:
    """What the table ruled: `that LFA goes first`."""
    what, _, side = outcome.partition(":") if isinstance(outcome, str) else ("", "", "")
    if side in setup.seats_of and what in ("initiative", "win"):
        return f"that {side_name(setup, side)} {'wins' if what == 'win' else 'goes first'}"
    known = {"success": "a hit", "failure": "a miss", "skip": "that the rest of the card is left"}
    return known.get(what, "an outcome of its own") if not side else "an outcome of its own"


def place_name(setup: Setup, pointer: str) -> str:
    """What an adjustment sets, by its pointer: `LFA's hand`."""
    what, *rest = pointer.split("/")[1:] or [""]
    name = rest[0] if rest else ""
    if what == "seats" and name in setup.names:
        part = rest[1].replace("_", " ") if len(rest) > 1 else "cards"
        return f"{possessive(setup.names[name])} {part if part in SEAT_PARTS else 'cards'}"
    if what == "sides" and name in setup.seats_of:
        return f"what {side_name(setup, name)} shares"
    if what == "board" and len(rest) > 1:
        known = rest[1] in setup.scenario.objects or rest[1] in setup.scenario.objectives
        return thing_name(rest[1]) if known else unit_name(setup, rest[1])
    return PLACES.get(what, "a place that there is not")


SEAT_PARTS = ("hand", "deck", "discard", "supply", "casualties", "set aside", "removed", "chosen")
PLACES = {
    "status": "whether the game is over",
    "turn": "the turn",
    "result": "the result",
    "initiative": "the initiative",
    "board": "the board",
    "pending": "the card being resolved",
    "last_attack": "the last attack",
}


def card_name(setup: Setup, card: Card) -> str:
    """A card's title and squad; null: a card that nobody saw."""
    if card is None:
        return "a card"
    known = setup.cards.get(card)
    if known is None:
        return "a card that this box does not have"
    return unit_name(setup, known.unit) if known.unit else known.name


def card_names(setup: Setup, cards: Iterable[Card]) -> str:
    """Several cards, those nobody saw counted: `Captain, Fighter A and two cards`."""
    cards = list(cards)
    named = [card_name(setup, card) for card in cards if card is not None]
    unseen = cards.count(None)
    return listed(named + ([counted(unseen, "card")] if unseen else []))


def space_name(space: str | None) -> str:
    """A space as boards print it, with a proper minus sign."""
    return "off the board" if space is None else space.replace("-", "\u2212")


def counted(number: int, thing: str) -> str:
    """`one card`, `two cards`, `12 cards`."""
    word = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = list(words) or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def percent(chance: float) -> str:
    """`51%`."""
    return f"{round(100 * chance)}%"
