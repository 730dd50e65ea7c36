"""Obeys the events of a game of football: declarations, rolls, X's, the AI's card."""

from __future__ import annotations

from msgspec.structs import replace

from events.event import Event
from projections.rulesets.football_u.actions import (
    AbilityUsed,
    CardsDrawn,
    DeclarationsClosed,
    DiceRolled,
    GameplansSpent,
    RolledDie,
    XAssigned,
)
from projections.rulesets.football_u.board.pieces import UNSEEN, WINDOW_PHASES, Die, Side
from projections.rulesets.football_u.obeying import effects
from projections.rulesets.football_u.obeying.automatic_steps import assigned
from projections.rulesets.football_u.obeying.late_rolls import answering
from projections.rulesets.football_u.position.abilities import declared_source, marked, use_of
from projections.rulesets.football_u.position.declarations import declare
from projections.rulesets.football_u.position.dice import needs_assignment, next_id
from projections.rulesets.football_u.position.game import (
    entered,
    orange_left,
    overtime_dice,
    side_of,
    team_of,
)
from projections.rulesets.football_u.position.roster import taken_up, with_team
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import (
    NOTHING_PENDING,
    Declared,
    Game,
    Kickoff,
    Pending,
    Source,
    State,
    Window,
)

GAMEPLAN = Source("gameplan")


def with_game(state: State, game: Game) -> State:
    """The state with the game replaced, begun by now."""
    season = state.season
    if not season.kicked_off:
        season = replace(season, kicked_off=True)
    return replace(state, game=game, season=season, closing=None)


def ai_card_drawn(state: State, event: Event) -> State:
    """The card whose abilities serve the AI opponent."""
    data: CardsDrawn = event.data
    card = data.cards[0] if data.cards else None
    state = taken_up(state, card)
    game = state.game
    if game is None:
        return state
    game = replace(game, ai_card=UNSEEN if card is None else card)
    return entered(with_game(state, game), game, "game.helmet")


# --- declarations ---


def ability_used(state: State, event: Event) -> State:
    """The card is marked; in its window the ability takes effect or is declared."""
    data: AbilityUsed = event.data
    use = use_of(state, event)
    state = marked(state, use, data.source)
    ability, source = use.ability, declared_source(data.source)
    game = state.game
    if game is None:
        if use.available and ability is not None and ability.when == "OFFSEASON":
            return effects.in_offseason(state, use.who, ability, source, data.targets)
        return state
    side = side_of(state.setup, game, event.seat, data.side)
    if use.available and ability is not None and WINDOW_PHASES.get(state.phase) == ability.when:
        if ability.when == "HELMET":
            game = effects.helmet(state.setup, game, side, ability, source, data.targets)
        else:
            game = effects.whistle(game, side, ability, source, data.targets)
    return with_game(state, overtaking(state, game, side))


def overtaking(state: State, game: Game, side: Side) -> Game:
    """When the home side has declared, the visitor has passed (Home Field Advantage)."""
    if side == "visitor" or state.phase not in WINDOW_PHASES:
        return game
    if game.window["visitor"] == "closed":
        return game
    return replace(game, window={**game.window, "visitor": "closed"})


def declarations_closed(state: State, event: Event) -> State:
    """The side's window is closed, and with the home side's the visitor's; else nothing changes."""
    data: DeclarationsClosed = event.data
    game = state.game
    if game is None:
        return state
    side = side_of(state.setup, game, event.seat, data.side)
    if game.window[side] == "open":
        window: dict[Side, Window] = {**game.window, side: "closed"}
        if side == "home" and window["visitor"] == "open":
            window["visitor"] = "closed"
        game = replace(game, window=window)
    return with_game(state, game)


def gameplans_spent(state: State, event: Event) -> State:
    """The tokens are gone; after the roll each declares a re-roll."""
    data: GameplansSpent = event.data
    game = state.game
    if game is None:
        return state
    side = side_of(state.setup, game, event.seat, data.side)
    team = team_of(state, game, side)
    if team is not None:
        left = max(0, team.gameplans - len(data.dice))
        who = game.visitor if side == "visitor" else game.home
        state = with_team(state, who, replace(team, gameplans=left))
    if state.phase == "game.whistle":
        there = (die for die in data.dice if die in game.dice)
        game = declare(game, *(Declared(side, GAMEPLAN, "reroll", die=die) for die in there))
    return with_game(state, overtaking(state, game, side))


