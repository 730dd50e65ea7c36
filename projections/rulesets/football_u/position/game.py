"""A game of football at its start, in its windows and in overtime (The Season; Overtime)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec.structs import replace

from projections.rulesets.football_u.board.pieces import (
    SIDES,
    UNSEEN,
    WINDOW_PHASES,
    Seat,
    SeatOrOpponent,
    Side,
)
from projections.rulesets.football_u.position.dice import in_order
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import (
    NEITHER,
    NO_BONUS,
    NO_WINDOWS,
    NOTHING_PENDING,
    Game,
    Pending,
    State,
    Team,
)

ORANGE = "orange"


def player_of(game: Game, side: Side) -> SeatOrOpponent:
    """Who plays a side: a seat or an AI opponent."""
    return game.visitor if side == "visitor" else game.home


def team_of(state: State, game: Game, side: Side) -> Team | None:
    """The team that plays a side; None for an AI opponent."""
    return state.teams.get(player_of(game, side))


def ai_side(setup: Setup, game: Game) -> Side | None:
    """The side that an AI opponent plays."""
    if game.visitor not in setup.names:
        return "visitor"
    return "home" if game.home not in setup.names else None


def side_of(setup: Setup, game: Game, seat: Seat | None, side: Side | None) -> Side:
    """The side that an event is about: as recorded, else the seat's own, else the AI's."""
    if side is not None:
        return side
    if seat is not None and seat == game.visitor:
        return "visitor"
    if seat is not None and seat == game.home:
        return "home"
    return ai_side(setup, game) or "visitor"


def controllers(setup: Setup, visitor: SeatOrOpponent, home: SeatOrOpponent) -> dict[Side, Seat]:
    """The seats that act for the sides: an AI opponent's is left of the other team's."""
    first = setup.seats[0]
    return {
        "visitor": visitor if visitor in setup.names else setup.left.get(home, first),
        "home": home if home in setup.names else setup.left.get(visitor, first),
    }


def is_actor(setup: Setup, game: Game, side: Side, seat: Seat | None) -> bool:
    """Whether a seat acts for a side; for an AI opponent it need not be named."""
    ai = player_of(game, side) not in setup.names
    return seat == game.controller[side] or (ai and seat is None)


def pool_of(state: State, who: SeatOrOpponent) -> tuple[str, ...]:
    """The dice with which a side goes into a game."""
    if who in state.teams:
        return state.teams[who].dice
    opponent = state.setup.box.opponents.get(who)
    return in_order(state.setup, opponent.dice) if opponent else ()


def new_game(
    state: State,
    id_: str,
    kind: Literal["regular", "bowl", "final"],
    visitor: SeatOrOpponent,
    home: SeatOrOpponent,
) -> State:
    """The state at the start of a game."""
    game = Game(
        id=id_,
        kind=kind,
        visitor=visitor,
        home=home,
        controller=controllers(state.setup, visitor, home),
        pool={"visitor": pool_of(state, visitor), "home": pool_of(state, home)},
        ai_card=None,
        ai_used=False,
        ot=0,
        dice={},
        rolled=NEITHER,
        window=NO_WINDOWS,
        declared=(),
        pending=NOTHING_PENDING,
        text=(),
        bonus=NO_BONUS,
        assigned=NEITHER,
        regulation=None,
        stirred=False,
    )
    return entered(state, game, "game.start")


def begun(game: Game) -> bool:
    """Whether anything was done in a game; until then its teams may change."""
    return bool(game.ot or game.dice or game.declared or game.stirred)


def entered(state: State, game: Game, phase: str) -> State:
    """The state as the game enters a phase: where sides declare, windows open as they can."""
    when = WINDOW_PHASES.get(phase)
    if when is not None:
        window = {side: "open" if has_source(state, game, side, when) else "none" for side in SIDES}
        game = replace(game, window=window)
    return replace(state, phase=phase, game=game)


# --- windows (How a Game Is Played: HELMET, WHISTLE; Home Field Advantage) ---


def has_source(state: State, game: Game, side: Side, when: str) -> bool:
    """Whether a side has anything that it could declare; an unseen card may be it."""
    setup = state.setup
    after_whistle = when == "WHISTLE"
    if after_whistle and game.ot > 1 and setup.rulings["ot_whistle"] == "first":
        return False
    team = state.teams.get(game.visitor if side == "visitor" else game.home)
    if team is None:
        card = game.ai_card
        if card is None or game.ai_used:
            return False
        return card == UNSEEN or setup.when[1].get(card) == when
    if after_whistle and team.gameplans > 0:
        return True
    return _holds(setup, team, when)


def _holds(setup: Setup, team: Team, when: str) -> bool:
    if team.ready.get(when):
        return True
    for held in team.chemistry:
        if held is None or setup.chemistry_when.get(held) == when:
            return True
    ability = None if team.coach.used else setup.coach_side(team.coach).ability
    return ability is not None and setup.box.abilities[ability].when == when


def open_side(game: Game) -> Side | None:
    """The side that may declare: the first with an open window, the visitor first."""
    return next((side for side in SIDES if game.window[side] == "open"), None)


# --- overtime ---


def overtime_dice(state: State, who: SeatOrOpponent) -> tuple[str, ...]:
    """The dice of the first overtime roll: on the head coach card, or the AI's."""
    team = state.teams.get(who)
    setup = state.setup
    return setup.box.ai_overtime if team is None else setup.coach_side(team.coach).overtime


def orange_stock(state: State, game: Game) -> int:
    """Orange dice that may be added in overtime (ruling `orange_pool`)."""
    return orange_left(state, [overtime_dice(state, player_of(game, side)) for side in SIDES])


def orange_left(state: State, first: Iterable[Sequence[str]]) -> int:
    """Orange dice that are left beside those of both sides' first overtime roll."""
    dice = state.setup.box.dice.get(ORANGE)
    stock = dice.count if dice else 0
    for pool in first:
        stock -= pool.count(ORANGE)
    if state.setup.rulings["orange_pool"] == "minus-rosters":
        stock -= sum(t.dice.count(ORANGE) for t in state.teams.values())
    return max(0, stock)


def overtime_pool(state: State, who: SeatOrOpponent, number: int) -> tuple[str, ...]:
    """The dice of an overtime round, an orange one more in each after the first."""
    more = (ORANGE,) * (number - 1) if ORANGE in state.setup.order else ()
    return in_order(state.setup, (*overtime_dice(state, who), *more))


def overtime_round(state: State, game: Game, number: int) -> Game:
    """The game at the start of an overtime round: nothing of the roll before stays."""
    return replace(
        game,
        ot=number,
        pool={side: overtime_pool(state, player_of(game, side), number) for side in SIDES},
        dice={},
        rolled=NEITHER,
        window=NO_WINDOWS,
        declared=(),
        pending=Pending(),
        text=(),
        bonus=NO_BONUS,
        assigned=NEITHER,
    )
