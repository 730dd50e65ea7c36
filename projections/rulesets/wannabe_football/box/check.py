"""What is wrong with a box that the types of its parts cannot say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from projections.kit.ruleset import Errors
from projections.rulesets.wannabe_football.components import (
    MULTI_CARDS,
    PLAYER_CARDS,
    Box,
    PlayerCard,
)


def check_box(box: Box) -> Errors:
    """What is wrong with a box beyond its types: ids, their order of numbers, arrows of shots."""
    errors = {
        "player_cards": _repeated(card.id for card in box.player_cards)
        + _beyond((card.id for card in box.player_cards), PLAYER_CARDS)
        + [message for card in box.player_cards for message in _misprints(card)],
        "multi_cards": _repeated(card.id for card in box.multi_cards)
        + _beyond((card.id for card in box.multi_cards), MULTI_CARDS),
        "sides": _repeated(box.sides),
    }
    return {field: messages for field, messages in errors.items() if messages}


def _repeated(ids: Iterable[str]) -> list[str]:
    return [f"{id_} is there {n} times." for id_, n in sorted(Counter(ids).items()) if n > 1]


def _beyond(ids: Iterable[str], last: int) -> list[str]:
    return [f"{id_} is not within 01 to {last}." for id_ in ids if not 1 <= int(id_[1:]) <= last]


_MISPRINTS: Mapping[str, Callable[[PlayerCard], bool]] = {
    "a card has an arrow tip exactly when it is no shot": lambda c: (c.to is None) != c.ball,
    "a card has an arrow exactly when it is no shot": lambda c: (c.arrow is None) != c.ball,
    "a shot has neither star nor whistle": lambda c: c.ball and (c.star or c.whistle),
}


def _misprints(card: PlayerCard) -> list[str]:
    return [f"{card.id}: {claim}." for claim, broken in _MISPRINTS.items() if broken(card)]