# --- rolls ---


def dice_rolled(state: State, event: Event) -> State:
    """The dice of a side's pool, or of its re-rolls and added dice."""
    data: DiceRolled = event.data
    state, game = answering(state, event)
    if game is None:
        return state
    side = side_of(state.setup, game, event.seat, data.side)
    if state.phase == "game.roll":
        return _first_roll(state, game, side, data.dice)
    return with_game(state, _answered(state.setup, game, side, data.dice))


def _first_roll(state: State, game: Game, side: Side, fallen: tuple[RolledDie, ...]) -> State:
    on_table = _of_other(game, side) if game.rolled[side] else {**game.dice}
    on_table.update(zip(state.setup.die_ids[side], _dice(state.setup, side, fallen), strict=False))
    first = game.ot == 0 and not (game.rolled["visitor"] or game.rolled["home"])
    rolled = {**game.rolled, side: True}
    # Nothing waits to be rolled again before this roll; a set position may say so of dice that go.
    after = replace(game, dice=on_table, rolled=rolled, pending=NOTHING_PENDING)
    state = with_game(state, after)
    return _with_kickoff(state, game) if first else state


def _dice(setup: Setup, side: Side, fallen: tuple[RolledDie, ...]) -> list[Die]:
    """The dice as they fell; what is no colour of the box is skipped."""
    known = setup.fallen[side]
    try:
        return [known[rolled.die][rolled.face] for rolled in fallen]
    except KeyError:
        return [Die(side, r.die, r.face) for r in fallen if r.die in known]


def _of_other(game: Game, side: Side) -> dict[str, Die]:
    return {id_: die for id_, die in game.dice.items() if die.side != side}


def _with_kickoff(state: State, game: Game) -> State:
    visitor, home = overtime_dice(state, game.visitor), overtime_dice(state, game.home)
    overtime: dict[Side, tuple[str, ...]] = {"visitor": visitor, "home": home}
    orange = orange_left(state, (visitor, home))
    kickoff = Kickoff(game.id, game.visitor, game.home, game.pool, game.bonus, overtime, orange)
    others = [k for k in state.kickoffs if k.game != game.id]
    return replace(state, kickoffs=(*others, kickoff))


def pending_of(game: Game, side: Side) -> tuple[list[str], list[str]]:
    """(dice to roll again, colours of added dice) that a side is still to roll."""
    rerolls = [die for die in game.pending.rerolls if game.dice[die].side == side]
    return rerolls, [added.color for added in game.pending.adds if added.side == side]


def _answered(setup: Setup, game: Game, side: Side, fallen: tuple[RolledDie, ...]) -> Game:
    """All that a side had pending is answered; where nothing was, nothing changes."""
    if not any(pending_of(game, side)):
        return game
    for rolled in fallen:
        die = game.dice.get(rolled.die)
        if die is not None:
            after = replace(die, face=rolled.face, rerolled=True)
            game = replace(game, dice={**game.dice, rolled.die: after})
        elif rolled.die in setup.kind:
            added = Die(side, rolled.die, rolled.face)
            game = replace(game, dice={**game.dice, next_id(game, side): added})
    pending = game.pending
    return replace(
        game,
        pending=Pending(
            tuple(die for die in pending.rerolls if game.dice[die].side != side),
            tuple(added for added in pending.adds if added.side != side),
        ),
    )


# --- X's ---


def x_assigned(state: State, event: Event) -> State:
    """Each target is cancelled by the first X named for it; the side is done."""
    data: XAssigned = event.data
    state, game = answering(state, event)
    if game is None:
        return state
    side = side_of(state.setup, game, event.seat, data.side)
    if needs_assignment(state.setup, game, side):
        game = assigned(state.setup, game, side, [(pair.x, pair.target) for pair in data.assign])
    return with_game(state, game)
