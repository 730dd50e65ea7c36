"""A person's games in short, as the referee has noted them: no game is folded for a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from api.people.records import noted, outcome_of
from api.services import Services
from api.web.sides import scored
from api.web.words import STATUSES
from projections.kit.find import rulesets


class SideInShort(Struct, frozen=True):
    """A side: who sits there, its score, whether it is the person's."""

    name: str
    score: float | str | None
    own: bool


class GameInShort(Struct, frozen=True):
    """A game of a person. `came_to`: won, drawn, lost, or how the game stands."""

    id: str
    at: str
    time_zone: str | None
    ruleset: str
    sides: Sequence[SideInShort]
    came_to: str
    live: bool
    grade: str
    illegal: int


def games_in_short(here: Services, person: str, games: Sequence[str]) -> list[GameInShort]:
    """The games of these ids in which the person sat, in the order given."""
    known, seats = noted(here, games)
    return [_in_short(known[game], seats[game], person) for game in games if game in known]


def _in_short(row: Mapping[Any, Any], seats: Iterable[Any], person: str) -> GameInShort:
    sides: dict[str, list[Any]] = {}
    for seat in seats:
        sides.setdefault(seat.side, []).append(seat)
    own = [seat for together in sides.values() for seat in together if seat.person == person]
    outcome = outcome_of({**row, "side": own[0].side, "seat": own[0].seat}) if own else None
    rules = rulesets().get(row["ruleset"])
    return GameInShort(
        id=row["game"],
        at=row["played_at"],
        time_zone=(row["settings"] or {}).get("time_zone"),
        ruleset=rules.name if rules else row["ruleset"],
        sides=[_side(row["score"], side, together, own) for side, together in sides.items()],
        came_to=outcome or STATUSES[row["status"]],
        live=row["status"] in ("setup", "playing"),
        grade=row["grade"],
        illegal=row["open_illegal"],
    )


def _side(score: Any, side: str, seats: Sequence[Any], own: Sequence[Any]) -> SideInShort:
    names = dict.fromkeys(seat.name for seat in seats)
    keys = (side, *(seat.seat for seat in seats))
    return SideInShort(" and ".join(names), scored(score, keys), any(s in own for s in seats))
