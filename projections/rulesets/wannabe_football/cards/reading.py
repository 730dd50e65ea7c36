"""Reading a Multi Card: which of its sections counts for a check. Source: The Cards."""

from __future__ import annotations

from collections.abc import Mapping

from projections.rulesets.wannabe_football.components import MultiCard

OUTCOMES: Mapping[str, tuple[str, ...]] = {
    "star": ("star", "faded", "offside"),
    "whistle": ("none", "free_kick", "yellow", "red", "penalty"),
    "shot": ("goal", "corner", "off_target", "woodwork"),
    "penalty": ("goal", "miss"),
    "shootout": ("goal", "miss"),
}
"""What each check may end in, under the default rulings."""


def outcomes(rulings: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    """What each check may end in; a penalty that is read as a shot has all its outcomes."""
    if rulings["penalty"] == "as_shot":
        return {**OUTCOMES, "penalty": OUTCOMES["shot"]}
    return OUTCOMES


def reading(rulings: Mapping[str, str], check: str, card: MultiCard) -> str:
    """The outcome that a Multi Card shows for a check."""
    if check in ("penalty", "shootout"):
        return _penalty(rulings, check, card)
    outcome: str = getattr(card, check)
    return outcome


def _penalty(rulings: Mapping[str, str], check: str, card: MultiCard) -> str:
    as_shot = rulings["penalty"] == "as_shot"
    if as_shot and check == "penalty":
        return card.shot
    if card.penalty is None or as_shot:
        return "goal" if card.shot == "goal" else "miss"
    return card.penalty
