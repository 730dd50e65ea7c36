"""Chapter "Performing a Card Action": what is compulsory before the next card or the turn's end."""

from __future__ import annotations

from projections.kit.ruleset import Finding
from projections.rulesets.undaunted_2200.chapters.card_actions import (
    choice_options,
    follow_up_options,
)
from projections.rulesets.undaunted_2200.chapters.combat import legal_targets, space_options
from projections.rulesets.undaunted_2200.chapters.movement import can_move
from projections.rulesets.undaunted_2200.position.words import card_name
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import Pending, State


def unfinished(state: State) -> list[Finding]:
    """The finding for a card that is left although something of it is compulsory."""
    pending = state.pending
    part = None if pending is None else obligation(state, pending)
    if pending is None or part is None:
        return []
    name = card_name(state.setup, pending.card)
    return [RULES.illegal("action.unfinished", f"{name} is not finished: {part} is compulsory.")]


def obligation(state: State, pending: Pending) -> str | None:
    """The compulsory part of a card being resolved, in words; None: the rest may be waived."""
    move, combat = pending.move, pending.combat
    if pending.attack is not None:
        return "the roll"
    if pending.casualty is not None:
        return "the casualty"
    if pending.scan is not None:
        return "the search"
    if combat is not None and combat.queue:
        return "the rest of the blast"
    if pending.draw is not None and pending.action == "coordinate":
        return "the draw"
    if move is not None and move.kind in ("air", "manoeuvre"):
        return "the movement"
    if state.setup.rulings["waive"] == "must":
        return _ruled(state, pending)
    return None


def _ruled(state: State, pending: Pending) -> str | None:
    """What else must be carried out under the ruling that nothing declared is waived."""
    if can_move(state, pending):
        return "the movement"
    choose = pending.choose
    if choose is not None and choose.what == "space":
        return "the blast" if next(space_options(state, pending), None) else None
    if must_attack(state, pending):
        return "the attack"
    if choose is None or pending.move is not None:
        return None
    if choose.what == "support" and next(choice_options(state, pending), None):
        return "the choice"
    if choose.what == "assault" and next(follow_up_options(state, pending), None):
        return "the combat action"
    return None


def must_attack(state: State, pending: Pending) -> bool:
    """Whether an attack is still due and possible; of a Trident only the first is."""
    combat = pending.combat
    if combat is None or (combat.used and combat.key.startswith("trident")):
        return False
    return next(legal_targets(state, pending.seat, combat), None) is not None


def cut_short(state: State) -> list[Finding]:
    """The finding for a movement that ends a combat action with a target left, under the ruling."""
    pending = state.pending
    if pending is None or pending.combat is None or pending.move is None:
        return []
    if state.setup.rulings["waive"] != "must" or not pending.combat.used:
        return []
    if not must_attack(state, pending):
        return []
    name = card_name(state.setup, pending.card)
    message = f"{name} is not finished: moving would end its combat action."
    return [RULES.illegal("action.unfinished", message)]
