"""Chapter "The Whistle": calling a tackle."""

from __future__ import annotations

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.position.odds import chances, success
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import Seat
from projections.rulesets.wannabe_football.state import State


def foul_spotted(state: State, seat: Seat) -> list[Finding]:
    """A tackle was called: in time, and by an opponent."""
    whistle = state.whistle
    if whistle is None:
        message = "There is no tackle to call: it is called before the own turn begins."
        return [RULES.illegal("whistle.none-open", message)]
    team = state.setup.team
    if team[seat] == team[whistle.seat]:
        message = f"{state.setup.names[seat]} cannot call it: an opponent calls a tackle."
        return [RULES.illegal("whistle.own-tackle", message, got=seat)]
    return []


def whistle_options(state: State) -> list[Option]:
    """The call of a tackle, for every opponent, as long as it may be called."""
    whistle = state.whistle
    if whistle is None:
        return []
    chance = success(chances(state, "whistle"), "whistle")
    return [
        Option(
            "FoulSpotted",
            seat,
            {},
            f"Whistle! {whistle.card} was a tackle",
            target="foul",
            probability=chance,
            weight=3,
        )
        for seat in state.setup.opponents[whistle.seat]
    ]
