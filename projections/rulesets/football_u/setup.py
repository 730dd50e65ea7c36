"""What a game's creation fixes: box, seats and rulings, and tables made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from projections.kit import ruleset
from projections.kit.common import Seated
from projections.rulesets.football_u.board.pieces import (
    LETTER,
    SIDES,
    UNSEEN,
    WALKON,
    Coach,
    Die,
    Entry,
    Seat,
    SeatOrOpponent,
    Side,
)
from projections.rulesets.football_u.components import (
    OFFENSIVE,
    Ability,
    Box,
    CardSide,
    CoachSide,
    Fixture,
    Kind,
    Player,
)

_NO_SIDE = CardSide(dice=())
V = TypeVar("V")


class _Else(dict[str, V]):
    """A table with a value for every key that is not in it; quicker than `get` in a loop."""

    def __init__(self, default: V, known: Mapping[str, V]) -> None:
        super().__init__(known)
        self.default = default

    def __missing__(self, key: str) -> V:
        return self.default


class Setup(ruleset.Setup):
    """What the creation of a game fixes, and tables made of its box once."""

    def __init__(self, box: Box, seated: Sequence[Seated], rulings: Mapping[str, Any]) -> None:
        """Reads the box; `rulings` holds every key."""
        self.box = box
        self.rulings = rulings
        self.seats: tuple[Seat, ...] = tuple(s.seat for s in seated)
        self.names: Mapping[Seat, str] = {s.seat: s.name for s in seated}
        self.persons: Mapping[Seat, str | None] = {s.seat: s.person for s in seated}
        self.mats: Mapping[Seat, str] = {s.seat: s.team or "" for s in seated}
        self.solo = len(self.seats) == 1
        self.left: Mapping[Seat, Seat] = dict(
            zip(self.seats, (*self.seats[1:], self.seats[0]), strict=True)
        )
        """Seat -> the next one clockwise."""
        self.fixtures: Mapping[int, tuple[Fixture, ...]] = {}
        self.bowls: Mapping[int, Fixture | None] = {}
        self.drawn: dict[Any, Any] = {}
        """Parts of scenes, made once and shared by all of them."""
        self._read_board(box)
        self._read_dice(box)
        self._read_cards(box)

    def _read_board(self, box: Box) -> None:
        self.region: Mapping[Seat, str | None] = {
            seat: box.teams[mat].region if mat in box.teams else None
            for seat, mat in self.mats.items()
        }
        self.space_region: Mapping[str, str] = {space.id: space.region for space in box.spaces}
        dealt = {self.region[self.seats[0]], box.portal} if self.solo else {*self._regions(box)}
        self.dealt_spaces = tuple(space.id for space in box.spaces if space.region in dealt)
        self.slots: Mapping[str, frozenset[str]] = {
            slot.id: frozenset(slot.accepts) for slot in box.slots
        }
        plans = box.schedules.get(str(len(self.seats)), {})
        self.fixtures = {
            int(season): tuple(self._seated(game) for game in plan.games)
            for season, plan in plans.items()
        }
        self.bowls = {
            int(season): plan.bowl and self._seated(plan.bowl) for season, plan in plans.items()
        }

    def _seated(self, fixture: Fixture) -> Fixture:
        """A game of the schedule, which numbers the teams, between those who sit here."""
        seat_of = {str(number): seat for number, seat in enumerate(self.seats, 1)}
        visitor, home = fixture.visitor, fixture.home
        return Fixture(fixture.id, seat_of.get(visitor, visitor), seat_of.get(home, home))

    @staticmethod
    def _regions(box: Box) -> tuple[str, ...]:
        return (*box.regions, box.portal)

    def _read_dice(self, box: Box) -> None:
        order = (*box.strength.offense, *box.strength.defense)
        self.order: Mapping[str, int] = {color: place for place, color in enumerate(order)}
        self.kind: Mapping[str, Kind] = {color: dice.side for color, dice in box.dice.items()}
        self.offense = frozenset(color for color, side in self.kind.items() if side == "offense")
        self.faces: Mapping[str, tuple[str, ...]] = {c: d.faces for c, d in box.dice.items()}
        self.worth = _Else(
            (0, 0), {id_: (face.points, face.cancels) for id_, face in box.faces.items()}
        )
        """(points, X's) of every face; a face that the box has not counts nothing."""
        self.points: Mapping[str, int] = {face: f.points for face, f in box.faces.items()}
        self.cancels: Mapping[str, int] = {face: f.cancels for face, f in box.faces.items()}
        self.fallen: Mapping[Side, Mapping[str, Mapping[str, Die]]] = {
            side: {
                color: {face: Die(side, color, face) for face in dice.faces}
                for color, dice in box.dice.items()
            }
            for side in SIDES
        }
        """A die as it fell, made once for each side, colour and face."""
        self.die_ids: Mapping[Side, tuple[str, ...]] = {
            side: tuple(f"{LETTER[side]}{number}" for number in range(1, 61)) for side in SIDES
        }
        """The ids of a side's dice, in the order in which they are recorded."""
        self.tallied: tuple[Any, Any] = (None, None)
        """The dice that were counted last and their tally, see `dice.tallies`."""

    def _read_cards(self, box: Box) -> None:
        self.base: Mapping[str, CardSide] = {c: p.base for c, p in box.players.items()}
        self.upgraded: Mapping[str, CardSide] = {c: p.upgraded for c, p in box.players.items()}
        self.style: Mapping[str, str] = {c: p.style for c, p in box.players.items()}
        self.when: tuple[Mapping[str, str], Mapping[str, str]] = (
            self._when(box, self.base),
            self._when(box, self.upgraded),
        )
        """Player card -> when its ability is used, for the base and for the upgraded side."""
        self.chemistry_when: Mapping[str, str] = {
            card: box.abilities[ability].when for card, ability in box.chemistry.items()
        }
        self.helmets = frozenset(
            card
            for times in (*self.when, self.chemistry_when)
            for card, when in times.items()
            if when == "HELMET"
        )
        """The cards that can be used before a game's first roll, on either side."""
        self.dice = (
            _Else((), {card: side.dice for card, side in self.base.items()}),
            _Else((), {card: side.dice for card, side in self.upgraded.items()}),
        )
        """Player card -> its dice, for the base and for the upgraded side."""
        self.walkon: Mapping[str, tuple[str, ...]] = {
            slot.id: box.walkon.offense if slot.side == "offense" else box.walkon.defense
            for slot in box.slots
        }
        self.joe: CoachSide = next(iter(box.coaches.values())).default

    @staticmethod
    def _when(box: Box, sides: Mapping[str, CardSide]) -> Mapping[str, str]:
        return {
            card: box.abilities[side.ability].when
            for card, side in sides.items()
            if side.ability is not None
        }

    def card_side(self, entry: Entry) -> CardSide:
        """The side of a player card that shows; an empty one for a card the box has not."""
        return (self.upgraded if entry.up else self.base).get(entry.card, _NO_SIDE)

    def player(self, card: str | None) -> Player | None:
        """The player of that card, if the box has it."""
        return self.box.players.get(card) if card is not None else None

    def position(self, card: str) -> str | None:
        """The position of a player card; None for a card the box has not."""
        player = self.box.players.get(card)
        return player.position if player else None

    def is_offensive(self, card: str) -> bool:
        """Whether a player is upgraded at the offensive price."""
        return self.position(card) in OFFENSIVE

    def coach_side(self, coach: Coach) -> CoachSide:
        """The side of a coach card that shows; an unknown coach is Joe Default."""
        card = self.box.coaches.get(coach.card) if coach.card is not None else None
        if card is None:
            return self.joe
        return card.hire if coach.side == "hire" else card.default

    def ability(self, ability: str | None) -> Ability | None:
        """The ability of that id."""
        return self.box.abilities.get(ability) if ability is not None else None

    def name(self, who: SeatOrOpponent) -> str:
        """What a seat's team or an AI opponent is called."""
        if who in self.names:
            return self.names[who]
        opponent = self.box.opponents.get(who)
        return opponent.name if opponent else "somebody who does not play here"

    def card_name(self, card: str) -> str:
        """What a player, coach or chemistry card is called."""
        if card == WALKON:
            return "a walk-on"
        if card == UNSEEN:
            return "a card nobody saw"
        if card in self.box.players:
            return self.box.players[card].name
        if card in self.box.coaches:
            return self.box.coaches[card].hire.name
        ability = self.ability(self.box.chemistry.get(card))
        return ability.name if ability else "a card that the box does not have"
