"""What the table waits for (the `awaiting` of the view)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projections.rulesets.football_u.board.pieces import LAST_WEEK, SIDES, UNSEEN, Side
from projections.rulesets.football_u.obeying.games import pending_of
from projections.rulesets.football_u.obeying.offseason import open_spaces
from projections.rulesets.football_u.position import words
from projections.rulesets.football_u.position.dice import needs_assignment, victims, x_dice
from projections.rulesets.football_u.position.game import open_side
from projections.rulesets.football_u.position.roster import player_deck
from projections.rulesets.football_u.position.time_track import active_team, week
from projections.rulesets.football_u.position.win_chances import side_wins
from projections.rulesets.football_u.state import Game, State

Awaited = dict[str, Any]

ACTIONS = ("WalkOnAdded", "PlayerUpgraded", "GameplanTaken", "AbilityUsed", "OffseasonPassed")


def awaiting(state: State) -> list[Awaited]:
    """The entries, the one to answer first in front; empty when the game is over."""
    find = _AWAITS.get(state.phase)
    return find(state) if find else []


def _coaches(state: State) -> list[Awaited]:
    return [
        _cards(seat, "coach", 1, f"{state.setup.names[seat]} are dealt a head coach")
        for seat in state.setup.seats
        if seat not in state.dealt
    ]


def _cards(seat: str | None, deck: str, target: int, why: str, **more: Any) -> Awaited:
    return {"seat": seat, "type": "CardsDrawn", "deck": deck, "target": target, "why": why, **more}


def _shuffle(_: State) -> list[Awaited]:
    why = "the player deck is shuffled"
    return [{"seat": None, "type": "DeckShuffled", "deck": "player", "why": why}]


def _deal(state: State) -> list[Awaited]:
    count = deal_size(state)
    return [_cards(None, "player", count, f"{count} players are dealt to the board")]


def deal_size(state: State) -> int:
    """How many cards are dealt to the board."""
    return max(0, min(len(open_spaces(state)), player_deck(state)))


def _actions(state: State) -> list[Awaited]:
    entries: list[Awaited] = []
    seat = active_team(state.stacks)
    if seat is not None:
        here = week(state.stacks, seat)
        entries.append(
            {
                "seat": seat,
                "type": "PlayerRecruited",
                "any_of": [*ACTIONS, "PlayerScouted"] if state.setup.solo else list(ACTIONS),
                "why": f"week {here}, {LAST_WEEK - here} left",
            }
        )
    return entries + [_text(state, text.seat, text.source.card) for text in state.text]


def _text(state: State, seat: str | None, card: str | None, **more: Any) -> Awaited:
    why = f"the table says what {state.setup.card_name(card or UNSEEN)} did"
    return {"seat": seat, "type": "OutcomeRuled", "why": why, **more}


def _draws(state: State) -> list[Awaited]:
    return [
        _cards(seat, "chemistry", debt, f"{state.setup.names[seat]} draw {debt} for chemistry")
        for seat, debt in state.owed.items()
        if debt
    ]


def _revealed(state: State) -> list[Awaited]:
    return [
        {"seat": seat, "type": "CoachRevealed", "why": f"{state.setup.names[seat]} have a new hire"}
        for seat in state.season.hired
        if state.teams[seat].coach.card is None
    ]


# --- a game of football ---


def _ai_card(state: State, game: Game) -> list[Awaited]:
    setup = state.setup
    side: Side = "visitor" if game.visitor not in setup.names else "home"
    who = setup.name(game.visitor if side == "visitor" else game.home)
    return [_cards(game.controller[side], "player", 1, f"a card for {who}", side=side)]


def _declarations(state: State, game: Game) -> list[Awaited]:
    side = open_side(game)
    if side is None:
        return _texts(state, game)
    whistle = state.phase == "game.whistle"
    return [
        {
            "seat": game.controller[side],
            "type": "DeclarationsClosed",
            "any_of": ["AbilityUsed", "GameplansSpent"] if whistle else ["AbilityUsed"],
            "side": side,
            "why": f"{_name(state, game, side)} may declare",
        }
    ]


def _name(state: State, game: Game, side: Side) -> str:
    return state.setup.name(game.visitor if side == "visitor" else game.home)


def _texts(state: State, game: Game) -> list[Awaited]:
    return [_text(state, game.controller[t.side], t.source.card, side=t.side) for t in game.text]


def _rolls(state: State, game: Game) -> list[Awaited]:
    return [
        _chance(state, game, side, "DiceRolled", f"roll {len(game.pool[side])} dice")
        for side in SIDES
        if game.pool[side] and not game.rolled[side]
    ]


def _chance(state: State, game: Game, side: Side, type_: str, what: str) -> Awaited:
    return {
        "seat": game.controller[side],
        "type": type_,
        "side": side,
        "why": f"{_name(state, game, side)} {what}",
        "probability": float(side_wins(state, side)),
    }


def _rerolls(state: State, game: Game) -> list[Awaited]:
    entries = []
    for side in SIDES:
        rerolls, added = pending_of(game, side)
        if rerolls or added:
            dice = [game.dice[id_].color for id_ in rerolls] + added
            what = f"roll again: {words.dice(dice)}" if rerolls else f"roll {words.dice(dice)}"
            entries.append(_chance(state, game, side, "DiceRolled", what))
    return entries + _texts(state, game)


def _assignments(state: State, game: Game) -> list[Awaited]:
    setup = state.setup
    return [
        _chance(
            state,
            game,
            side,
            "XAssigned",
            f"match their X's ({sum(x_dice(setup, game, side).values())}) with dice that score"
            f" ({len(victims(setup, game, side))})",
        )
        for side in SIDES
        if needs_assignment(setup, game, side)
    ]


def _in_game(find: Callable[[State, Game], list[Awaited]]) -> Callable[[State], list[Awaited]]:
    return lambda state: find(state, state.game) if state.game is not None else []


_AWAITS: Mapping[str, Callable[[State], list[Awaited]]] = {
    "setup.coaches": _coaches,
    "offseason.shuffle": _shuffle,
    "offseason.deal": _deal,
    "offseason.actions": _actions,
    "offseason.draw": _draws,
    "game.ai-card": _in_game(_ai_card),
    "game.helmet": _in_game(_declarations),
    "game.roll": _in_game(_rolls),
    "game.whistle": _in_game(_declarations),
    "game.resolve": _in_game(_rerolls),
    "game.assign": _in_game(_assignments),
    "season.coaches": _revealed,
}
