"""What a season adds up by what is in the facts. Source: this ruleset's text, statistics."""

from __future__ import annotations

from collections.abc import Mapping

from projections.kit.fact import Fact
from projections.kit.figures import (
    FINDINGS,
    NO_LABEL,
    Figure,
    each,
    its_expectation,
    nothing,
    of_events,
    of_findings,
)
from projections.rulesets.wannabe_football.counting.checks import RULED
from projections.rulesets.wannabe_football.rulebook import RULES

_ZONES = {
    "AL": "far left",
    "AC": "far box",
    "AR": "far right",
    "OL": "own left",
    "OC": "own box",
    "OR": "own right",
}

_RESTARTS = {
    "free_kick": "free kick",
    "corner": "corner",
    "woodwork": "rebound off the woodwork",
    "goal_kick": "goal kick",
    "offside": "off-side",
    "out_of_bounds": "out of bounds",
    "after_goal": "after a goal",
    "kick_off": "kick-off",
}


def _is_offside(fact: Fact) -> bool:
    return bool(fact.data["outcome"] == "offside")


def _once(fact: Fact) -> int:
    """One, taken back where the fact was annulled."""
    return -1 if "annulled" in fact.data else 1


def _shoot_out(fact: Fact) -> int:
    return _once(fact) if fact.data["reason"] == "shootout" else 0


def _from(fact: Fact) -> str:
    """What a goal came from."""
    return "penalty" if fact.data["via"] == "penalty" else fact.data["restart"] or NO_LABEL


