"""Chapter "Four Players": the teammate of a star player plays on."""

from __future__ import annotations

from projections.kit.ruleset import Finding
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import State, fitting, may_hide_a_fit


def must_continue(state: State, seat: Seat) -> list[Finding]:
    """The extra card was left out; of four players the teammate must play one that fits."""
    if not state.setup.four or state.turn.phase != "continue":
        return []
    name = state.setup.names[seat]
    known = fitting(state, seat)
    if known:
        return [
            RULES.illegal(
                "star.must-continue",
                f"{name} must follow up with {known[0]}.",
                known[0],
            )
        ]
    if may_hide_a_fit(state, seat):
        message = f"{name} must follow up if an unseen card fits."
        return [RULES.unverifiable("star.must-continue", message)]
    return []
