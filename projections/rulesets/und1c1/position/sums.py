"""Targets, modifiers and chances of rolls (Pass, Cross, Tackle, Dribble, Shot, Header)."""

from __future__ import annotations

from collections.abc import Iterator

from projections.rulesets.und1c1.components import CardEffect
from projections.rulesets.und1c1.payloads.fields import RollKind
from projections.rulesets.und1c1.payloads.seats import OTHER, BySeat, Seat
from projections.rulesets.und1c1.position import odds
from projections.rulesets.und1c1.position.chips import (
    bonus,
    in_front,
    inside_area,
    keeper_of,
    markers,
    place_of,
    value_of,
)
from projections.rulesets.und1c1.position.odds import Side
from projections.rulesets.und1c1.state import (
    NO_MODIFIERS,
    NO_ROLLS,
    NOT_REROLLED,
    Effect,
    PlayerId,
    Roll,
    State,
)

AGAINST = {"tackle": "tackled", "dribble": "dribbled", "shot": "save", "header": "save"}
"""What the other side of a duel does."""

ONE_DIE = frozenset({"pass", "cross"})
"""Rolls of the acting coach alone, against a target."""

_ABILITY = {
    "pass": "playmaker",
    "cross": "archer",
    "tackle": "gladiator",
    "tackled": "wizard",
    "dribble": "wizard",
    "dribbled": "gladiator",
    "header": "ram",
    "save": "paw",
}

Part = tuple[str, int]
"""What adds to a face, in words, and how much."""


def target_of(state: State, seat: Seat, passer: PlayerId | None, receiver: PlayerId | None) -> int:
    """Minimum score of a pass or cross: quadrants plus markers; 0 when one of them is missing."""
    start, end = place_of(state, passer), place_of(state, receiver)
    if start is None or end is None or receiver is None:
        return 0
    quadrants = state.setup.measure.quadrants(start, end)
    return quadrants + len(markers(state, seat, receiver, end))


def modifiers(
    state: State, kind: str, by: Seat | None, player: PlayerId | None, opponent: PlayerId | None
) -> BySeat[int]:
    """What is added to each coach's face in such a roll."""
    if by is None:
        return NO_MODIFIERS
    own = _ability_bonus(state, kind, by, player)
    if kind in ONE_DIE:
        other = 0
    else:
        against = AGAINST[kind]
        other = bonus(state, opponent, _ABILITY[against])
        if against == "save":
            place = place_of(state, player)
            own += value_of(state, by, place)
            other += in_front(state, by, place)
        if state.effects:
            other += sum(n for _, n in _card_parts(state, OTHER[by], against, opponent))
    if state.effects:
        own += sum(n for _, n in _card_parts(state, by, kind, player))
    return BySeat(own, other) if by == "a" else BySeat(other, own)


def _ability_bonus(state: State, kind: str, seat: Seat, player: PlayerId | None) -> int:
    return bonus(
        state, player, _shooting(state, seat, player) if kind == "shot" else _ABILITY[kind]
    )


def _shooting(state: State, seat: Seat, player: PlayerId | None) -> str:
    return "viper" if inside_area(state, seat, place_of(state, player)) else "cannon"


def explained(state: State, roll: Roll, seat: Seat) -> list[Part]:
    """What makes up the modifier of one coach in a roll, in order; parts of 0 are left out."""
    if roll.by is None:
        return []
    kind, actor = side_of_roll(roll, seat)
    if kind is None:
        return []
    parts: list[Part] = []
    place = place_of(state, roll.player)
    if kind in ("shot", "header"):
        parts.append(("box", value_of(state, roll.by, place)))
    ability = _shooting(state, seat, actor) if kind == "shot" else _ABILITY[kind]
    worth = bonus(state, actor, ability)
    parts.append((f"black {ability}" if worth == 2 else ability, worth))
    if kind == "save" and in_front(state, roll.by, place):
        parts.append(("front", 1))
    parts += _card_parts(state, seat, kind, actor)
    return [part for part in parts if part[1]]


def side_of_roll(roll: Roll, seat: Seat) -> tuple[str | None, PlayerId | None]:
    """The roll kind of one coach's side, and the player who rolls; None where he has no part."""
    if roll.by is None:
        return None, None
    if seat == roll.by:
        return roll.kind, roll.player
    return AGAINST.get(roll.kind), roll.opponent