FIGURES: Mapping[str, Figure] = {
    "possession": Figure(
        title="Possession",
        says="The cards a team played among the cards that both teams played.",
        kinds=("play",),
        measure="share",
    ),
    "territory": Figure(
        title="Territory",
        says="Of all the cards a team played, those whose arrow ends in the far half. A shot, "
        "which has no arrow, is not one of them.",
        kinds=("play",),
        counts=each(value="far"),
        measure="mean",
    ),
    "box-entries": Figure(
        title="Into the box",
        says="Cards whose arrow leads from outside into the opponents’ box.",
        kinds=("play",),
        counts=each(where="into_box"),
        unit="cards",
    ),
    "zones": Figure(
        title="Where the cards lead",
        says="How many cards ended in each zone, seen by who played them; shots have no arrow.",
        kinds=("play",),
        counts=each(where="tip", by="tip"),
        unit="cards",
        labels=_ZONES,
        board=(("AL", "AC", "AR"), ("OL", "OC", "OR")),
    ),
    "kinds": Figure(
        title="Cards played by kind",
        says="How many cards of each kind were played.",
        kinds=("play",),
        counts=each(by="kind"),
        unit="cards",
    ),
    "scored": Figure(
        title="Goals from shots and penalties",
        says="Shots and penalties that were goals, as the table ruled, beside their chances before "
        "the Multi Card.",
        kinds=("shot", "penalty", RULED["shot"], RULED["penalty"]),
        measure="value",
        unit="goals",
    ),
    "conversion": Figure(
        title="Conversion",
        says="Goals from shots, as the table ruled, for each shot; penalties are not counted.",
        kinds=("shot", RULED["shot"]),
        counts=each(value=lambda fact: fact.value, expected=lambda fact: fact.kind == "shot"),
        measure="ratio",
    ),
    "goals-by-restart": Figure(
        title="Goals by restart",
        says="Goals, without those of a shoot-out, by what the card of the shot was played from.",
        kinds=("goal",),
        counts=each(by=_from, expected=nothing),
        measure="value",
        unit="goals",
        labels={NO_LABEL: "open play", "penalty": "penalty", **_RESTARTS},
    ),
    "assists": Figure(
        title="Assists",
        says="Goals from a shot that followed on a card of this player’s.",
        kinds=("goal",),
        counts=each(where="assist", seat="assist", expected=nothing),
        measure="value",
        unit="goals",
    ),
    "restarts": Figure(
        title="Restarts by kind",
        says="How often a team took the ball up again after a dead ball or a rebound, by its kind.",
        kinds=("restart",),
        counts=each(by="kind"),
        measure="value",
        unit="times",
        labels=_RESTARTS,
    ),
    "corners": Figure(
        title="Corners",
        says="Corners that a team took.",
        kinds=("restart",),
        counts=each(where=lambda fact: fact.data["kind"] == "corner"),
        measure="value",
        unit="corners",
    ),
    "stars": Figure(
        title="Stars that held",
        says="Of the stars, those that held, beside the chance of it before the Multi Card.",
        kinds=("star_check",),
        measure="mean",
    ),
    "answers": Figure(
        title="Turns answered",
        says="Of the turns, those that began with a card and not with a pass, beside the chance "
        "of a hand that fits as a spectator knows it.",
        kinds=("play", "called_pass"),
        counts=each(where=lambda fact: fact.expected is not None),
        measure="mean",
    ),
    "passes-called": Figure(
        title="Passes called",
        says="How often a team passed because it played no card.",
        kinds=("called_pass",),
        unit="passes",
    ),
    "offsides": Figure(
        title="Off-sides",
        says="Stars that were off-side, beside the chance of it before the Multi Card.",
        kinds=("star_check",),
        counts=each(value=_is_offside, expected="p_offside"),
        measure="value",
        unit="off-sides",
    ),
    "cards-taken": Figure(
        title="Cards taken by dribbles",
        says="Cards that a dribble took from an opponent’s hand.",
        kinds=("dribble",),
        measure="value",
        unit="cards",
    ),
    "cards-lost": Figure(
        title="Cards lost to dribbles",
        says="Cards that an opponent who dribbled took from this hand.",
        kinds=("dribble",),
        counts=each(where="from", seat="from", expected=nothing),
        unit="cards",
    ),
    "tackles": Figure(
        title="Tackles",
        says="Tackles played.",
        kinds=("play",),
        counts=each(where=lambda fact: fact.data["kind"] == "tackle"),
        unit="cards",
    ),
    "whistles": Figure(
        title="Whistles called",
        says="Tackles of the opponents that a team called.",
        kinds=("whistle_check",),
        unit="whistles",
    ),
    "fouls": Figure(
        title="Fouls committed",
        says="Tackles that the opponents called and the Multi Card found to be fouls, beside "
        "the chance of it before the card.",
        kinds=("whistle_check", RULED["whistle"]),
        counts=each(seat="offender"),
        measure="value",
        unit="fouls",
    ),
    "fouls-found": Figure(
        title="Fouls found",
        says="Tackles called that were fouls, beside the chance of it before the card.",
        kinds=("whistle_check", RULED["whistle"]),
        measure="value",
        unit="fouls",
    ),
    "fouls-missed": Figure(
        title="Fouls missed",
        says="What the tackles that a team did not call would have been worth: their chances to "
        "be fouls, added up.",
        kinds=("missed_whistle",),
        counts=each(value=its_expectation),
        measure="value",
        unit="fouls",
    ),
    "bookings": Figure(
        title="Bookings",
        says="Referee Cards received; a second yellow is a red as well.",
        kinds=("booking",),
        counts=each(by="colour"),
        measure="value",
        unit="cards",
        labels={"yellow": "yellow", "red": "red"},
    ),
    "longest-chain": Figure(
        title="Longest chain",
        says="The most cards played in one turn.",
        kinds=("chain",),
        measure="most",
        unit="cards",
    ),
    FINDINGS: of_findings(RULES),
    "goals-per-game": Figure(
        title="Goals a game",
        says="Goals of both teams for each finished game, without those of a shoot-out.",
        kinds=("goal",),
        counts=each(expected=nothing),
        measure="mean",
        unit="goals",
        per="game",
    ),
    "chances-per-game": Figure(
        title="Expected goals a game",
        says="The chances of all shots and penalties, added up, for each finished game.",
        kinds=("shot", "penalty"),
        counts=each(value=its_expectation),
        measure="mean",
        unit="goals",
        per="game",
    ),
    "shootouts": Figure(
        title="Decided by a shoot-out",
        says="Of the games that ended, those that a shoot-out decided.",
        kinds=("game_over",),
        counts=each(value=_shoot_out, expected=_once),
        measure="ratio",
        per="season",
    ),
    "events-per-game": of_events(),
}
