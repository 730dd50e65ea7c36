"""The components of a box: Player Cards, Multi Cards, and what the rulebook fixes about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from projections.kit.ruleset import Errors
from projections.rulesets.wannabe_football.board.zones import Relative

PlayerCardId = Annotated[str, Meta(pattern="^P[0-9]{2}$")]
MultiCardId = Annotated[str, Meta(pattern="^M[0-9]{2}$")]
Kind = Literal["shot", "tackle", "dribble", "pass"]
Side = Literal["france", "croatia", "belgium", "england"]

PLAYER_CARDS = 41
MULTI_CARDS = 19
SIDES: tuple[Side, ...] = ("france", "croatia", "belgium", "england")

_Caption = Annotated[str, Meta(max_length=100)]


class PlayerCard(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """A green card: where the ball must be (`from`), where it goes (`to`), and its symbols.

    `ball`: a ball is printed in place of the yellow dot, so the card is a shot on goal; it then has
    neither arrow nor tip nor symbols.
    """

    id: PlayerCardId
    start: Relative
    to: Relative | None
    arrow: Literal["straight", "curled"] | None
    ball: bool
    star: bool
    whistle: bool
    name: _Caption = ""

    @property
    def kind(self) -> Kind:
        """What the card is; a curled arrow with any symbol is no dribble. Source: Dribbling."""
        if self.ball:
            return "shot"
        if self.whistle:
            return "tackle"
        return "dribble" if self.arrow == "curled" and not self.star else "pass"


class MultiCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A red card, the dice of the game: one result per situation.

    `penalty` is None on cards without such a section; a penalty then scores when `shot` does.
    """

    id: MultiCardId
    star: Literal["star", "faded", "offside"]
    whistle: Literal["none", "free_kick", "yellow", "red", "penalty"]
    shot: Literal["goal", "corner", "off_target", "woodwork"]
    penalty: Literal["goal", "miss"] | None = None


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """One physical game as data."""

    player_cards: Annotated[
        list[PlayerCard], Meta(min_length=PLAYER_CARDS, max_length=PLAYER_CARDS)
    ]
    multi_cards: Annotated[list[MultiCard], Meta(min_length=MULTI_CARDS, max_length=MULTI_CARDS)]
    ruleset: Literal["wannabe-football"] = "wannabe-football"
    edition: Annotated[str, Meta(max_length=200)] = "1"
    name: Annotated[str, Meta(max_length=200)] = ""
    referee_cards: Literal[4] = 4
    turn_maps: Literal[2] = 2
    sides: Annotated[list[Side], Meta(max_length=4)] = field(default_factory=lambda: list(SIDES))


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
