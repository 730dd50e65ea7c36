"""The cards of a box as pages draw them, seen in simulated games with that box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from threading import Lock
from typing import Any

import msgspec
from msgspec.structs import replace

from api.web.panels import face
from events.shelf import Shelf
from projections.kit import simulate
from projections.kit.box import Box
from projections.kit.drawing.markup import Markup
from projections.kit.drawing.scene import Card
from projections.kit.find import rulesets
from projections.kit.ruleset import ALL, Ruleset

BUDGET = 16_000_000
"""Bytes of the cards held in memory."""

GAMES = 8
"""At most; a game in which nothing new turns up is the last."""
LONGEST = 300
"""Steps of each game."""
EVERY = 2
"""Steps from one look at the table to the next: a card lies there for a while."""
MOST = 400

_playing = Lock()


def cards(box: Box) -> list[Markup]:
    """The faces that came to light, each once, in the order of what they are called.

    Not every card need turn up, and games that show none have none. A box does not change, so it
    is played once, and one box at a time: however many ask, the others' requests go on.
    """
    with _playing:
        found = _shelf.get(box.id)
        if found is None:
            found = _faces(box)
            _shelf.put(box.id, found, sum(map(len, found)))
        return found


_shelf: Shelf[str, list[Markup]] = Shelf(BUDGET)


def _faces(box: Box) -> list[Markup]:
    rules = rulesets()[box.ruleset]
    seen: dict[bytes, Card] = {}
    for seed in range(GAMES):
        known = len(seen)
        seen.update((msgspec.json.encode(card), card) for card in _seen(rules, box, seed))
        if len(seen) == known:
            break
    inked = sorted(
        seen.values(), key=lambda card: (card.corner or "", card.title or "", card.label or "")
    )
    return [face(card) for card in inked[:MOST]]


def _seen(rules: Ruleset[Any], box: Box, seed: int) -> Iterator[Card]:
    """The cards that lie open in a simulated game, bare of what they only are on its table.

    Simulated players may be at a loss with a box that nobody has played yet.
    """
    try:
        game = simulate.game(rules, box, simulate.creation(rules, box), seed)
        for _, state in islice(game, 0, LONGEST, EVERY):
            for panel in rules.show(state, ALL).panels:
                for card in panel.cards:
                    if not {"unseen", "vacant"} & set(card.state):
                        yield replace(
                            card, id="", state=(), seat=None, slot=None, used=None, under=()
                        )
    except (LookupError, ValueError, RuntimeError):
        return
