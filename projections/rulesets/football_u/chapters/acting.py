"""Chapters "Key Concept: The Time Track" and "How a Game Is Played": who may act. Checks."""

from __future__ import annotations

from collections.abc import Iterator

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.board.pieces import WINDOW_PHASES, Seat, Side
from projections.rulesets.football_u.chapters.ability_targets import targeted, targets_for
from projections.rulesets.football_u.position.game import is_actor, player_of
from projections.rulesets.football_u.position.time_track import active_team, week
from projections.rulesets.football_u.position.usable_abilities import side_sources
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import Game, State

Findings = Iterator[Finding]


def check_actor(game: Game, side: Side, seat: Seat | None, state: State) -> Findings:
    """`game.actor`: a side is played by its seat, an AI side by its controller or nobody named."""
    if not is_actor(state.setup, game, side, seat):
        yield RULES.illegal(
            "game.actor",
            f"{seat or 'Nobody'} does not act for the {side} side.",
            game.controller[side],
            seat,
        )


def check_active(state: State, event: Event) -> Findings:
    """`offseason.not-active`, `draw.owed`: whose turn it is in the offseason."""
    active = active_team(state.stacks)
    if event.seat != active:
        where = f" at week {week(state.stacks, active)}" if active else ""
        message = f"Team {active} is active{where}." if active else "No team is active any more."
        yield RULES.illegal("offseason.not-active", message, active, event.seat)
    if state.phase == "offseason.draw":
        debtor = next((seat for seat, debt in state.owed.items() if debt), None)
        yield RULES.illegal("draw.owed", f"Team {debtor} has to draw first.", "CardsDrawn")


def check_ai_must(state: State, game: Game, side: Side) -> Findings:
    """`ai.must`: the window of an AI side ends while its named card could be used."""
    if (
        state.setup.rulings["ai_abilities"] == "must"
        and player_of(game, side) not in state.setup.names
        and game.window[side] == "open"
        and _usable(state, game, side)
    ):
        yield RULES.illegal("ai.must", "The AI uses its ability.", game.ai_card)


def _usable(state: State, game: Game, side: Side) -> bool:
    """Whether the AI's card has an ability for this window that has something to aim at."""
    when = WINDOW_PHASES.get(state.phase, "")
    for own in side_sources(state, game, side, when):
        effect = targeted(own.ability)
        return effect is None or bool(targets_for(state, game, side, own.ability, effect))
    return False
