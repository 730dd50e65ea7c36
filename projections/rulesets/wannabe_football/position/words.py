"""Words for zones, cards, restarts and outcomes, as sentences and scenes say them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from projections.rulesets.wannabe_football.board.zones import RELATIVE, Relative, Team, Zone
from projections.rulesets.wannabe_football.components import PlayerCard

PLACES: Mapping[Relative, str] = {
    "OL": "own left",
    "OC": "own box",
    "OR": "own right",
    "AL": "far left",
    "AC": "far box",
    "AR": "far right",
}
RESTARTS: Mapping[str, str] = {
    "kick_off": "the kick-off",
    "after_goal": "the kick-off after the goal",
    "goal_kick": "the goal kick",
    "corner": "the corner",
    "woodwork": "the rebound",
    "free_kick": "the free kick",
    "offside": "the free kick for offside",
    "out_of_bounds": "the restart from out of bounds",
}
REASONS: Mapping[str, str] = {
    "limit": "more than four cards in hand",
    "yellow": "exchanged for the yellow card",
    "red": "the red card takes a place in the hand",
    "steal": "a card for the one taken",
}
OUTCOMES: Mapping[str, str] = {
    "star": "star",
    "faded": "faded",
    "offside": "offside",
    "none": "no foul",
    "free_kick": "free kick",
    "yellow": "yellow card",
    "red": "red card",
    "penalty": "penalty",
    "goal": "goal",
    "corner": "corner",
    "off_target": "off target",
    "woodwork": "off the woodwork",
    "miss": "miss",
}
CHECKS: Mapping[str, str] = {
    "star": "the star",
    "whistle": "the tackle",
    "shot": "the shot",
    "penalty": "the penalty kick",
    "shootout": "the kick of the shoot-out",
}
DOING: Mapping[str, str] = {
    "GameCreated": "Laying the table",
    "KickOffDecided": "Tossing the coin",
    "CardsDrawn": "Drawing",
    "CardPlayed": "Playing a card",
    "PassCalled": "Calling pass",
    "TurnEnded": "Saying “your turn”",
    "FoulSpotted": "Calling a tackle",
    "CardsDiscarded": "Discarding",
    "CardStolen": "Taking a card",
    "ShotTaken": "Shooting without a card",
    "CardsExchanged": "Exchanging cards",
    "DeckShuffled": "Shuffling",
    "DiceRolled": "Rolling dice",
    "OutcomeRuled": "Ruling an outcome",
    "TableAdjusted": "Setting the table",
    "NoteAdded": "Adding a note",
    "GameEnded": "Ending the game",
    "EventAmended": "Putting right what was recorded",
    "EventRetracted": "Taking back what was recorded",
    "EventInserted": "Adding what was forgotten",
}
"""What is done at the table, as sentences begin."""
PARTS: Mapping[str, str] = {
    "hands": "the hands",
    "bookings": "the bookings",
    "pitch": "the pitch",
    "restart": "the restart",
    "ball": "the ball",
    "passes": "the passes in a row",
    "pass_run": "the passes since the last card",
    "starter": "who kicked off",
    "result": "the result",
    "shootout": "the shoot-out",
    "bonus_shot": "the free shot",
    "score": "the score",
    "side_used": "the rights used",
    "sides": "the national sides",
    "discards": "the discards",
    "deck": "the deck",
    "multi": "the Multi Cards",
    "turn": "the turn",
    "status": "whether the game runs",
    "whistle": "the tackle that may be called",
    "pending": "what is waited for",
}
"""What an adjustment may set."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def card_words(card: PlayerCard) -> str:
    """A Player Card as whoever plays it reads it: `star pass, own left to far left`."""
    tip = f" to {PLACES[card.to]}" if card.to else ""
    return f"{kind_words(card)}, {PLACES[card.start]}{tip}"


def kind_words(card: PlayerCard) -> str:
    """The kind of a card with its star: `star pass`."""
    return f"star {card.kind}" if card.star else card.kind


def zone_words(zone: Zone, team: Team) -> str:
    """A zone as a team sees it: `the far left`."""
    return f"the {PLACES[RELATIVE[team][zone]]}"


def doing(kind: str) -> str:
    """What is done, within a sentence: `calling pass`."""
    words = DOING[kind]
    return words[:1].lower() + words[1:]


def outcome_words(outcome: str) -> str:
    """An outcome as the Multi Card shows it; what no card shows is called just that."""
    return OUTCOMES.get(outcome, "what no Multi Card shows")


def counted(count: int, noun: str) -> str:
    """`one card`, `two cards`, `12 cards`."""
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {noun}" if count == 1 else f"{number} {noun}s"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(words)
    return f" {last} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def percent(chance: float) -> str:
    """A chance as whole per cent: `47 %`."""
    return f"{100 * chance:.0f} %"