def _card_parts(state: State, seat: Seat, kind: str, actor: PlayerId | None) -> Iterator[Part]:
    for entry, effect in counting(state, seat, kind, actor):
        if effect.kind == "roll_bonus":
            yield state.setup.cards[entry.card].name, effect.amount or 0


def counting(
    state: State, seat: Seat, kind: str, actor: PlayerId | None
) -> Iterator[tuple[Effect, CardEffect]]:
    """The effects of cards that count on one side of a roll: bonuses and lucky throws."""
    for entry in state.effects:
        card = state.setup.cards.get(entry.card)
        if card is None or kind not in card.effect.on:
            continue
        if card.ability is not None and entry.player != actor:
            continue
        whose = entry.seat if card.effect.whose == "own" else OTHER[entry.seat]
        if card.effect.kind == "lucky_throw":
            whose = entry.seat
        if whose == seat and card.effect.kind in ("roll_bonus", "lucky_throw"):
            yield entry, card.effect


def lucky_face(state: State, roll: Roll, seat: Seat) -> int | None:
    """The natural face from which a card lets that coach win the roll; None: no such card."""
    if not state.effects:
        return None
    kind, actor = side_of_roll(roll, seat)
    if kind is None:
        return None
    from_faces = [
        effect.at_least or 1
        for _, effect in counting(state, seat, kind, actor)
        if effect.kind == "lucky_throw" and effect.then == "win"
    ]
    return min(from_faces, default=None)


def side(state: State, roll: Roll, seat: Seat) -> Side:
    """One coach's side of a roll."""
    return Side(roll.modifiers.of(seat), lucky_face(state, roll, seat))


def lowest_face(roll: Roll) -> int | None:
    """The lowest natural face that reaches the target; None where there is no target."""
    return None if roll.target is None else roll.target - roll.modifiers.of(roll.first)


def awaited_seats(roll: Roll) -> tuple[Seat, ...]:
    """The coaches whose die has not fallen, the acting one first."""
    first = roll.first
    order = (first,) if roll.kind in ONE_DIE else (first, OTHER[first])
    return tuple(seat for seat in order if roll.rolls.of(seat) is None)


def has_fallen(roll: Roll) -> bool:
    """Whether every die of the roll has fallen."""
    rolls = roll.rolls
    if roll.kind in ONE_DIE:
        return rolls.of(roll.first) is not None
    return rolls.a is not None and rolls.b is not None


def outcome_of(state: State, roll: Roll) -> bool | None:
    """Who won a roll all of whose dice have fallen: `by` (`a` at the kick-off); None: a draw."""
    first = roll.first
    face, answer = roll.rolls.of(first) or 0, roll.rolls.of(OTHER[first]) or 0
    if roll.target is not None:
        return odds.reaches(face, roll.target, side(state, roll, first))
    return odds.beats(face, answer, side(state, roll, first), side(state, roll, OTHER[first]))


def chance(state: State, roll: Roll) -> float:
    """Chance that `by` (`a` at the kick-off) gets its way, given the dice that have fallen."""
    first = roll.first
    sides = state.setup.sides_of_die
    if roll.target is not None:
        return float(odds.against_target(sides, roll.target, side(state, roll, first)))
    ours, theirs = side(state, roll, first), side(state, roll, OTHER[first])
    x, y = roll.rolls.of(first), roll.rolls.of(OTHER[first])
    return float(odds.duel(sides, ours, theirs, x, y))


def new_roll(
    state: State,
    kind: RollKind,
    by: Seat,
    player: PlayerId,
    opponent: PlayerId | None = None,
    receiver: PlayerId | None = None,
) -> Roll:
    """The roll that an attempt of that kind would face now."""
    if kind in ("shot", "header"):
        opponent = keeper_of(state, OTHER[by])
    target = target_of(state, by, player, receiver) if kind in ONE_DIE else None
    added = modifiers(state, kind, by, player, opponent)
    return Roll(
        kind,
        by,
        player,
        opponent,
        receiver,
        target,
        added,
        NO_ROLLS,
        NOT_REROLLED,
        0,
        False,
    )
