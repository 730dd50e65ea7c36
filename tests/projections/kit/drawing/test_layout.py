from __future__ import annotations

import pytest

from projections.kit.drawing.layout import layout
from projections.kit.drawing.scene import Board, Item
from tests.projections.kit.drawing.scenes import piece, small


def board(items: dict[str, Item]) -> Board:
    scene = small(items)
    assert scene.board
    return scene.board


@pytest.mark.parametrize("count", [2, 3, 4])
def test_up_to_four_items_fan_out_smaller(count: int) -> None:
    laid = layout(board({f"p{n}": piece() for n in range(count)}))
    spots = [laid.at[f"p{n}"] for n in range(count)]
    assert len({(spot.x, spot.y) for spot in spots}) == count
    assert all(spot.size < 34 for spot in spots)
    assert not laid.hidden


def test_from_the_fifth_on_the_place_tells_how_many_it_hides() -> None:
    laid = layout(board({f"p{n}": piece() for n in range(6)}))
    assert laid.hidden == {"up": 2}
    assert laid.at["p5"] == laid.at["p3"]


def test_a_row_shrinks_to_fit() -> None:
    laid = layout(board({f"p{n}": piece("down") for n in range(4)}))
    xs = [laid.at[f"p{n}"].x for n in range(4)]
    assert xs == sorted(xs)
    assert xs[0] - laid.at["p0"].size / 2 >= 20
    assert xs[-1] + laid.at["p3"].size / 2 <= 80


def test_what_lies_flat_or_at_a_corner_shares_with_nobody() -> None:
    laid = layout(board({"p": piece(), "lock": piece(z=-1), "flag": piece(anchor="nw", size=10)}))
    assert (laid.at["p"].x, laid.at["p"].y) == (50, 50)
    assert (laid.at["lock"].x, laid.at["lock"].y) == (50, 50)
    assert laid.at["flag"].x < 50
    assert laid.at["flag"].y < 50
    assert laid.order == ["lock", "flag", "p"]


def test_what_lies_on_an_item_lies_where_it_lies_however_deep() -> None:
    items = {
        "c": piece(None, on="b"),
        "b": piece(None, on="a", anchor="s"),
        "a": piece("down"),
    }
    laid = layout(board(items))
    assert (laid.at["a"].x, laid.at["a"].y) == (50, 150)
    assert laid.at["b"].y > 150
    assert (laid.at["c"].x, laid.at["c"].y) == (laid.at["b"].x, laid.at["b"].y)


def test_items_that_lie_nowhere_or_on_each_other_are_left_out() -> None:
    laid = layout(board({"p": piece("gone"), "q": piece(None, on="r"), "r": piece(None, on="q")}))
    assert set(laid.at) == {"up", "down"}


def test_turning_keeps_the_order_and_mirrors_the_places() -> None:
    items = {"p": piece(), "q": piece("down")}
    assert layout(board(items), True).at["p"] == layout(board(items)).at["q"]
