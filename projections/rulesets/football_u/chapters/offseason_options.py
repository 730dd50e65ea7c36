"""Chapter "The Offseason": what the active team may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from projections.kit.ruleset import Option, Viewer
from projections.rulesets.football_u.board.pieces import LAST_WEEK, UNSEEN, WALKON, Seat
from projections.rulesets.football_u.chapters.offseason import (
    accepts,
    affordable,
    can_act,
    is_foreign,
    recruits,
    upgrades,
    walkon_slots,
)
from projections.rulesets.football_u.chapters.setup import player_deck_cards
from projections.rulesets.football_u.components import Ability
from projections.rulesets.football_u.position import prices, scene_ids, words
from projections.rulesets.football_u.position.roster import entries, gameplan_supply, player_deck
from projections.rulesets.football_u.position.time_track import active_team, week
from projections.rulesets.football_u.position.usable_abilities import Own, own_sources
from projections.rulesets.football_u.state import State
from projections.rulesets.football_u.view import sees_coach, sees_hand

WEIGHTS = {"recruit": 6.0, "ability": 6.0, "upgrade": 3.0, "walkon": 2.0, "gameplan": 2.0}
"""How likely the kinds of action are, as the simulated players weigh them."""


def options(state: State, viewer: Viewer) -> list[Option]:
    """The actions of the active team, and what the table owes to text effects."""
    seat = active_team(state.stacks)
    found = list(_actions(state, seat, viewer)) if seat is not None else []
    return found + text_options(state)


def _actions(state: State, seat: Seat, viewer: Viewer) -> Iterator[Option]:
    yield from _recruits(state, seat)
    yield from _unseen_recruits(state, seat)
    yield from _walkons(state, seat)
    yield from _upgrades(state, seat)
    yield from _gameplans(state, seat)
    yield from _abilities(state, seat, viewer)
    if state.setup.solo:
        yield from _scouts(state, seat)
    if state.setup.rulings["pass"] == "anytime" or not can_act(state, seat):
        label = f"{state.setup.names[seat]} are done: the token goes to week {LAST_WEEK}"
        piece = scene_ids.token(seat)
        yield Option("OffseasonPassed", seat, {}, label, piece=piece, weight=0.05)


def _paid(state: State, seat: Seat, weeks: int) -> dict[str, Any]:
    """The cost as an option's own key: the weeks that the token moves."""
    return {"cost": min(weeks, LAST_WEEK - week(state.stacks, seat))}


def _weeks(weeks: int) -> str:
    return "1 week" if weeks == 1 else f"{weeks} weeks"


def _recruits(state: State, seat: Seat) -> Iterator[Option]:
    setup, roster = state.setup, state.teams[seat].roster
    for card, _, weeks in recruits(state, seat):
        player = setup.box.players[card]
        for slot, accepted in setup.slots.items():
            if player.position in accepted:
                yield Option(
                    "PlayerRecruited",
                    seat,
                    {"card": card, "slot": slot, "place": "top"},
                    f"{setup.names[seat]} recruit {player.name} as {slot} for {_weeks(weeks)}",
                    piece=card,
                    to=scene_ids.slot(seat, slot, roster),
                    weight=WEIGHTS["recruit"],
                    more=_paid(state, seat, weeks),
                )


def _unseen_recruits(state: State, seat: Seat) -> Iterator[Option]:
    """The cards that nobody named: whom of each slot's positions they may turn out to be."""
    spaces = [space for space, lying in state.spaces.items() if lying == UNSEEN]
    deck = player_deck_cards(state) if spaces else []
    for space in spaces:
        where = words.space(state.setup, space)
        may_be = [c for c in deck if affordable(state, seat, prices.recruit(state, seat, c, space))]
        for slot in state.setup.slots:
            fitting = [c for c in may_be if accepts(state, slot, state.setup.position(c))]
            if fitting:
                yield Option(
                    "PlayerRecruited",
                    seat,
                    {"card": None, "space": space, "slot": slot, "place": "top"},
                    f"{state.setup.names[seat]} recruit the unseen player of {where} as {slot}",
                    piece=scene_ids.space(state, space),
                    to=scene_ids.slot(seat, slot, state.teams[seat].roster),
                    choices={"card": fitting},
                    weight=WEIGHTS["recruit"],
                )


