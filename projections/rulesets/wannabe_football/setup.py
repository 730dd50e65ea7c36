"""What a game's creation fixes: seats, teams, rulings and the cards of the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from projections.kit import ruleset
from projections.kit.common import GameCreated
from projections.rulesets.wannabe_football.board.zones import ABSOLUTE, Team, Zone
from projections.rulesets.wannabe_football.cards.reading import OUTCOMES, outcomes, reading
from projections.rulesets.wannabe_football.components import Box, Kind, MultiCard, PlayerCard, Side

Seat = ruleset.Seat
CardId = str

TEAMS: tuple[Team, Team] = ("1", "2")
"""The two teams, each named by its first seat."""

RIVAL: Mapping[Team, Team] = {"1": "2", "2": "1"}

T = TypeVar("T")


class Setup(ruleset.Setup):
    """Seats and rulings of one game and its box, as tables to look up.

    `partners` of a seat are itself and its mate, if it has one.
    Seats are numbered in turn order, so the figure 8 of four players alternates the teams and odd
    seats play even ones. `starts` and `tips` give for a seat and a card the absolute zone of its
    dot (or ball) and of its arrow tip (None: a shot); `readings` gives for a check and a Multi Card
    the outcome, `outcomes` what a check may end in.
    """

    def __init__(self, created: GameCreated, box: Box) -> None:
        """Raises KeyError when the options are not complete."""
        self.seats: tuple[Seat, ...] = tuple(seated.seat for seated in created.seats)
        self.seated = {seated.seat: seated for seated in created.seats}
        self.four = len(self.seats) == 4
        self.team: dict[Seat, Team] = {seat: TEAMS[n % 2] for n, seat in enumerate(self.seats)}
        self.following = dict(zip(self.seats, (*self.seats[1:], self.seats[0]), strict=True))
        self.mate = {seat: self._members(self.team[seat], but=seat) for seat in self.seats}
        self.partners = {seat: tuple(dict.fromkeys((seat, self.mate[seat]))) for seat in self.seats}
        self.opponents = {
            seat: tuple(s for s in self.seats if self.team[s] != self.team[seat])
            for seat in self.seats
        }
        self.names = self._distinct_names()
        self.team_names = {team: self._team_name(team) for team in TEAMS}
        self.marks = self._marks()
        self.rulings: Mapping[str, str] = created.options["rulings"]
        chosen: Mapping[Seat, Side | None] = {} if self.four else created.options["sides"]
        self.sides = {seat: chosen.get(seat) for seat in self.seats}
        self.player_cards: dict[CardId, PlayerCard] = {c.id: c for c in box.player_cards}
        self.multi_cards: dict[CardId, MultiCard] = {c.id: c for c in box.multi_cards}
        self.kinds: dict[CardId, Kind] = {c.id: c.kind for c in box.player_cards}
        starts = {team: self._starts(team) for team in TEAMS}
        tips = {team: self._tips(team) for team in TEAMS}
        self.starts = {seat: starts[team] for seat, team in self.team.items()}
        self.tips = {seat: tips[team] for seat, team in self.team.items()}
        self.outcomes = outcomes(self.rulings)
        self.readings = {check: self._readings(check) for check in OUTCOMES}
        self._made: dict[Callable[[Setup], Any], Any] = {}

    def once(self, make: Callable[[Setup], T]) -> T:
        """What `make` builds from this setup, built when it is first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    def _members(self, team: Team, but: Seat) -> Seat:
        return next((s for s in self.seats if self.team[s] == team and s != but), but)

    def _distinct_names(self) -> dict[Seat, str]:
        held = Counter(seated.name for seated in self.seated.values())
        return {
            seat: seated.name if held[seated.name] == 1 else f"{seated.name} {seat}"
            for seat, seated in self.seated.items()
        }

    def _team_name(self, team: Team) -> str:
        names = {s.name: None for seat, s in self.seated.items() if self.team[seat] == team}
        return " and ".join(names)

    def _marks(self) -> dict[Seat, str]:
        """A letter a seat; the seat's digit where names begin alike."""
        letters = {seat: seated.name[0].upper() for seat, seated in self.seated.items()}
        alike = Counter(letters.values())
        return {seat: seat if alike[mark] > 1 else mark for seat, mark in letters.items()}

    def _starts(self, team: Team) -> dict[CardId, Zone]:
        zones = ABSOLUTE[team]
        return {card.id: zones[card.start] for card in self.player_cards.values()}

    def _tips(self, team: Team) -> dict[CardId, Zone | None]:
        zones = ABSOLUTE[team]
        return {card.id: card.to and zones[card.to] for card in self.player_cards.values()}

    def _readings(self, check: str) -> dict[CardId, str]:
        return {id_: reading(self.rulings, check, c) for id_, c in self.multi_cards.items()}
