"""The components of a box: Player Cards, Multi Cards, and what the rulebook fixes about them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

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
