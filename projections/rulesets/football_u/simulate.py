"""PLAYS: simulated players act at random, but by the rules and not foolishly.

A recruit is likelier than a walk-on; abilities are used every other time; gameplans go to own
blanks; X's to the highest dice. The players know the order of the piles, the state does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from events.event import Draft
from projections.rulesets.football_u.awaiting import deal_size
from projections.rulesets.football_u.board.pieces import SIDES, WALKON, WINDOW_PHASES, Seat, Side
from projections.rulesets.football_u.chapters.ability_targets import targeted, targets_for
from projections.rulesets.football_u.chapters.offseason import (
    affordable,
    can_act,
    recruits,
    upgrades,
    walkon_slots,
)
from projections.rulesets.football_u.chapters.offseason_options import WEIGHTS
from projections.rulesets.football_u.chapters.offseason_options import targets_for as players_for
from projections.rulesets.football_u.chapters.setup import player_deck_cards
from projections.rulesets.football_u.obeying.games import pending_of
from projections.rulesets.football_u.position import dice, prices
from projections.rulesets.football_u.position.game import open_side, player_of, side_of
from projections.rulesets.football_u.position.roster import gameplan_supply
from projections.rulesets.football_u.position.time_track import active_team
from projections.rulesets.football_u.position.usable_abilities import Own, own_sources, side_sources
from projections.rulesets.football_u.state import Game, State

PASSING = 0.05
"""Weight of giving up the rest of the offseason."""

BLANK_PLANS = 2
"""Most gameplans that a side spends on a roll."""


def simulate(initial: State, rng: Random) -> Callable[[State], Draft | None]:
    """Seats the players: state -> what happens next, None when the game is over."""
    return _Table(initial, rng).next


class _Table:
    """The piles in their order, and what was already thought over in the open window."""

    def __init__(self, initial: State, rng: Random) -> None:
        self.rng = rng
        box = initial.setup.box
        self.coaches = self._shuffled(box.coaches)
        self.players = self._shuffled(box.players)
        self.chemistry = self._shuffled(box.chemistry)
        self.window: tuple[Any, ...] = ()
        self.thought_over: set[Any] = set()

    def _shuffled(self, cards: Iterable[str]) -> list[str]:
        pile = list(cards)
        self.rng.shuffle(pile)
        return pile

    def next(self, state: State) -> Draft | None:
        """The next event, as plain JSON data."""
        if state.game is not None:
            play = _PLAYS.get(state.phase)
            return play(self, state, state.game) if play else None
        act = _ACTS.get(state.phase)
        return act(self, state) if act else None

    # --- set-up and offseason ---

    def deal_coach(self, state: State) -> Draft:
        seat = next(seat for seat in state.setup.seats if seat not in state.dealt)
        return _draft("CardsDrawn", seat, deck="coach", cards=[self.coaches.pop()])

    def shuffle(self, state: State) -> Draft:
        self.players = self._shuffled(player_deck_cards(state))
        return _draft("DeckShuffled", None, deck="player")

    def deal(self, state: State) -> Draft:
        self._return_players(state)
        cards = [self.players.pop() for _ in range(deal_size(state))]
        return _draft("CardsDrawn", None, deck="player", cards=cards)

    def _return_players(self, state: State) -> None:
        """Cards that came back lie at the bottom of the player deck (the front of the list)."""
        deck = player_deck_cards(state)
        self.players = [c for c in deck if c not in self.players] + [
            c for c in self.players if c in deck
        ]

    def draw_chemistry(self, state: State) -> Draft:
        seat = next(seat for seat, debt in state.owed.items() if debt)
        held = {card for team in state.teams.values() for card in team.chemistry}
        deck = [card for card in state.setup.box.chemistry if card not in held]
        self.chemistry = [c for c in deck if c not in self.chemistry] + [
            c for c in self.chemistry if c in deck
        ]
        cards = [self.chemistry.pop() for _ in range(state.owed[seat])]
        return _draft("CardsDrawn", seat, deck="chemistry", cards=cards)

    def act(self, state: State) -> Draft | None:
        seat = active_team(state.stacks)
        if seat is None:
            return None
        choices: list[tuple[float, Draft]] = []
        choices += self._recruits(state, seat)
        choices += self._abilities(state, seat)
        choices += [
            (WEIGHTS["upgrade"], _draft("PlayerUpgraded", seat, card=card))
            for card, _ in upgrades(state, seat)
        ]
        choices += [
            (WEIGHTS["walkon"], _draft("WalkOnAdded", seat, slot=slot, place="top"))
            for slot in walkon_slots(state, seat)
        ]
        if gameplan_supply(state) > 0 and affordable(state, seat, prices.gameplan(state, seat)):
            choices.append((WEIGHTS["gameplan"], _draft("GameplanTaken", seat)))
        if state.setup.rulings["pass"] == "anytime" or not can_act(state, seat):
            choices.append((PASSING, _draft("OffseasonPassed", seat)))
        weights = [weight for weight, _ in choices]
        return self.rng.choices([draft for _, draft in choices], weights)[0]

    def _recruits(self, state: State, seat: Seat) -> list[tuple[float, Draft]]:
        return [
            (
                WEIGHTS["recruit"],
                _draft(
                    "PlayerRecruited", seat, card=card, slot=_slot(state, seat, card), place="top"
                ),
            )
            for card, _, _ in recruits(state, seat)
        ]

    def _abilities(self, state: State, seat: Seat) -> list[tuple[float, Draft]]:
        return [
            (
                WEIGHTS["ability"],
                _draft("AbilityUsed", seat, **own.used(self.rng.choice(aims))),
            )
            for own in own_sources(state.setup, seat, state.teams[seat], "OFFSEASON")
            if not _free_text(own) and (aims := players_for(state, seat, own.ability))
        ]

    # --- a game of football ---

    def draw_ai_card(self, state: State, game: Game) -> Draft:
        self._return_players(state)
        side: Side = "visitor" if game.visitor not in state.setup.names else "home"
        cards = [self.players.pop()]
        return _draft("CardsDrawn", game.controller[side], deck="player", cards=cards)

    def declare(self, state: State, game: Game) -> Draft | None:
        side = open_side(game)
        if side is None:
            return None
        window = (state.season.number, game.id, game.ot, state.phase, side)
        if window != self.window:
            self.window, self.thought_over = window, set()
            if state.phase == "game.whistle" and (plans := self._blanks(state, game, side)):
                return _of_side(state, game, side, "GameplansSpent", dice=plans)
        for own in side_sources(state, game, side, WINDOW_PHASES[state.phase]):
            used = self._use(state, game, side, own)
            if used is not None:
                return used
        return _of_side(state, game, side, "DeclarationsClosed")

    def _use(self, state: State, game: Game, side: Side, own: Own) -> Draft | None:
        forced = own.source.kind == "ai" and state.setup.rulings["ai_abilities"] == "must"
        if own.source in self.thought_over or _free_text(own):
            return None
        self.thought_over.add(own.source)
        if not forced and self.rng.random() < 0.5:
            return None
        effect = targeted(own.ability)
        aims = [()] if effect is None else targets_for(state, game, side, own.ability, effect)
        if not aims:
            return None
        return _of_side(state, game, side, "AbilityUsed", **own.used(self.rng.choice(aims)))

    def _blanks(self, state: State, game: Game, side: Side) -> list[str]:
        """Own dice that show nothing, as many as gameplans may be spent on."""
        team = state.teams.get(player_of(game, side))
        if team is None:
            return []
        points, cancels = state.setup.points, state.setup.cancels
        blank = [
            id_
            for id_, die in game.dice.items()
            if die.side == side and not (points.get(die.face) or cancels.get(die.face))
        ]
        return blank[: self.rng.randint(0, min(team.gameplans, BLANK_PLANS))]

    def roll(self, state: State, game: Game) -> Draft | None:
        for side in SIDES:
            if game.pool[side] and not game.rolled[side]:
                return self._fallen(state, game, side, [(c, c) for c in game.pool[side]])
        return None

    def roll_again(self, state: State, game: Game) -> Draft | None:
        for side in SIDES:
            rerolls, added = pending_of(game, side)
            if rerolls or added:
                again = [(id_, game.dice[id_].color) for id_ in rerolls]
                return self._fallen(state, game, side, again + [(c, c) for c in added])
        return None

    def _fallen(
        self, state: State, game: Game, side: Side, colored: list[tuple[str, str]]
    ) -> Draft:
        faces = state.setup.faces
        fallen = [{"die": die, "face": self.rng.choice(faces[color])} for die, color in colored]
        return _of_side(state, game, side, "DiceRolled", dice=fallen)

    def assign(self, state: State, game: Game) -> Draft | None:
        for side in SIDES:
            if dice.needs_assignment(state.setup, game, side):
                pairs = dice.best_assignment(state.setup, game, side)
                assign = [{"x": x, "target": target} for x, target in pairs]
                return _of_side(state, game, side, "XAssigned", assign=assign)
        return None


def _draft(type_: str, seat: Seat | None, **data: Any) -> Draft:
    return Draft(type=type_, seat=seat, data=data)


def _of_side(state: State, game: Game, side: Side, type_: str, **data: Any) -> Draft:
    """An event of a side by the seat that acts for it, which names it where it is not its own."""
    seat = game.controller[side]
    if side_of(state.setup, game, seat, None) != side:
        data["side"] = side
    return Draft(type=type_, seat=seat, data=data)


def _slot(state: State, seat: Seat, card: str) -> str:
    """The slot for a recruit: empty, else with a walk-on on top, else with the fewest cards."""
    setup, roster = state.setup, state.teams[seat].roster
    position = setup.position(card)

    def preference(slot: str) -> tuple[bool, bool, int]:
        stack = roster[slot]
        return bool(stack), not stack or stack[0].card != WALKON, len(stack)

    return min((slot for slot, taken in setup.slots.items() if position in taken), key=preference)


def _free_text(own: Own) -> bool:
    """Whether the table would have to say what an ability does."""
    return any(effect.op == "text" for effect in own.ability.effects)


_ACTS: Mapping[str, Callable[[_Table, State], Draft | None]] = {
    "setup.coaches": _Table.deal_coach,
    "offseason.shuffle": _Table.shuffle,
    "offseason.deal": _Table.deal,
    "offseason.actions": _Table.act,
    "offseason.draw": _Table.draw_chemistry,
}

_PLAYS: Mapping[str, Callable[[_Table, State, Game], Draft | None]] = {
    "game.ai-card": _Table.draw_ai_card,
    "game.helmet": _Table.declare,
    "game.roll": _Table.roll,
    "game.whistle": _Table.declare,
    "game.resolve": _Table.roll_again,
    "game.assign": _Table.assign,
}
