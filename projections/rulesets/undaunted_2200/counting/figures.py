"""What a season adds up by what is in the facts. Source: this ruleset's text, statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from projections.kit.fact import Fact
from projections.kit.figures import FINDINGS, Figure, Tally, each, of_events, of_findings
from projections.rulesets.undaunted_2200.rulebook import RULES

BINS = 10
"""The ranges of equal width that chances to hit are sorted into."""

_CHANCES = {
    str(low): f"chance of {100 * low // BINS} to {100 * (low + 1) // BINS} %" for low in range(BINS)
}

_CAUSES = {"comms": "out of comms", "edge": "at the edge", "jam": "jammed"}

_WHY = {
    "control": "control",
    "lost-control": "control lost",
    "rout": "routs",
    "unrout": "routed units back",
    "object": "objects",
    "special": "special rules",
}


def _range_of(fact: Fact) -> str:
    """The range of chances that a shot falls into."""
    return str(min(BINS - 1, int(BINS * (fact.expected or 0))))


def _plays_a_turn(fact: Fact) -> Iterator[Tally]:
    """A card adds one, a turn one that they are divided by."""
    is_play = fact.kind == "play"
    yield Tally(fact.seat, value=float(is_play), expected=float(not is_play))


def _by_seat(field: str) -> Callable[[Fact], Iterator[Tally]]:
    """A tally for each seat that a field of the fact has a number for."""

    def count(fact: Fact) -> Iterator[Tally]:
        for seat, number in fact.data[field].items():
            yield Tally(seat, value=float(number))

    return count


FIGURES: Mapping[str, Figure] = {
    "actions": Figure(
        title="Cards a turn",
        says="Cards played, in whatever way, for each turn that ended.",
        kinds=("play", "turn"),
        counts=_plays_a_turn,
        measure="ratio",
        unit="cards",
    ),
    "hunkered": Figure(
        title="Cards hunkered",
        says="Of the cards played, those that were played to hunker down.",
        kinds=("play",),
        counts=each(value=lambda fact: fact.data["as"] == "hunker"),
        measure="mean",
    ),
    "initiative": Figure(
        title="Initiative won",
        says="Of the bids, those that won the initiative, beside the chance of it.",
        kinds=("bid",),
        measure="mean",
    ),
    "hits": Figure(
        title="Hits",
        says="Of the shots, those that hit, beside their chances.",
        kinds=("shot",),
        measure="mean",
    ),
    "casualties-dealt": Figure(
        title="Casualties dealt",
        says="Cards that a team made others lose.",
        kinds=("casualty",),
        measure="value",
        unit="cards",
    ),
    "casualties-expected": Figure(
        title="Casualties to be expected",
        says="The chances of the attacks that would have cost a card, added up.",
        kinds=("shot",),
        counts=each(value="expected_casualties"),
        measure="value",
        unit="cards",
    ),
    "casualties-taken": Figure(
        title="Casualties taken",
        says="Cards that a team’s own units lost, whoever caused it.",
        kinds=("casualty",),
        counts=each(seat="owner"),
        measure="value",
        unit="cards",
    ),
    "damage": Figure(
        title="Casualties taken by unit",
        says="Cards that each of a team’s units lost.",
        kinds=("casualty",),
        counts=each(seat="owner", by="unit"),
        measure="value",
        unit="cards",
    ),
    "routs": Figure(
        title="Units routed",
        says="Units of others that a team routed.",
        kinds=("rout",),
        measure="value",
        unit="units",
    ),
    "routed": Figure(
        title="Own units routed",
        says="A team’s own units that were routed.",
        kinds=("rout",),
        counts=each(seat="owner"),
        measure="value",
        unit="units",
    ),
    "points-expected": Figure(
        title="Victory points to be expected",
        says="The chances of the attacks that would have routed a unit, added up.",
        kinds=("shot",),
        counts=each(value="expected_vp"),
        measure="value",
        unit="cubes",
    ),
    "points": Figure(
        title="Victory points by cause",
        says="Cubes placed less cubes taken back, by what brought it about.",
        kinds=("vp",),
        counts=each(by="why"),
        measure="value",
        unit="cubes",
        labels=_WHY,
    ),
    "held": Figure(
        title="Objectives held",
        says="Objectives that a side held when a round ended, for each round.",
        kinds=("round",),
        counts=_by_seat("held_by"),
        measure="mean",
        unit="objectives",
    ),
    "discords": Figure(
        title="Discords taken",
        says="Discord cards taken, by their cause.",
        kinds=("discord",),
        counts=each(by="cause"),
        measure="value",
        unit="cards",
        labels=_CAUSES,
    ),
    "deck": Figure(
        title="Size of the deck",
        says="Cards in deck and discard pile when a round ended, the mean of all rounds.",
        kinds=("round",),
        counts=_by_seat("decks"),
        measure="mean",
        unit="cards",
    ),
    "largest-deck": Figure(
        title="Largest deck",
        says="The most cards in deck and discard pile when a round ended.",
        kinds=("round",),
        counts=_by_seat("decks"),
        measure="most",
        unit="cards",
    ),
    "pick-ups": Figure(
        title="Picked up",
        says="Units and objects picked up on the move.",
        kinds=("move",),
        counts=each(value=lambda fact: len(fact.data["picked_up"])),
        measure="value",
        unit="times",
    ),
    "edge-stops": Figure(
        title="Stopped at the edge",
        says="Moves that ended at the edge of the board.",
        kinds=("move",),
        counts=each(where=lambda fact: fact.data["edge"] is not None),
        unit="moves",
    ),
    FINDINGS: of_findings(RULES),
    "calibration": Figure(
        title="Hits by their chance",
        says="Of all shots with a chance in that range the share that hit, beside their mean "
        "chance: fair dice bring both together.",
        kinds=("shot",),
        counts=each(where=lambda fact: fact.expected is not None, by=_range_of),
        measure="mean",
        per="season",
        labels=_CHANCES,
    ),
    "rounds-per-game": Figure(
        title="Rounds a game",
        says="Rounds that ended, for each finished game.",
        kinds=("round",),
        counts=each(value=lambda _: 1),
        measure="mean",
        unit="rounds",
        per="game",
    ),
    "events-per-game": of_events(),
}
