"""Counts what happens inside a game of football: rolls, declarations, X's."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from events.event import Event
from projections.kit.ruleset import Fact
from projections.rulesets.football_u.actions import AbilityUsed, DiceRolled
from projections.rulesets.football_u.board.pieces import SIDES, Die, Side
from projections.rulesets.football_u.obeying.games import pending_of
from projections.rulesets.football_u.position import dice
from projections.rulesets.football_u.position.abilities import use_of
from projections.rulesets.football_u.position.declarations import resolved
from projections.rulesets.football_u.position.game import player_of, side_of
from projections.rulesets.football_u.position.win_chances import side_wins, visitor_wins
from projections.rulesets.football_u.state import Declared, Game, Pending, Source, State

Facts = Iterator[Fact]


def of_event(state: State, event: Event, after: State) -> Facts:
    """The facts of what an event itself does to a game."""
    game, now = state.game, after.game
    if game is None or now is None or (now.id, now.ot) != (game.id, game.ot):
        return
    if state.phase == "game.helmet" and event.type == "AbilityUsed":
        yield from _helmet(state, event, after)
    if event.type == "DiceRolled" and now.dice != game.dice:
        yield from _roll(state, game, event, now)


def of_step(state: State, event: Event, after: State) -> Facts:
    """The facts of any step that an event leads through: declarations resolved, X's matched."""
    game, now = state.game, after.game
    if game is None or now is None or (now.id, now.ot) != (game.id, game.ot):
        return
    if state.phase == "game.whistle" and after.phase == "game.resolve":
        yield from _resolution(state, game)
    if state.phase == after.phase == "game.assign" and now.assigned != game.assigned:
        yield from _cancellations(state, game, now, event)


def odds(before: State, after: State) -> Facts:
    """The visitor's chance where an event moved it; what is decided is no chance any more."""
    then, game = before.game, after.game
    if then is None or game is None or game is then or then.id != game.id:
        return
    chance = visitor_wins(after)
    if any(game.rolled.values()) and chance != visitor_wins(before):
        sides = {"visitor": game.visitor, "home": game.home}
        yield Fact("odds", data={"game": game.id, **sides, "p_visitor": float(chance)})


def _who(state: State, game: Game, side: Side) -> tuple[str | None, str]:
    """(seat or None for an AI opponent, who plays the side)."""
    who = player_of(game, side)
    return (who if who in state.teams else None), who


# --- declarations ---


def _ability_fact(
    state: State, game: Game, side: Side, source: Source, ability: str, live: bool, dp: Fraction
) -> Fact:
    seat, who = _who(state, game, side)
    return Fact(
        "ability",
        seat,
        source.card,
        value=float(dp),
        data={
            "team": who,
            "game": game.id,
            "source": source.kind,
            "ability": ability,
            "live": live,
            "dp": float(dp),
        },
    )


def _helmet(state: State, event: Event, after: State) -> Facts:
    """A HELMET ability: what the changed pools did to the own chance."""
    data: AbilityUsed = event.data
    game, now = state.game, after.game
    use = use_of(state, event)
    if game is None or now is None or use.ability is None:
        return
    if now.stirred and use.available and use.ability.when == "HELMET":
        side = side_of(state.setup, game, event.seat, data.side)
        dp = side_wins(after, side) - side_wins(state, side)
        source = Source(data.source.kind, data.source.card)
        yield _ability_fact(state, game, side, source, use.ability.id, True, dp)


def _resolution(state: State, game: Game) -> Facts:
    """The declared items in their order: each is worth what it changes after those before it.

    Gameplans that were superseded are counted here; the others when their dice fall.
    """
    after = resolved(game)
    worth: dict[tuple[Side, Source], tuple[bool, Fraction]] = {}
    done: list[Declared] = []
    chance = _visitor(state, replace(game, declared=()))
    for item, verdict in zip(game.declared, after.declared, strict=True):
        change = Fraction(0)
        if verdict.live:
            done.append(item)
            then = _visitor(state, replace(game, declared=tuple(done)))
            change, chance = then - chance, then
        if item.source.kind == "gameplan":
            if not verdict.live and item.die in game.dice:
                yield _gameplan(state, game, item.side, game.dice[item.die], None, None, None)
            continue
        own = change if item.side == "visitor" else -change
        live, sum_ = worth.get((item.side, item.source), (False, Fraction(0)))
        worth[item.side, item.source] = (live or verdict.live, sum_ + own)
    for (side, source), (live, dp) in worth.items():
        yield _ability_fact(state, game, side, source, _ability_id(state, source), live, dp)


def _visitor(state: State, game: Game) -> Fraction:
    return visitor_wins(state, game)


def _ability_id(state: State, source: Source) -> str:
    """The ability on a card that was used in a game."""
    setup, card = state.setup, source.card or ""
    if source.kind == "chemistry":
        return setup.box.chemistry.get(card, "")
    if source.kind == "ai":
        return (setup.upgraded[card].ability if card in setup.upgraded else None) or ""
    for team in state.teams.values():
        if source.kind == "coach" and team.coach.card == card:
            return setup.coach_side(team.coach).ability or ""
        for stack in team.roster.values():
            for entry in stack:
                if entry.card == card:
                    return setup.card_side(entry).ability or ""
    return ""


