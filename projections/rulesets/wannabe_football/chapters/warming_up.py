"""Chapter "Warming Up for the Match": the coin. (The deal is a draw of cards, see one_round.)"""

from __future__ import annotations

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.chapters.one_round import draw_options, wrong_phase
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import State


def kick_off_decided(state: State, starter: Seat) -> list[Finding]:
    """The coin was tossed: once, before the game."""
    if state.turn.phase != "setup":
        return [wrong_phase(state, "KickOffDecided")]
    if state.starter is None:
        return []
    names = state.setup.names
    message = f"The coin already fell for {names[state.starter]}: it is tossed once."
    return [RULES.illegal("setup.starter-twice", message, names[state.starter], names[starter])]


def setup_options(state: State) -> list[Option]:
    """The deal, and the coin."""
    deals = draw_options(state)
    if state.starter is not None:
        return deals
    seats = list(state.setup.seats)
    label = "Toss a coin: who starts?"
    coin = Option("KickOffDecided", None, {}, label, choices={"starter": seats}, weight=9)
    return [*deals, coin]