def _walkons(state: State, seat: Seat) -> Iterator[Option]:
    weeks = prices.walkon(state, seat)
    for slot in walkon_slots(state, seat):
        yield Option(
            "WalkOnAdded",
            seat,
            {"slot": slot, "place": "top"},
            f"{state.setup.names[seat]} add a walk-on as {slot} for {_weeks(weeks)}",
            piece=scene_ids.WALKON_SUPPLY,
            to=scene_ids.vacant(seat, slot),
            weight=WEIGHTS["walkon"],
            more=_paid(state, seat, weeks),
        )


def _upgrades(state: State, seat: Seat) -> Iterator[Option]:
    names = state.setup.names
    for card, weeks in upgrades(state, seat):
        yield Option(
            "PlayerUpgraded",
            seat,
            {"card": card},
            f"{names[seat]} upgrade {state.setup.card_name(card)} for {_weeks(weeks)}",
            piece=card,
            weight=WEIGHTS["upgrade"],
            more=_paid(state, seat, weeks),
        )


def _gameplans(state: State, seat: Seat) -> Iterator[Option]:
    weeks = prices.gameplan(state, seat)
    if gameplan_supply(state) > 0 and affordable(state, seat, weeks):
        yield Option(
            "GameplanTaken",
            seat,
            {},
            f"{state.setup.names[seat]} take gameplans for {_weeks(weeks)}",
            piece=scene_ids.GAMEPLAN_SUPPLY,
            weight=WEIGHTS["gameplan"],
            more=_paid(state, seat, weeks),
        )


def _abilities(state: State, seat: Seat, viewer: Viewer) -> Iterator[Option]:
    setup = state.setup
    for own in own_sources(setup, seat, state.teams[seat], "OFFSEASON"):
        if not may_know(state, viewer, seat, own):
            continue
        for targets in targets_for(state, seat, own.ability):
            whom = f" for {setup.card_name(targets[0])}" if targets else ""
            yield Option(
                "AbilityUsed",
                seat,
                own.used(targets),
                f"{setup.names[seat]} use {own.ability.name}{whom}",
                piece=own.piece,
                to=targets[0] if targets else None,
                weight=WEIGHTS["ability"],
            )


def may_know(state: State, viewer: Viewer, seat: Seat, own: Own) -> bool:
    """Whether a viewer may know the card of an ability."""
    if own.source.kind == "chemistry":
        return sees_hand(state, viewer, seat)
    return own.source.kind != "coach" or sees_coach(state, viewer, seat)


def targets_for(state: State, seat: Seat, ability: Ability) -> list[list[str]]:
    """The ways to aim an OFFSEASON ability: at one player whom it upgrades, or at nothing."""
    upgrade = next((e for e in ability.effects if e.op == "free_upgrade"), None)
    if upgrade is None:
        return [[]]
    base = [e.card for e in entries(state.teams[seat].roster) if not e.up and e.card != WALKON]
    return [[card] for card in base if fits(state, card, upgrade.kind)]


def fits(state: State, card: str, kind: str | None) -> bool:
    """Whether a player is of the kind that an effect upgrades."""
    offensive = state.setup.is_offensive(card)
    return kind == "any" or (kind == "offense") == offensive


def _scouts(state: State, seat: Seat) -> Iterator[Option]:
    if player_deck(state) <= 0 or not affordable(state, seat, prices.SCOUTING):
        return
    for space, lying in state.spaces.items():
        if lying is None and is_foreign(state, seat, space):
            where = words.space(state.setup, space)
            yield Option(
                "PlayerScouted",
                seat,
                {"space": space, "card": None},
                f"{state.setup.names[seat]} put a player out in {where} for a week",
                piece=scene_ids.space(state, space),
                choices={"card": player_deck_cards(state)},
                weight=1.0,
                more=_paid(state, seat, prices.SCOUTING),
            )


def text_options(state: State) -> list[Option]:
    """What the table decides about text effects that are not settled."""
    game = state.game
    texts = [(t.seat, t.source.card) for t in state.text]
    if game is not None:
        texts = [(game.controller[t.side], t.source.card) for t in game.text]
    return [
        Option(
            "OutcomeRuled",
            seat,
            {"outcome": {"kind": "effect"}},
            f"The table says what {state.setup.card_name(card or '')} did",
        )
        for seat, card in texts
    ]
