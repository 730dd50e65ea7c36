"""The sums of a game's facts, as the read model has them of what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from projections.games.verdicts import Verdict
from projections.kit.ruleset import Fact


def totals_of(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """Sums by kind, seat and piece ("": the table as a whole; the sum of the seat), in that order.

    Left out is what a `withdrawn` fact takes back: the facts of the event that it names, but dice.
    """
    named = [fact for one in verdicts for fact in one.facts if fact.kind == "withdrawn"]
    gone = {fact.data["version"] for fact in named}
    sums: defaultdict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for one in verdicts:
        for fact in one.facts:
            if fact.kind == "withdrawn" or (one.version in gone and fact.kind != "die"):
                continue
            for piece in {"", fact.piece or ""}:
                sums[fact.kind, fact.seat or "", piece].append(fact)
    return [
        {"kind": kind, "seat": seat, "piece": piece, **_added_up(counted)}
        for (kind, seat, piece), counted in sorted(sums.items())
    ]


def _added_up(counted: Sequence[Fact]) -> dict[str, Any]:
    both = [
        (f.value, f.expected) for f in counted if f.value is not None and f.expected is not None
    ]
    return {
        "count": len(counted),
        "successes": _sum(fact.value for fact in counted),
        "expected": _sum(fact.expected for fact in counted),
        "luck": sum(value - expected for value, expected in both) if both else None,
    }


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
