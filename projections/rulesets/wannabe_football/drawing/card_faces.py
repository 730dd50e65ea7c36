"""How the cards look: a Player Card as a small pitch, a Multi Card as its sections."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from projections.kit.drawing.scene import Art, Card, Shape
from projections.rulesets.wannabe_football.board.zones import Relative
from projections.rulesets.wannabe_football.components import MultiCard, PlayerCard
from projections.rulesets.wannabe_football.position.words import OUTCOMES, card_words, kind_words

WIDTH, HEIGHT = 50, 56
_SPOTS: Mapping[Relative, tuple[float, float]] = {
    "OL": (10, 42),
    "OC": (25, 42),
    "OR": (40, 42),
    "AL": (10, 14),
    "AC": (25, 14),
    "AR": (40, 14),
}
_GOAL = (25.0, 3.0)
_SYMBOL = (41.0, 28.0)
_STAR = ((0, -5), (1.5, -1.6), (5, -1.5), (2.3, 0.8), (3.1, 4.3))
_PITCH = (
    Shape(rect=(1, 1, 48, 54, 2), fill="grass"),
    Shape(line=(1, 28, 49, 28), stroke="chalk", width=1.2),
    Shape(rect=(15, 1, 20, 9), stroke="chalk", width=1),
    Shape(rect=(15, 46, 20, 9), stroke="chalk", width=1),
)

SECTIONS = ("star", "whistle", "shot", "penalty")
"""The lines of a Multi Card; `used` counts them."""


def player_card(card: PlayerCard) -> Card:
    """A Player Card as whoever holds it sees it, the far half on top."""
    return Card(
        id=card.id,
        corner=card.id,
        title=card_words(card).capitalize(),
        label=(card.name or kind_words(card)).capitalize(),
        art=_art(card, turned=False),
    )


def turned_card(card: PlayerCard) -> Card:
    """A Player Card upside down, as it lies on the table when the second team played it."""
    return Card(
        id=card.id,
        corner=card.id,
        title=card_words(card).capitalize(),
        label=(card.name or kind_words(card)).capitalize(),
        art=_art(card, turned=True),
    )


def multi_card(card: MultiCard) -> Card:
    """A Multi Card with a line for each situation."""
    lines = [f"{name}: {OUTCOMES[getattr(card, name)]}" for name in SECTIONS[:3]]
    if card.penalty is not None:
        lines.append(f"penalty: {card.penalty}")
    return Card(
        id=card.id,
        corner=card.id,
        title=f"Multi Card {card.id}: {', '.join(lines)}",
        label="Multi",
        tone="red",
        lines=tuple(lines),
    )


def _art(card: PlayerCard, turned: bool) -> Art:
    start = _placed(_SPOTS[card.start], turned)
    if card.to is None:
        moves = _shot(start, _placed(_GOAL, turned))
    else:
        moves = _arrow(start, _placed(_SPOTS[card.to], turned), card.arrow == "curled")
    return Art(view=(WIDTH, HEIGHT), shapes=(*_PITCH, *moves, *_symbols(card, turned)))


def _placed(spot: tuple[float, float], turned: bool) -> tuple[float, float]:
    x, y = spot
    return (WIDTH - x, HEIGHT - y) if turned else (x, y)


def _shot(ball: tuple[float, float], goal: tuple[float, float]) -> list[Shape]:
    (x, y), (u, v) = ball, goal
    back = 3 if v < y else -3
    return [
        Shape(line=(x, y, u, v), stroke="black", width=1.6, dash=True),
        Shape(circle=(x, y, 4.5), fill="white", stroke="black", width=1.2),
        Shape(path=f"M{u - 3:g} {v + back:g}L{u:g} {v:g}L{u + 3:g} {v + back:g}", stroke="black"),
    ]


def _arrow(dot: tuple[float, float], tip: tuple[float, float], curled: bool) -> list[Shape]:
    (x, y), (u, v) = dot, tip
    if curled:
        mx, my = (x + u) / 2, (y + v) / 2
        path = f"M{x:g} {y:g}Q{mx - 9:g} {my - 9:g} {mx:g} {my:g}T{u:g} {v:g}"
        shaft = Shape(path=path, stroke="black", width=1.8)
    else:
        shaft = Shape(line=(x, y, u, v), stroke="black", width=1.8)
    return [
        shaft,
        Shape(path=_head(dot, tip), fill="black"),
        Shape(circle=(x, y, 4), fill="yellow", stroke="black", width=1),
    ]


def _head(dot: tuple[float, float], tip: tuple[float, float]) -> str:
    (x, y), (u, v) = dot, tip
    length = hypot(u - x, v - y) or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    corners = (
        (u + 3 * dx, v + 3 * dy),
        (u - 4 * dx - 4 * dy, v - 4 * dy + 4 * dx),
        (u - 4 * dx + 4 * dy, v - 4 * dy - 4 * dx),
    )
    return f"M{_points(corners)}Z"


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _symbols(card: PlayerCard, turned: bool) -> list[Shape]:
    x, y = _placed(_SYMBOL, turned)
    shapes = []
    if card.whistle:
        shapes += [
            Shape(circle=(x, y, 4), fill="white", stroke="black", width=1.2),
            Shape(path=f"M{x:g} {y - 4:g}h5v3h-2.5", stroke="black", width=1.4),
        ]
    if card.star:
        up = y - 12 if card.whistle else y
        shapes.append(Shape(path=_star(x, up), fill="yellow", stroke="black", width=0.8))
    return shapes


def _star(x: float, y: float) -> str:
    right = [(x + dx, y + dy) for dx, dy in _STAR]
    left = [(x - dx, y + dy) for dx, dy in reversed(_STAR[1:])]
    return f"M{_points((*right, (x, y + 2.3), *left))}Z"
