"""Zones of cards: multisets as sorted tuples; None is a card that nobody saw, and comes last."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from projections.rulesets.undaunted_2200.payloads.fields import Id

Card = Id | None
Zone = tuple[Card, ...]
Named = tuple[Id, ...]
"""A zone whose cards are all known."""


def zone(cards: Iterable[Card]) -> Zone:
    """Those cards as a zone."""
    found = list(cards)
    named = sorted(card for card in found if card is not None)
    return (*named, *[None] * (len(found) - len(named)))


def named(cards: Iterable[str]) -> Named:
    """Those known cards as a zone."""
    return tuple(sorted(cards))


def with_card(cards: Zone, card: Card) -> Zone:
    """The zone and one card more."""
    if card is None:
        return (*cards, None)
    if cards and cards[-1] is None:
        return zone((*cards, card))
    at = bisect_right(cards, card)  # type: ignore[type-var]
    return (*cards[:at], card, *cards[at:])


def with_named(cards: Named, card: str) -> Named:
    """The zone of known cards and one card more."""
    at = bisect_right(cards, card)
    return (*cards[:at], card, *cards[at:])


def with_cards(cards: Zone, more: Iterable[Card]) -> Zone:
    """The zone and all those cards."""
    joined = [*cards, *more]
    try:
        joined.sort()
    except TypeError:  # a null among them: rarer than worth looking for
        return zone(joined)
    return tuple(joined)


def without(cards: Zone, card: Card) -> Zone | None:
    """The zone with one such card fewer, which may be a null; None: there is no such card."""
    try:
        at = cards.index(card)
    except ValueError:
        return None
    return cards[:at] + cards[at + 1 :]


def without_named(cards: Named, card: str) -> Named:
    """The zone of known cards with one such card fewer, if there is one."""
    left = without(cards, card)
    return cards if left is None else left  # type: ignore[return-value]


def without_all(unseen: Zone, cards: Iterable[Card]) -> Zone:
    """`unseen` without the known ones of `cards`, each by name or else as one of its nulls."""
    left = list(unseen)
    end = len(left)
    if end and left[-1] is None:
        end -= left.count(None)
    for card in cards:
        if card is None:
            continue
        at = bisect_left(left, card, 0, end)  # type: ignore[type-var]
        if at < end and left[at] == card:
            del left[at]
            end -= 1
        elif end < len(left):
            left.pop()
    return tuple(left)


def revealed(unseen: Zone, card: Card) -> Zone:
    """`unseen` once it is known that `card` is not among it: one copy fewer, else one null."""
    return without_all(unseen, (card,))


def missing(cards: Zone, wanted: Iterable[str]) -> list[str]:
    """The cards of `wanted` that `cards` does not name, counting copies."""
    left = list(cards)
    end = len(left)
    if end and left[-1] is None:
        end -= left.count(None)
    lacking: list[str] = []
    for card in wanted:
        at = bisect_left(left, card, 0, end)  # type: ignore[type-var]
        if at < end and left[at] == card:
            del left[at]
            end -= 1
        else:
            lacking.append(card)
    return lacking


def may_hold(cards: Zone, unseen: Zone, wanted: Iterable[str]) -> bool:
    """Whether `cards` holds all of `wanted`, by name or behind its nulls.

    A null may be any card of `unseen`, or anything at all where that has a null itself.
    """
    lacking = missing(cards, wanted)
    if not lacking:
        return True
    doubtful = missing(unseen, lacking)
    return len(lacking) <= cards.count(None) and len(doubtful) <= unseen.count(None)
