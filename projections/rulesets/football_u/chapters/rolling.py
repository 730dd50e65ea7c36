"""Chapters "How a Game Is Played" (Roll, Resolve) and "Overtime": checks."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.actions import DiceRolled
from projections.rulesets.football_u.board.pieces import (
    SIDES,
    UNSEEN,
    WINDOW_PHASES,
    Side,
    unnamed,
)
from projections.rulesets.football_u.chapters.acting import check_actor, check_ai_must
from projections.rulesets.football_u.chapters.coming_next import coming, wrong_phase
from projections.rulesets.football_u.obeying.games import pending_of
from projections.rulesets.football_u.obeying.late_rolls import ANSWERED_IN, reached
from projections.rulesets.football_u.position import dice, words
from projections.rulesets.football_u.position.game import side_of, team_of
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import Game, State

Findings = Iterator[Finding]


def check_roll(state: State, event: Event) -> Findings:
    """A side's first roll, or its re-rolls and added dice."""
    data: DiceRolled = event.data
    state, game = yield from check_arrival(state, event)
    if game is None:
        return
    side = side_of(state.setup, game, event.seat, data.side)
    yield from check_actor(game, side, event.seat, state)
    if state.phase == "game.roll":
        yield from _check_first(state, game, side, data)
    else:
        yield from _check_answer(state, game, side, data)


def check_arrival(
    state: State, event: Event
) -> Generator[Finding, None, tuple[State, Game | None]]:
    """What closing the windows leaves undone, and whether the event belongs where it leads.

    Returns what `answering` does.
    """
    game = state.game
    if state.phase in ANSWERED_IN[event.type]:
        return state, game
    arrived = reached(state, event)
    yield from check_closed(state)
    if game is not None and arrived.dropped:
        card = state.setup.card_name(game.text[0].source.card or UNSEEN)
        message = f"What {card} did is not recorded: insert what the table said."
        yield RULES.unverifiable("ability.text", message, "what the card did")
    if arrived.admitted:
        return arrived.state, arrived.state.game
    yield wrong_phase(arrived.state, event)
    return arrived.state, None


def check_closed(state: State) -> Findings:
    """`ai.must`: what closing the windows that are open leaves undone."""
    game = state.game
    if game is not None and state.phase in WINDOW_PHASES:
        for side in SIDES:
            yield from check_ai_must(state, game, side)


def _check_first(state: State, game: Game, side: Side, data: DiceRolled) -> Findings:
    pool = game.pool[side]
    if game.rolled[side] or not pool:
        yield _not_awaited(state, game, side)
    got = sorted([rolled.die for rolled in data.dice])
    if got != sorted(pool) and not _of_unnamed_coach(state, game, side):
        named = dice.in_order(state.setup, (c for c in got if c in state.setup.order))
        unnamed = ["unknown"] * (len(got) - len(named))
        want, shown = words.dice(pool), words.dice((*named, *unnamed))
        whose = "of their coach's card" if game.ot else "of their cards on top"
        name = words.side_name(state.setup, game, side)
        message = f"{name} roll {shown}; the dice {whose} are {want}."
        yield RULES.illegal("roll.dice", message, want, shown)
    yield from _check_faces(state, [(rolled.die, rolled.face) for rolled in data.dice])


def _of_unnamed_coach(state: State, game: Game, side: Side) -> bool:
    """Whether the dice are on the card of a new hire whom nobody named."""
    team = team_of(state, game, side)
    return game.ot > 0 and team is not None and unnamed(team.coach)


def _not_awaited(state: State, game: Game, side: Side) -> Finding:
    name, due = words.side_name(state.setup, game, side), coming(state)
    message = f"{name} have no roll to make. Now: {due}."
    return RULES.illegal("roll.not-awaited", message, due or None, name)


def _check_answer(state: State, game: Game, side: Side, data: DiceRolled) -> Findings:
    rerolls, added = pending_of(game, side)
    if not rerolls and not added:
        yield _not_awaited(state, game, side)
        return
    want, got = sorted((*rerolls, *added)), sorted(rolled.die for rolled in data.dice)
    if want != got:
        name = words.side_name(state.setup, game, side)
        due, shown_ = (_named(state, game, ids) for ids in (want, got))
        message = f"{name} roll {shown_} again; to roll again: {due}."
        yield RULES.illegal("reroll.dice", message, due, shown_)
    shown = [(game.dice[r.die].color if r.die in game.dice else r.die, r.face) for r in data.dice]
    yield from _check_faces(state, shown)


def _named(state: State, game: Game, ids: Iterable[str]) -> str:
    """Dice on the table, and added ones by their colour."""
    return words.listed(
        words.die(state.setup, game.dice[id_])
        if id_ in game.dice
        else words.an(f"{id_} die")
        if id_ in state.setup.kind
        else "an unknown die"
        for id_ in ids
    )


def _check_faces(state: State, fallen: Iterable[tuple[str, str]]) -> Findings:
    """`roll.face`: every die shows a face of its colour."""
    faces = state.setup.faces
    for color, face in fallen:
        if color in faces and face not in faces[color]:
            shown = dict.fromkeys(words.face(state.setup, one) for one in faces[color])
            can = words.listed(shown)
            message = f"No {color} die shows “{face}”: it has {can}."
            yield RULES.illegal("roll.face", message, can, face)
            return
