"""Draws a game of football: two drives, the dice that have the ball against those that defend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from projections.kit.drawing.scene import Badge, Board, Item, Place, Shape
from projections.rulesets.football_u.board.pieces import OTHER, SIDES, Die, Side
from projections.rulesets.football_u.drawing.cards import made
from projections.rulesets.football_u.position import dice, words
from projections.rulesets.football_u.position.game import player_of
from projections.rulesets.football_u.position.scene_ids import pool_die, zone
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game, State

WIDTH = 400
HEIGHT = 368
FIELD = 172
ROW = 44
TOP: Mapping[Side, int] = {"visitor": 6, "home": 190}
"""The upper edge of the drive in which a side has the ball."""

DIE = 38
REROLLED = Badge(text="R", corner="ne", shape="disc", title="rolled again")


def board(state: State, game: Game) -> Board:
    """The picture of a game; each overtime roll is a picture of its own."""
    setup = state.setup
    names = {side: setup.name(player_of(game, side)) for side in SIDES}
    overtime = f"-ot{game.ot}" if game.ot else ""
    key = f"game-s{state.season.number}-{game.id}{overtime}"
    pair = (names["visitor"], names["home"])
    return Board(
        key=key,
        view=(0, 0, WIDTH, HEIGHT),
        ground=made(setup, ("ground", pair), lambda: _ground(names)),
        places=made(setup, ("places", pair), lambda: _places(names)),
        items=_items(state, game, names),
    )


def _places(names: Mapping[Side, str]) -> dict[str, Place]:
    return {
        place_id: Place(
            kind="zone",
            x=WIDTH / 2,
            y=TOP[drive] + offset,
            w=WIDTH - 16,
            h=ROW,
            many="row",
            title=f"{names[side]} {kind}",
        )
        for drive in SIDES
        for place_id, side, kind, offset in (
            (zone(drive, "offense"), drive, "offense", 62),
            (zone(OTHER[drive], "defense"), OTHER[drive], "defense", 136),
        )
    }


def _ground(names: Mapping[Side, str]) -> tuple[Shape, ...]:
    return tuple(
        shape
        for drive in SIDES
        for shape in (*_turf(TOP[drive]), *_captions(TOP[drive], names[drive], names[OTHER[drive]]))
    )


def _turf(top: int) -> Sequence[Shape]:
    yards = [
        Shape(line=(x, top, x, top + FIELD), stroke="chalk", width=1, opacity=0.45)
        for x in range(40, WIDTH, 40)
    ]
    middle = top + FIELD // 2 + 12
    scrimmage = Shape(
        line=(0, middle, WIDTH, middle), stroke="chalk", width=1.5, dash=True, opacity=0.8
    )
    return [Shape(rect=(0, top, WIDTH, FIELD), fill="grass2"), *yards, scrimmage]


def _captions(top: int, attack: str, defense: str) -> Sequence[Shape]:
    return [
        Shape(text=f"{attack} have the ball", at=(10, top + 22), size=14, align="start"),
        Shape(text=f"{defense} defend", at=(10, top + 162), size=11, align="start"),
    ]


# --- dice ---


def _items(state: State, game: Game, names: Mapping[Side, str]) -> dict[str, Item]:
    setup = state.setup
    seats = {side: player_of(game, side) for side in SIDES}
    items: dict[str, Item] = {}
    for side in SIDES:
        if not game.rolled[side]:
            for number, color in enumerate(game.pool[side], 1):
                id_ = pool_die(side, number)
                items[id_] = _unrolled(setup, names[side], seats[side], id_, side, color)
        items.update(_added(setup, game, side, names[side], seats[side]))
    for id_, die in game.dice.items():
        pending = id_ in game.pending.rerolls
        items[id_] = _fallen(setup, names[die.side], seats[die.side], id_, die, pending)
        if die.cancelled in game.dice:
            items[f"x-{die.cancelled}-{id_}"] = _hit(setup, die.cancelled or "", id_)
    now = dice.points(setup, game)
    for side in SIDES:
        items[f"points-{side[0]}"] = _points(setup, names[side], side, now[side])
    return items


def _unrolled(
    setup: Setup, name: str, seat: str, id_: str, side: Side, color: str, *, added: bool = False
) -> Item:
    """A die of a pool, or one that an ability adds."""

    def make() -> Item:
        return Item(
            kind="die",
            at=zone(side, setup.kind[color]),
            order=dice.number(id_),
            seat=seat,
            tone=color,
            size=DIE,
            state=("pending",) if added else (),
            title=f"{name} {color} die {id_}, {'added, ' if added else ''}not rolled yet",
        )

    return made(setup, ("unrolled", name, id_, color, added), make)


def _added(setup: Setup, game: Game, side: Side, name: str, seat: str) -> dict[str, Item]:
    colors = [added.color for added in game.pending.adds if added.side == side]
    first = dice.number(dice.next_id(game, side))
    return {
        (id_ := pool_die(side, number)): _unrolled(setup, name, seat, id_, side, color, added=True)
        for number, color in enumerate(colors, first)
    }


def _fallen(setup: Setup, name: str, seat: str, id_: str, die: Die, pending: bool) -> Item:
    """A die on the table; pending ones are to be rolled again."""

    def make() -> Item:
        state = [*(["pending"] if pending else []), *(["cancelled"] if die.cancelled else [])]
        by = "an ability" if die.cancelled == "ability" else die.cancelled
        title = f"{name} {die.color} die {id_}: {words.face(setup, die.face)}"
        return Item(
            kind="die",
            at=zone(die.side, setup.kind[die.color]),
            order=dice.number(id_),
            seat=seat,
            tone=die.color,
            face=words.sign(setup, die.face),
            size=DIE,
            badges=(REROLLED,) if die.rerolled else (),
            state=tuple(state),
            title=title
            + (", to be rolled again" if pending else "")
            + (f", cancelled by {by}" if by else ""),
        )

    return made(setup, ("fallen", name, id_, die, pending), make)


def _hit(setup: Setup, x: str, target: str) -> Item:
    """The short line from an X to the die that it cancels."""
    return made(
        setup,
        ("hit", x, target),
        lambda: Item(
            kind="line",
            through=(x, target),
            tone="chalk",
            width=2.5,
            short=True,
            z=-1,
            icon="x",
            title=f"X {x} cancels {target}",
        ),
    )


def _points(setup: Setup, name: str, side: Side, points: int) -> Item:
    return made(
        setup,
        ("points", name, side, points),
        lambda: Item(
            kind="text",
            x=WIDTH - 10,
            y=TOP[side] + 21,
            text=str(points),
            size=30,
            align="end",
            tone="line",
            title=f"{name}: {words.points(points)} now",
        ),
    )
