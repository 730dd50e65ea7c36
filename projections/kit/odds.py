"""Exact probabilities of dice and draws, as fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb


def at_least(sides: int, needed: int) -> Fraction:
    """Chance that one fair die with faces 1..sides shows `needed` or more."""
    return Fraction(min(max(sides - needed + 1, 0), sides), sides)


def any_of(chance: Fraction, tries: int) -> Fraction:
    """Chance that at least one of `tries` independent tries succeeds."""
    return 1 - (1 - chance) ** tries


def drawn_any(wanted: int, cards: int, draws: int) -> Fraction:
    """Chance that `draws` cards of `cards` hold at least one of `wanted`. Hypergeometric.

    Raises ValueError when more cards are drawn than there are.
    """
    if not 0 <= draws <= cards or not 0 <= wanted <= cards:
        raise ValueError(f"{draws} draws, {wanted} wanted of {cards} cards")
    return 1 - Fraction(comb(cards - wanted, draws), comb(cards, draws))
