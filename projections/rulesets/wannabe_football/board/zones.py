"""The six zones of the pitch, as the cards name them and as the table sees them.

A card names zones relative to whoever plays it (`OL` own left .. `AR` attacking right, with `OC`
the own box and `AC` the opponent's). A state names them absolutely, like chess squares seen by
team 1: columns `a b c`, rows `1` (team 1's half) and `2`. Source: Playing the Game; the layout is
our reading of six zones in two halves, with a box in the middle of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Relative = Literal["OL", "OC", "OR", "AL", "AC", "AR"]
Zone = Literal["a1", "b1", "c1", "a2", "b2", "c2"]
Team = str

OWN_BOX: Relative = "OC"
FAR_BOX: Relative = "AC"

ZONES: tuple[Zone, ...] = ("a1", "b1", "c1", "a2", "b2", "c2")

ABSOLUTE: Mapping[Team, Mapping[Relative, Zone]] = {
    "1": {"OL": "a1", "OC": "b1", "OR": "c1", "AL": "a2", "AC": "b2", "AR": "c2"},
    "2": {"OL": "c2", "OC": "b2", "OR": "a2", "AL": "c1", "AC": "b1", "AR": "a1"},
}
"""Each team's zones on the table; the second team sits opposite, so its pitch is turned by 180°."""

RELATIVE: Mapping[Team, Mapping[Zone, Relative]] = {
    team: {zone: relative for relative, zone in zones.items()} for team, zones in ABSOLUTE.items()
}

_COLUMN: Mapping[Relative, int] = {"OL": 0, "OC": 1, "OR": 2, "AL": 0, "AC": 1, "AR": 2}


def is_far(zone: Zone, team: Team) -> bool:
    """Whether a zone lies in the opponent's half, seen by `team`."""
    return in_far_half(RELATIVE[team][zone])


def in_far_half(zone: Relative) -> bool:
    """Whether a zone lies in the opponent's half, seen by who plays the card."""
    return zone.startswith("A")


def advance(start: Relative, tip: Relative) -> int:
    """Halves gained by a move: 1 into the far half, -1 back into the own, else 0."""
    return in_far_half(tip) - in_far_half(start)


def width(start: Relative, tip: Relative) -> int:
    """Columns crossed by a move, 0..2."""
    return abs(_COLUMN[tip] - _COLUMN[start])


def enters_box(start: Relative, tip: Relative | None) -> bool:
    """Whether a move ends in the opponent's box and comes from outside it."""
    return tip == FAR_BOX and start != FAR_BOX
