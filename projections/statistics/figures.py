"""What a figure comes to, given the sums it is made of. Pure."""

from __future__ import annotations

from projections.kit.figures import Figure
from projections.statistics.contributions import UNIT, Amounts


def amount(figure: Figure, own: Amounts, other: Amounts | None = None) -> float | None:
    """The figure; None: what it is made of is not known.

    `other`: the sums of the opponents, for a share among both.
    """
    match figure.measure:
        case "count":
            return float(own.count)
        case "value" | "most" | "least":
            return own.value / UNIT if own.valued else None
        case "mean":
            return own.value / UNIT / own.valued if own.valued else None
        case "luck":
            return own.luck / UNIT if own.known else None
        case "ratio":
            return 1 + own.luck / own.expected if own.known and own.expected else None
        case "share":
            both = own.count + (other.count if other is not None else 0)
            return own.count / both if both else None