def _gameplan(
    state: State,
    game: Game,
    side: Side,
    die: Die,
    after: str | None,
    gained: Fraction | None,
    dp: Fraction | None,
) -> Fact:
    """One token: `value` is what it changed in the end, `expected` its worth before the roll."""
    seat, _ = _who(state, game, side)
    sign = 1 if side == "visitor" else -1
    live = dp is not None
    return Fact(
        "gameplan",
        seat,
        value=float(sign * gained) if gained is not None else 0.0,
        expected=float(sign * dp) if dp is not None else 0.0,
        data={
            "game": game.id,
            "color": die.color,
            "before": die.face,
            "after": after,
            "live": live,
            "dp": float(sign * dp) if dp is not None else 0.0,
        },
    )


# --- rolls ---


def _roll(state: State, game: Game, event: Event, now: Game) -> Facts:
    data: DiceRolled = event.data
    side = side_of(state.setup, game, event.seat, data.side)
    again = state.phase == "game.resolve"
    if not again and game.ot == 0 and not any(game.rolled.values()):
        yield _kickoff(state, game)
    fallen = [
        (game.dice[r.die].color if again and r.die in game.dice else r.die, r.face)
        for r in data.dice
    ]
    stage = "reroll" if again else "ot" if game.ot else "roll"
    for color in dict.fromkeys(c for c, _ in fallen if c in state.setup.kind):
        yield _color(state, game, side, stage, color, [f for c, f in fallen if c == color])
    if again:
        yield from _gameplans(state, game, side, now)


def _kickoff(state: State, game: Game) -> Fact:
    chance = float(visitor_wins(state, game))
    return Fact(
        "kickoff",
        expected=chance,
        data={
            "game": game.id,
            "kind": game.kind,
            "visitor": game.visitor,
            "home": game.home,
            "p_visitor": chance,
            "pools": game.pool,
        },
    )


def _color(state: State, game: Game, side: Side, stage: str, color: str, faces: list[str]) -> Fact:
    setup = state.setup
    seat, who = _who(state, game, side)
    possible = setup.faces[color]
    shown = {
        "points": sum(setup.points.get(face, 0) for face in faces),
        "cancels": sum(setup.cancels.get(face, 0) for face in faces),
    }
    mean = {
        "points_expected": _mean([setup.points[face] for face in possible]) * len(faces),
        "cancels_expected": _mean([setup.cancels[face] for face in possible]) * len(faces),
    }
    return Fact(
        "roll",
        seat,
        value=shown["points"],
        expected=mean["points_expected"],
        data={
            "team": who,
            "game": game.id,
            "stage": stage,
            "color": color,
            "n": len(faces),
            **shown,
            **mean,
        },
    )


def _mean(values: list[int]) -> float:
    return sum(values) / len(values)


def _gameplans(state: State, game: Game, side: Side, now: Game) -> Facts:
    """The tokens whose dice a side rolls again, one die after the other."""
    tokens = {d.die: d.side for d in game.declared if d.live and d.source.kind == "gameplan"}
    for id_ in pending_of(game, side)[0]:
        old, new = game.dice[id_], now.dice.get(id_)
        if new is None:
            continue
        unrolled = _visitor(state, _with_die(game, id_, old))
        waiting = _visitor(state, game)
        rolled = _with_die(game, id_, new)
        if id_ in tokens:
            gained, dp = _visitor(state, rolled) - unrolled, waiting - unrolled
            yield _gameplan(state, game, tokens[id_], old, new.face, gained, dp)
        game = rolled


def _with_die(game: Game, id_: str, die: Die) -> Game:
    """The game with a die as named, no longer pending."""
    rerolls = tuple(d for d in game.pending.rerolls if d != id_)
    return replace(game, dice={**game.dice, id_: die}, pending=Pending(rerolls, game.pending.adds))


# --- X's ---


def _cancellations(state: State, game: Game, now: Game, event: Event) -> Facts:
    """Each X that hit, and whether a side denied as much as it could."""
    for side in SIDES:
        if now.assigned[side] == game.assigned[side]:
            continue
        seat, who = _who(state, game, side)
        denied = 0
        for id_, die in now.dice.items():
            if die.cancelled is not None and game.dice[id_].cancelled is None:
                points = state.setup.points.get(die.face, 0)
                denied += points
                yield Fact("cancel", seat, value=points, data=_hit(state, game, who, die, points))
        if event.type == "XAssigned":
            yield _assigned(state, game, side, denied)


def _hit(state: State, game: Game, who: str, die: Die, points: int) -> dict[str, Any]:
    x = game.dice.get(die.cancelled or "")
    return {
        "game": game.id,
        "team": who,
        "x": x.color if x is not None else None,
        "target": die.color,
        "points": points,
    }


def _assigned(state: State, game: Game, side: Side, denied: int) -> Fact:
    seat, who = _who(state, game, side)
    worth = dice.victims(state.setup, game, side)
    best = sum(worth[target] for _, target in dice.best_assignment(state.setup, game, side))
    data = {"game": game.id, "team": who, "denied": denied, "best": best}
    return Fact("assign", seat, value=denied, data=data)
