"""Chapters "Playing the Game" and "The Star": cards on the pitch."""

from __future__ import annotations

from collections.abc import Sequence

from projections.kit.ruleset import Finding, Option
from projections.rulesets.wannabe_football.chapters.one_round import slipped
from projections.rulesets.wannabe_football.chapters.passing import ended_by, may_decline, may_pass
from projections.rulesets.wannabe_football.chapters.the_cards import elsewhere, unknown
from projections.rulesets.wannabe_football.obeying import turns
from projections.rulesets.wannabe_football.position.odds import (
    chances,
    success,
    unknown_player_cards,
)
from projections.rulesets.wannabe_football.position.words import (
    RESTARTS,
    card_words,
    zone_words,
)
from projections.rulesets.wannabe_football.rulebook import RULES
from projections.rulesets.wannabe_football.setup import RIVAL, CardId, Seat
from projections.rulesets.wannabe_football.state import State, may_fit


def card_played(state: State, seat: Seat, card: CardId) -> list[Finding]:
    """A card was laid on the pitch: in turn, where the ball is, out of the own hand."""
    if card not in state.setup.player_cards:
        return unknown(state.setup.player_cards, (card,))
    found: list[Finding] = []
    if turns.is_next(state, seat):
        state, found = ended_by(state, seat)
    state_in, slips = turns.steps_in(state, seat, card)
    if slips:
        found += slipped(state, seat, "CardPlayed", slips)
        if slips[-1] in ("out_of_turn", "phase"):
            return found
    return [*found, *_misplaced(state_in, seat, card), *_not_in_hand(state_in, seat, card)]


def _misplaced(state: State, seat: Seat, card: CardId) -> Sequence[Finding]:
    restart = state.restart
    if restart is not None:
        if restart.shot_ok or state.setup.kinds[card] != "shot":
            return ()
        name = state.setup.names[seat]
        message = f"{name} may not shoot from {RESTARTS[restart.kind]}: another card comes first."
        return (RULES.illegal("play.first-shot", message, "no shot", card),)
    if state.setup.starts[seat][card] == state.ball:
        return ()
    team = state.setup.team[seat]
    start = zone_words(state.setup.starts[seat][card], team)
    if state.ball is None:
        message = f"{card} starts in {start}; where the ball is, is not known."
        return (RULES.unverifiable("play.position", message, None, start),)
    ball = zone_words(state.ball, team)
    message = f"{card} starts in {start}, but for {state.setup.names[seat]} the ball is in {ball}."
    return (RULES.illegal("play.position", message, ball, start),)


def _not_in_hand(state: State, seat: Seat, card: CardId) -> Sequence[Finding]:
    held = state.hands[seat].cards
    if card in held:
        return ()
    finding = elsewhere(state, card, seat)
    if finding is not None:
        return (finding,)
    if None in held:
        return ()
    message = f"{state.setup.names[seat]} does not hold {card}."
    return (RULES.illegal("play.not-in-hand", message, got=card),)


def play_options(state: State) -> list[Option]:
    """A card that fits, or a pass by who has none; with an extra card the end of the turn."""
    seat = state.turn.actor
    assert seat is not None
    options = card_options(state, seat)
    if state.turn.phase == "continue":
        return [*options, *may_decline(state, seat)]
    return [*options, *may_pass(state, seat)]


def card_options(state: State, seat: Seat, shots_only: bool = False) -> list[Option]:
    """The known cards of a hand that may fit, and one option for all cards that it may hide."""
    kinds = state.setup.kinds

    def may_follow(card: CardId) -> bool:
        return may_fit(state, seat, card) and (not shots_only or kinds[card] == "shot")

    held = state.hands[seat].cards
    options = [
        _card_option(state, seat, card) for card in sorted(filter(None, held)) if may_follow(card)
    ]
    if None not in held:
        return options
    hidden = [card for card in unknown_player_cards(state) if may_follow(card)]
    if hidden:
        options.append(
            Option(
                "CardPlayed",
                seat,
                {},
                "Play a card that was not seen",
                piece=f"hand-{seat}.{held.index(None)}",
                choices={"card": hidden},
                weight=2,
                more={"unseen": True},
            )
        )
    return options


def _card_option(state: State, seat: Seat, card: CardId) -> Option:
    setup = state.setup
    kind = setup.kinds[card]
    target, probability, more = _prospects(state, card)
    return Option(
        "CardPlayed",
        seat,
        {"card": card},
        f"Play {card}: {card_words(setup.player_cards[card])}",
        piece=card,
        to=setup.tips[seat][card] or f"goal-{RIVAL[setup.team[seat]]}",
        target=target,
        probability=probability,
        weight={"shot": 8, "dribble": 5, "tackle": 3, "pass": 4}[kind] + (target == "star"),
        more=more or None,
    )


def _prospects(state: State, card: CardId) -> tuple[str | None, float | None, dict[str, float]]:
    """What a card hopes for, its chance, and the chances of what it risks."""
    known = state.setup.player_cards[card]
    more: dict[str, float] = {}
    if known.kind == "shot":
        return "goal", success(chances(state, "shot"), "shot"), more
    if known.kind == "tackle":
        more["risk"] = success(chances(state, "whistle"), "whistle")
    if not known.star:
        return None, None, more
    odds = chances(state, "star")
    more["offside"] = odds.get("offside", 0.0)
    return "star", success(odds, "star"), more
