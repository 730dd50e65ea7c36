"""Chapters "Key Concept: The Time Track" and "How a Game Is Played": who may act. Checks."""

from __future__ import annotations

from collections.abc import Iterator

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.board.pieces import UNSEEN, WINDOW_PHASES, Seat, Side
from projections.rulesets.football_u.chapters.ability_targets import targeted, targets_for
from projections.rulesets.football_u.position import words
from projections.rulesets.football_u.position.game import is_actor, player_of
from projections.rulesets.football_u.position.time_track import active_team, week
from projections.rulesets.football_u.position.usable_abilities import side_sources
from projections.rulesets.football_u.preconditions import seat_of
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import Game, State

Findings = Iterator[Finding]


def check_actor(game: Game, side: Side, seat: Seat | None, state: State) -> Findings:
    """`game.actor`: a side is played by its seat, an AI side by its controller or nobody named."""
    if not is_actor(state.setup, game, side, seat):
        setup = state.setup
        team, acts = words.side_name(setup, game, side), setup.names[game.controller[side]]
        ai = f"the team on the other side's left, {acts}, does" if team != acts else "they do"
        message = f"{words.capital(words.who(setup, seat))} act for {team}, but {ai}."
        if seat is None:
            message = f"Say who acts for {team}: {acts} do."
        yield RULES.illegal("game.actor", message, acts, words.who(setup, seat))


def check_active(state: State, event: Event) -> Findings:
    """`offseason.not-active`, `draw.owed`: whose turn it is in the offseason."""
    active = active_team(state.stacks)
    names = state.setup.names
    if event.seat != active:
        message = "Every token is at week 15: nobody acts any more."
        if active is not None:
            here = week(state.stacks, active)
            message = f"{names[active]} are next, at week {here}: {names[seat_of(event)]} wait."
        due = names[active] if active is not None else None
        yield RULES.illegal("offseason.not-active", message, due, names[seat_of(event)])
    debtor = next((seat for seat, debt in state.owed.items() if debt), None)
    if debtor is not None:
        due = f"{names[debtor]} draw {words.many(state.owed[debtor], 'chemistry card')}"
        yield RULES.illegal("draw.owed", f"{due} before anybody acts.", due)


def check_ai_must(state: State, game: Game, side: Side) -> Findings:
    """`ai.must`: the window of an AI side ends while its named card could be used."""
    if (
        state.setup.rulings["ai_abilities"] == "must"
        and player_of(game, side) not in state.setup.names
        and game.window[side] == "open"
        and _usable(state, game, side)
    ):
        name, card = (
            words.side_name(state.setup, game, side),
            state.setup.card_name(game.ai_card or UNSEEN),
        )
        message = f"{name} close, but use {card} first: an opponent's ability must be used."
        yield RULES.illegal("ai.must", message, card)


def _usable(state: State, game: Game, side: Side) -> bool:
    """Whether the AI's card has an ability for this window that has something to aim at."""
    when = WINDOW_PHASES.get(state.phase, "")
    for own in side_sources(state, game, side, when):
        effect = targeted(own.ability)
        return effect is None or bool(targets_for(state, game, side, own.ability, effect))
    return False
