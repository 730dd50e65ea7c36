"""Draws cards: players on board and mats, coaches, chemistry hands."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from projections.kit.drawing.scene import Badge, Card
from projections.rulesets.football_u.board.pieces import WALKON, Coach, Entry, Seat
from projections.rulesets.football_u.components import Ability
from projections.rulesets.football_u.position import scene_ids, words
from projections.rulesets.football_u.setup import Setup

T = TypeVar("T")

ICONS = {"OFFSEASON": "C", "HELMET": "H", "WHISTLE": "W"}
"""The letter of an ability's icon: calendar, helmet, whistle."""


def made(setup: Setup, key: Hashable, make: Callable[[], T]) -> T:
    """A part of a scene, made once for a game: equal parts are the same object."""
    drawn: T | None = setup.drawn.get(key)
    if drawn is None:
        drawn = setup.drawn[key] = make()
    return drawn


class Ids:
    """Hands out the ids of a scene; a repeated one is numbered in the order of zones."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        """`reserved` ids are taken from the start: those of the board."""
        self.taken: dict[str, int] = dict.fromkeys(reserved, 1)

    def take(self, id_: str) -> str:
        """The id, or `id#2`, `id#3` where it was taken before."""
        times = self.taken[id_] = self.taken.get(id_, 0) + 1
        return id_ if times == 1 else f"{id_}#{times}"


def badges(ability: Ability | None, *, used: bool) -> tuple[Badge, ...]:
    """The sign of an ability; a used one says so."""
    if ability is None:
        return ()
    title = f"{ability.when} ability {ability.name}{', used' if used else ''}"
    return (Badge(text=ICONS[ability.when], corner="ne", shape="disc", title=title),)


def on_board(setup: Setup, id_: str, card: str, space: str, price: str, *, raised: bool) -> Card:
    """A player on a recruiting space, his price in the corner."""

    def make() -> Card:
        player = setup.player(card)
        return Card(
            id=id_,
            title=words.player(player) if player else card,
            label=player.name if player else card,
            corner=price,
            sublabel=f"{player.position} {player.style}" if player else None,
            dice=player.base.dice if player else (),
            badges=badges(setup.ability(player.base.ability) if player else None, used=False),
            slot=space,
            state=("raised",) if raised else (),
        )

    return made(setup, ("board", id_, card, space, price, raised), make)


def on_mat(setup: Setup, seat: Seat, slot: str, stack: tuple[Entry, ...], ids: Ids) -> Card:
    """The cards of a slot: the active one, and under it those of which the icons show."""
    names = tuple(
        ids.take(scene_ids.entry(seat, slot, {slot: stack}, depth)) for depth in range(len(stack))
    )

    def make() -> Card:
        top, *under = (
            _entry(setup, name, entry, slot, seat) for name, entry in zip(names, stack, strict=True)
        )
        return _with_under(top, tuple(under))

    return made(setup, ("mat", seat, slot, stack, names), make)


def _entry(setup: Setup, id_: str, entry: Entry, slot: str, seat: Seat) -> Card:
    if entry.card == WALKON:
        return Card(
            id=id_,
            title="walk-on",
            label="walk-on",
            corner=slot,
            dice=setup.walkon[slot],
            slot=slot,
            seat=seat,
        )
    player = setup.player(entry.card)
    side = setup.card_side(entry)
    state = [*(["upgraded"] if entry.up else []), *(["spent"] if entry.used else [])]
    return Card(
        id=id_,
        title=words.player(player) if player else entry.card,
        label=player.name if player else entry.card,
        corner=player.position if player else None,
        sublabel=player.style if player else None,
        dice=side.dice,
        badges=badges(setup.ability(side.ability), used=entry.used),
        slot=slot,
        seat=seat,
        state=tuple(state),
    )


def _with_under(top: Card, under: tuple[Card, ...]) -> Card:
    return replace(top, under=under) if under else top


def vacant(setup: Setup, id_: str, title: str, slot: str) -> Card:
    """An empty space or slot."""
    return made(
        setup,
        ("vacant", id_),
        lambda: Card(id=id_, title=title, label="empty", slot=slot, state=("vacant",)),
    )


def unseen(setup: Setup, id_: str) -> Card:
    """A card that nobody here has seen."""
    return made(setup, ("unseen", id_), lambda: Card(id=id_, state=("unseen",)))


def coach(setup: Setup, seat: Seat, card: Coach, behind: str | None) -> Card:
    """A head coach card; `behind`: the coach on its back, where the viewer may know him."""

    def make() -> Card:
        side = setup.coach_side(card)
        back = f", with {setup.card_name(behind)} on the back" if behind else ""
        title = f"head coach {side.name}" + (back if card.side == "default" else "")
        lines = [
            f"upgrade {side.upgrade.offense} offense, {side.upgrade.defense} defense",
            f"gameplan {words.weeks(side.gameplan.weeks)} for {side.gameplan.tokens}",
            f"overtime {words.dice(side.overtime)}",
            *(effect.op.replace("_", " ") for effect in side.passive),
        ]
        return Card(
            id=scene_ids.coach(seat),
            title=title,
            label=side.name,
            corner="coach",
            lines=tuple(lines),
            dice=side.overtime,
            badges=badges(setup.ability(side.ability), used=card.used),
            slot="coach",
            seat=seat,
            state=("spent",) if card.used and side.ability is not None else (),
        )

    return made(setup, ("coach", seat, card, behind), make)


def chemistry(setup: Setup, id_: str, card: str) -> Card:
    """A chemistry card that the viewer knows."""

    def make() -> Card:
        ability = setup.ability(setup.box.chemistry.get(card))
        return Card(
            id=id_,
            title=f"chemistry card {ability.name}, {ability.when}" if ability else card,
            label=ability.name if ability else card,
            badges=badges(ability, used=False),
        )

    return made(setup, ("chemistry", id_, card), make)


def for_ai(setup: Setup, id_: str, card: str, *, used: bool) -> Card:
    """The player card whose ability serves an AI opponent."""

    def make() -> Card:
        player = setup.player(card)
        ability = setup.ability(player.upgraded.ability) if player else None
        state = ("upgraded", "spent") if used else ("upgraded",)
        return Card(
            id=id_,
            title=f"{words.player(player)}, for the AI" if player else card,
            label=player.name if player else card,
            corner=player.position if player else None,
            badges=badges(ability, used=used),
            state=state,
        )

    return made(setup, ("ai", id_, card, used), make)
