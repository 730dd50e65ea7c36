"""What a season adds up by what is in the facts. Source: this ruleset's text, statistics."""

from __future__ import annotations

from collections.abc import Mapping

from projections.kit.fact import Fact
from projections.kit.figures import (
    FINDINGS,
    Figure,
    each,
    its_expectation,
    nothing,
    of_events,
    of_findings,
)
from projections.rulesets.und1c1.board.pitch import COLUMNS, LENGTH
from projections.rulesets.und1c1.rulebook import RULES

_SHOTS = ("shot", "header")
_DUELS = ("tackle", "dribble")

_PITCH = tuple(tuple(f"{column}{row}" for column in COLUMNS) for row in range(LENGTH, 0, -1))
"""The boxes as they lie before the coach who attacks the goal above."""

_CARDS = {
    "extra_points": "extra points",
    "extra_actions": "extra actions",
    "lucky_throw": "lucky throw",
    "touch_of_class": "touch of class",
    "unique": "unique",
}

_MOVES = {
    "single": "a chip alone",
    "group": "in a group",
    "free": "free moves",
    "tractor": "by a tractor",
    "reposition": "repositioned",
}


def _pair(fact: Fact) -> str:
    """The numbers of passer and receiver."""
    return f"#{(fact.piece or '?')[1:]} to #{fact.data['receiver'][1:]}"


FIGURES: Mapping[str, Figure] = {
    "possession": Figure(
        title="Possession",
        says="The turns at whose end a team had the ball, among those at whose end a team had it.",
        kinds=("possession",),
        measure="share",
    ),
    "actions": Figure(
        title="Actions a turn",
        says="Actions that cost one, for each turn that ended.",
        kinds=("turn_end",),
        measure="mean",
        unit="actions",
    ),
    "turns-lost": Figure(
        title="Turns lost",
        says="The turns that ended because something failed, among all that ended.",
        kinds=("turn_end",),
        counts=each(value="lost"),
        measure="mean",
    ),
    "scored": Figure(
        title="Goals",
        says="Shots and headers that were goals, beside their chances before the dice.",
        kinds=_SHOTS,
        measure="value",
        unit="goals",
    ),
    "conversion": Figure(
        title="Conversion",
        says="Goals for each shot and header, beside their chances.",
        kinds=_SHOTS,
        measure="mean",
    ),
    "goals-by-box": Figure(
        title="Goals by box",
        says="The boxes that goals were scored from.",
        kinds=_SHOTS,
        counts=each(where=lambda fact: fact.value and fact.data["spot"], by="spot"),
        measure="value",
        unit="goals",
        board=_PITCH,
    ),
    "shots-by-box": Figure(
        title="Shots by box",
        says="The boxes that shots and headers were taken from.",
        kinds=_SHOTS,
        counts=each(where="spot", by="spot"),
        unit="shots",
        board=_PITCH,
    ),
    "prevented": Figure(
        title="Goals prevented",
        says="What the opponents’ shots and headers were worth less what they scored.",
        kinds=("save",),
        measure="luck",
        unit="goals",
    ),
    "passes": Figure(
        title="Passes completed",
        says="Of the passes and crosses, those that arrived, beside their chances.",
        kinds=("pass", "cross"),
        counts=each(by=lambda fact: fact.kind),
        measure="mean",
        labels={"pass": "passes", "cross": "crosses"},
    ),
    "pairs": Figure(
        title="Who passes to whom",
        says="Passes and crosses that arrived, by the numbers of both players.",
        kinds=("pass", "cross"),
        counts=each(where=lambda fact: fact.value, by=_pair, expected=nothing),
        unit="passes",
    ),
    "duels": Figure(
        title="Duels won",
        says="Of the tackles and dribbles, and of those of the opponents, the ones that were won, "
        "beside their chances.",
        kinds=(*_DUELS, "duel_defended"),
        counts=each(by=lambda fact: fact.kind),
        measure="mean",
        labels={"tackle": "tackles", "dribble": "dribbles", "duel_defended": "in defence"},
    ),
    "interceptions": Figure(
        title="Interceptions",
        says="Passes of the opponents that a team got.",
        kinds=("interception",),
        unit="passes",
    ),
    "cards": Figure(
        title="Cards by category",
        says="How many cards of each category were played.",
        kinds=("card",),
        counts=each(where="category", by="category"),
        unit="cards",
        labels=_CARDS,
    ),
    "boxes": Figure(
        title="Boxes moved",
        says="How many boxes the chips moved, by the kind of move.",
        kinds=("move",),
        counts=each(by="kind2"),
        measure="value",
        unit="boxes",
        labels=_MOVES,
    ),
    "ground-gained": Figure(
        title="Ground gained",
        says="Rows that moves brought the chips nearer to the goal they attack, less those back.",
        kinds=("move",),
        counts=each(value="gain"),
        measure="value",
        unit="rows",
    ),
    "dice": Figure(
        title="Luck of the dice",
        says="Pips of a team’s dice beyond the mean of a die, whatever they were rolled for.",
        kinds=("die",),
        measure="luck",
        unit="pips",
    ),
    "rerolls": Figure(
        title="Captains’ re-rolls",
        says="Rolls that the captain took back.",
        kinds=("reroll",),
        unit="rolls",
    ),
    FINDINGS: of_findings(RULES),
    "goals-per-game": Figure(
        title="Goals a game",
        says="Goals of both teams for each finished game.",
        kinds=("goal",),
        measure="mean",
        unit="goals",
        per="game",
    ),
    "chances-per-game": Figure(
        title="Expected goals a game",
        says="The chances of all shots and headers, added up, for each finished game.",
        kinds=_SHOTS,
        counts=each(value=its_expectation),
        measure="mean",
        unit="goals",
        per="game",
    ),
    "events-per-game": of_events(),
}
