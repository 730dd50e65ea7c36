"""Game Preparation: where a chip may stand in the kick-off position, and ready-made elevens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from projections.rulesets.und1c1.board.pitch import GOAL, LINE, WIDTH, X, by_goal, own_line, turned
from projections.rulesets.und1c1.components import GOALKEEPER, LINES_OF, Box, PlayerChip, Team
from projections.rulesets.und1c1.payloads.seats import Seat

Placing = tuple[int, str]
"""A jersey number and the place of its chip."""

DEFAULT: tuple[Placing, ...] = (
    (1, "Ga"),
    (2, "N2"),
    (3, "C2"),
    (4, "G2"),
    (5, "J2"),
    (6, "H3"),
    (7, "N4"),
    (8, "I4"),
    (10, "G5"),
    (9, "I6"),
    (11, "C6"),
)
"""The sample teams' usual eleven, as seat `a` lays it."""

DEFAULT_CAPTAIN = 10


def may_start_on(box: Box, player: PlayerChip, seat: Seat, place: str) -> bool:
    """Whether the chip's role and side admit the place in the kick-off position of `seat`."""
    if player.role == GOALKEEPER:
        return place == GOAL[seat]
    return (
        place in LINE
        and start_line(box, seat, place) in LINES_OF[player.role]
        and side_of(box, seat, place) in player.sides
    )


def start_line(box: Box, seat: Seat, place: str) -> str | None:
    """The colour of the seat's start line that a box lies in; None outside them."""
    return box.pitch.start_lines.colour_of(own_line(seat, place))


def side_of(box: Box, seat: Seat, place: str) -> str | None:
    """Left, center or right as the coach of `seat` sees that box."""
    column = X[place] if seat == "a" else WIDTH + 1 - X[place]
    return box.pitch.side_columns.of(column)


def default_eleven(box: Box, team: Team, seat: Seat) -> list[Placing] | None:
    """The usual eleven on its usual places; None where this team or pitch does not admit it."""
    chips = {player.number: player for player in team.players}
    placed = [(n, at if seat == "a" else _turned(at)) for n, at in DEFAULT]
    fits = all(n in chips and may_start_on(box, chips[n], seat, at) for n, at in placed)
    return placed if fits else None


def _turned(place: str) -> str:
    return GOAL["b"] if place == GOAL["a"] else turned(place)


def laid_out(box: Box, chips: Iterable[PlayerChip], seat: Seat) -> list[Placing]:
    """The chips by number, each in the first free box that it may start on.

    Where a chip finds none, one laid before it makes room if it can; else it is left out.
    """
    order = by_goal(seat)
    holder: dict[str, PlayerChip] = {}
    players = sorted(chips, key=lambda player: player.number)
    for player in players:
        if player.role != GOALKEEPER:
            free = next(
                (b for b in order if b not in holder and may_start_on(box, player, seat, b)), None
            )
            if free is not None:
                holder[free] = player
            else:
                _make_room(box, player, seat, order, holder, set())
    place_of = {player.number: place for place, player in holder.items()}
    place_of.update((p.number, GOAL[seat]) for p in players if p.role == GOALKEEPER)
    return [(p.number, place_of[p.number]) for p in players if p.number in place_of]


def _make_room(
    box: Box,
    player: PlayerChip,
    seat: Seat,
    order: Sequence[str],
    holder: dict[str, PlayerChip],
    tried: set[str],
) -> bool:
    for place in order:
        if place in tried or not may_start_on(box, player, seat, place):
            continue
        tried.add(place)
        held = holder.get(place)
        if held is None or _make_room(box, held, seat, order, holder, tried):
            holder[place] = player
            return True
    return False


def lowest_eleven(box: Box, team: Team, seat: Seat, first: Collection[int] = ()) -> list[Placing]:
    """The chips of these numbers, then the lowest-numbered ones, as far as they fit."""
    chips = sorted(team.players, key=lambda player: (player.number not in first, player.number))
    keepers = [p for p in chips if p.role == GOALKEEPER][:1]
    outfield = [p for p in chips if p.role != GOALKEEPER]
    chosen: list[PlayerChip] = []
    for player in outfield:
        if len(chosen) < 10 and len(laid_out(box, [*chosen, player], seat)) == len(chosen) + 1:
            chosen.append(player)
    return laid_out(box, [*keepers, *chosen], seat)


def can_line_up(box: Box, team: Team) -> bool:
    """Whether a full eleven of this team has places in the kick-off position."""
    return len(lowest_eleven(box, team, "a")) == 11
