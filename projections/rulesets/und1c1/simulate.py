"""PLAYS: simulated coaches, legal and simple, who bring every kind of event about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Literal

from events.event import Draft
from projections.kit.ruleset import Option
from projections.rulesets.und1c1.board.line_ups import DEFAULT_CAPTAIN
from projections.rulesets.und1c1.board.pitch import ADVANCE, X, faces
from projections.rulesets.und1c1.chapters import (
    movement,
    padlocks,
    pass_and_cross,
    preparation,
    shot_and_header,
    tackle_and_dribble,
)
from projections.rulesets.und1c1.chapters.kickoff import kick_off_options
from projections.rulesets.und1c1.chapters.strategy_cards import played_options
from projections.rulesets.und1c1.obeying.rolls import drawn
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat
from projections.rulesets.und1c1.position.chips import (
    chip_of,
    chips_of,
    is_offside,
    outfield,
    place_of,
)
from projections.rulesets.und1c1.position.hands import must_discard
from projections.rulesets.und1c1.position.receiving import owes_goal_pass
from projections.rulesets.und1c1.position.sums import awaited_seats, chance, outcome_of
from projections.rulesets.und1c1.preconditions import spending
from projections.rulesets.und1c1.rules import options
from projections.rulesets.und1c1.setup import Player
from projections.rulesets.und1c1.simulating.crowding import makes_five, way_out
from projections.rulesets.und1c1.state import Chip, State

WHIM = 0.1
"""How often a coach plays any legal event instead of the best one he sees."""

LONGEST_DUEL = 50
"""Draws after which the table decides a duel itself."""

Cards = Literal["hidden", "open"]


def simulate(state: State, rng: Random, cards: Cards = "hidden") -> Callable[[State], Draft | None]:
    """Two coaches for a game in its initial state: state -> the next event, None at the end.

    `hidden` records every card as unseen, so that none can be played; `open` deals real cards
    from shuffled decks and plays some of them. The same seed plays the same game.
    """
    return _Coaches(state, rng, cards).next_event


class _Coaches:
    def __init__(self, state: State, rng: Random, cards: Cards) -> None:
        self._rng = rng
        self._piles: dict[Seat, list[str]] = {}
        if cards == "open":
            for seat in SEATS:
                deck = state.setup.box.decks.of(seat)
                pile = [card for card, copies in deck.items() for _ in range(copies)]
                rng.shuffle(pile)
                self._piles[seat] = pile[: state.setup.pile]

    def next_event(self, state: State) -> Draft | None:
        if again := self._captains_choice(state):
            return again
        seat = state.turn.whose
        match state.turn.phase:
            case "setup":
                return self._set_up(state)
            case "kickoff_roll" | "roll":
                return self._answer(state)
            case "kickoff":
                return self._kick_off(state, seat)
            case "actions":
                return self._act(state, seat)
            case "lineup":
                return self._line_up(state)
            case "choose_interceptor":
                return self._name_interceptor(state)
            case "free_move":
                return self._move_on(state)
            case "reposition":
                return self._reposition(state)
            case "end_turn":
                return self._place_padlocks(state, seat)
            case "draw":
                return self._draw(state, seat)
        return None

    def _captains_choice(self, state: State) -> Draft | None:
        """A captain who lost a roll that he should have won rolls again."""
        lying = state.reopen.state if state.reopen is not None else None
        if lying is None or lying.roll is None:
            return None
        won = outcome_of(lying, lying.roll)
        fresh = drawn(lying, lying.roll)
        if won is None or fresh.roll is None:
            return None
        first = lying.roll.first
        loser = OTHER[first] if won else first
        p = chance(fresh, fresh.roll)
        if (p if loser == first else 1 - p) < 0.5:
            return None
        possible = (o for o in preparation.reroll_options(state) if o.seat == loser)
        return _draft_of(next(possible, None))

    def _set_up(self, state: State) -> Draft | None:
        for seat in SEATS:
            if not chips_of(state, seat):
                return _draft_of(preparation.line_up_option(state, seat))
            if state.captains.of(seat).player is None:
                usual = f"{seat}{DEFAULT_CAPTAIN}"
                chips = chips_of(state, seat)
                return _draft("CaptainChosen", seat, player=usual if usual in chips else min(chips))
        return None

    def _line_up(self, state: State) -> Draft | None:
        unready = (seat for seat in SEATS if not state.ready.of(seat))
        seat = next(unready, None)
        return None if seat is None else _draft_of(preparation.line_up_option(state, seat))

    def _answer(self, state: State) -> Draft | None:
        """Dice for the roll that is pending, or a card first."""
        roll = state.roll
        if roll is None:
            return None
        if roll.draws >= LONGEST_DUEL:
            word = {"shot": "goal", "header": "goal", "kickoff": "a"}.get(roll.kind, "won")
            return _draft("OutcomeRuled", None, outcome=word)
        if card := self._play_a_card(state, 0.3):
            return card
        seats = awaited_seats(roll)
        faces_ = [self._rng.randint(1, state.setup.sides_of_die) for _ in seats]
        dice = [
            {"die": state.setup.dice[seat], "face": face}
            for seat, face in zip(seats, faces_, strict=True)
        ]
        if len(seats) == 2 and self._rng.random() < 0.5:
            return _draft("DiceRolled", None, dice=dice)
        return _draft("DiceRolled", seats[0], dice=dice[:1])

    def _play_a_card(self, state: State, eagerness: float) -> Draft | None:
        if not self._piles or self._rng.random() >= eagerness:
            return None
        playable = (o for o in played_options(state, "all") if not _at_a_guess(state, o))
        return _draft_of(self._any(playable))

    def _kick_off(self, state: State, seat: Seat) -> Draft | None:
        """By number 9 from the first box to the teammate farthest back."""
        best = min(
            kick_off_options(state, seat),
            key=lambda o: (
                o.data["taker"] != f"{seat}9",
                ADVANCE[seat][place_of(state, o.data["receiver"]) or faces(seat)],
                int(o.data["receiver"][1:]),
            ),
            default=None,
        )
        return _draft_of(best)

    def _act(self, state: State, seat: Seat) -> Draft | None:
        if owes_goal_pass(state):
            return _draft_of(self._safest_pass(state, seat)) or self._close(state, seat)
        if out := way_out(state, seat):
            return _draft_of(out)
        if card := self._play_a_card(state, 0.2):
            return card
        if self._rng.random() < WHIM and (whim := self._whim(state)):
            return whim
        if spending(state, "", ""):
            return self._close(state, seat)
        chosen = self._with_ball(state, seat) if _owns_ball(state, seat) else None
        chosen = chosen or self._tackle(state, seat) or self._run(state, seat)
        return _draft_of(chosen) or self._close(state, seat)

    def _whim(self, state: State) -> Draft | None:
        return _draft_of(
            self._any(
                option
                for option in options(state, "all")
                if not makes_five(state, option) and not _at_a_guess(state, option)
            )
        )

    def _safest_pass(self, state: State, seat: Seat) -> Option | None:
        passes = pass_and_cross.pass_options(state, seat, state.ball or "")
        return max(passes, key=lambda o: (o.probability, _advance(state, seat, o)), default=None)

    def _with_ball(self, state: State, seat: Seat) -> Option | None:
        """Shot, cross, dribble, long pass, a step forward: the first that looks good."""
        carrier = state.ball or ""
        chip = chip_of(state, carrier)
        if chip is None or chip.flipped is not None or carrier in state.setup.keepers[seat]:
            return None
        needed = 0.25 if state.turn.actions_left == 1 else 0.4
        for shot in shot_and_header.shot_options(state, seat, carrier):
            if (shot.probability or 0) >= needed:
                return shot
        for cross in pass_and_cross.cross_options(state, seat, carrier):
            scores = pass_and_cross.header_chance(state, seat, cross.data["receiver"])
            if (cross.probability or 0) * scores >= 0.3:
                return cross
        for dribble in tackle_and_dribble.dribble_options(state, seat, carrier):
            ahead = place_of(state, dribble.data["opponent"]) or chip.at
            beside = ADVANCE[seat][ahead] >= ADVANCE[seat][chip.at]
            if (dribble.probability or 0) >= 0.6 and beside and not makes_five(state, dribble):
                return dribble
        forward = [
            o
            for o in pass_and_cross.pass_options(state, seat, carrier)
            if (o.probability or 0) >= 0.8
            and _advance(state, seat, o) >= ADVANCE[seat][chip.at] + 2
        ]
        if forward:
            return max(forward, key=lambda o: _advance(state, seat, o))
        return self._step_forward(state, seat, carrier, chip)

    def _step_forward(self, state: State, seat: Seat, carrier: str, chip: Chip) -> Option | None:
        player = state.setup.players[carrier]
        low, high = state.setup.box.pitch.goal_columns
        steps = [
            o
            for o in movement.single_options(state, player, chip)
            if ADVANCE[seat][o.data["to"]] == ADVANCE[seat][chip.at] + 1
            and abs(X[o.data["to"]] - X[chip.at]) <= 1
            and not makes_five(state, o)
        ]
        middle = (low + high) / 2
        return min(
            steps,
            key=lambda o: (X[o.data["to"]] != X[chip.at], abs(X[o.data["to"]] - middle)),
            default=None,
        )

    def _tackle(self, state: State, seat: Seat) -> Option | None:
        if _owns_ball(state, seat):
            return None
        tackles = (
            option
            for player, chip in outfield(state, seat)
            if chip.flipped is None
            for option in tackle_and_dribble.tackle_options(state, seat, player)
        )
        good = (o for o in tackles if (o.probability or 0) >= 0.35)
        return next((o for o in good if not makes_five(state, o)), None)

    def _run(self, state: State, seat: Seat) -> Option | None:
        """The nearest upright chip runs to the ball, or towards the goal when we have it."""
        attacking = _owns_ball(state, seat)
        goal = faces(seat) if attacking else place_of(state, state.ball) or faces(OTHER[seat])
        distance = state.setup.measure.boxes
        runners = sorted(
            (
                (distance(chip.at, goal), player.number, player, chip)
                for player, chip in outfield(state, seat)
                if chip.flipped is None and player.id != state.ball
            ),
            key=lambda runner: runner[:2],
        )
        for far, _, player, chip in runners:
            if far > 1 and (run := self._nearer(state, player, chip, goal, attacking)):
                return run
        return None

    def _nearer(
        self, state: State, player: Player, chip: Chip, goal: str, attacking: bool
    ) -> Option | None:
        distance = state.setup.measure.boxes
        start = place_of(state, state.ball) or chip.at
        runs = [
            o
            for o in movement.single_options(state, player, chip)
            if distance(o.data["to"], goal) < distance(chip.at, goal)
            and not (attacking and is_offside(state, player.seat, start, o.data["to"]))
            and not makes_five(state, o)
        ]
        return min(runs, key=lambda o: distance(o.data["to"], goal), default=None)

    def _close(self, state: State, seat: Seat) -> Draft | None:
        """The padlocks, after a chip has left a penalty area with too many in it."""
        return _draft_of(way_out(state, seat)) or self._place_padlocks(state, seat)

    def _name_interceptor(self, state: State) -> Draft | None:
        """The one farthest from the goal that he attacks."""
        named = list(pass_and_cross.interceptor_options(state))
        places = [place_of(state, o.data["player"]) or "Ga" for o in named]
        advances = [ADVANCE[o.data["player"][0]][p] for o, p in zip(named, places, strict=True)]
        least = min(advances)
        return _draft_of(
            self._any(o for o, adv in zip(named, advances, strict=True) if adv == least)
        )

    def _move_on(self, state: State) -> Draft | None:
        free = state.free_move
        chip = None if free is None else chip_of(state, free.player)
        if free is None or chip is None:
            return None
        moves = [o for o in movement.free_move_options(state) if not makes_five(state, o)]
        advances = [ADVANCE[free.by][o.data["to"] or chip.at] for o in moves]
        best = [o for o, adv in zip(moves, advances, strict=True) if adv == max(advances)]
        return _draft_of(self._any(best))

    def _reposition(self, state: State) -> Draft | None:
        if state.reposition is None:
            return None
        legal = [o for o in movement.reposition_options(state) if not makes_five(state, o)]
        moves = [o for o in legal if o.type != "RepositioningDone"]
        if moves and self._rng.random() < 0.6:
            return _draft_of(self._rng.choice(moves))
        return _draft("RepositioningDone", state.reposition.by)

    def _place_padlocks(self, state: State, seat: Seat) -> Draft | None:
        return _draft_of(next(padlocks.padlock_options(state, seat), None))

    def _draw(self, state: State, seat: Seat) -> Draft:
        if must_discard(state, seat):
            first = state.cards.of(seat).hand[0]
            return Draft(type="CardDiscarded", seat=seat, data={"card": first, "from": "hand"})
        drawn_ = self._piles[seat].pop(0) if self._piles else None
        return _draft("CardsDrawn", seat, deck=seat, cards=[drawn_])

    def _any(self, legal: Iterable[Option]) -> Option | None:
        known = list(legal)
        return self._rng.choice(known) if known else None


def _draft(type_: str, seat: Seat | None, **data: Any) -> Draft:
    return Draft(type=type_, seat=seat, data=data)


def _draft_of(option: Option | None) -> Draft | None:
    if option is None:
        return None
    return Draft(type=option.type, seat=option.seat, data=dict(option.data))


def _at_a_guess(state: State, option: Option) -> bool:
    """Whether it is not known what card that is, or the coaches would have to agree on it."""
    if option.more is not None:
        return True
    if option.type != "CardPlayed":
        return False
    return state.setup.cards[option.data["card"]].effect.kind == "free"


def _owns_ball(state: State, seat: Seat) -> bool:
    return state.ball is not None and state.ball[0] == seat


def _advance(state: State, seat: Seat, option: Option) -> int:
    place = place_of(state, option.data["receiver"])
    return 0 if place is None else ADVANCE[seat][place]
