"""Chapters "How a Game Is Played" (HELMET, WHISTLE, Gameplans) and "Player Abilities": checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from events.event import Event
from projections.kit.ruleset import Finding
from projections.rulesets.football_u.actions import AbilityUsed, DeclarationsClosed, GameplansSpent
from projections.rulesets.football_u.board.pieces import WALKON, WINDOW_PHASES, Seat, Side
from projections.rulesets.football_u.box.check import ON_DICE
from projections.rulesets.football_u.chapters.ability_targets import may_target, of_kind, targeted
from projections.rulesets.football_u.chapters.acting import check_active, check_actor, check_ai_must
from projections.rulesets.football_u.chapters.coming_next import coming
from projections.rulesets.football_u.components import Ability, Effect
from projections.rulesets.football_u.obeying.effects import side_meant
from projections.rulesets.football_u.position import dice, words
from projections.rulesets.football_u.position.abilities import use_of
from projections.rulesets.football_u.position.game import side_of, team_of
from projections.rulesets.football_u.position.roster import entry_of
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.state import Game, State

Findings = Iterator[Finding]


# --- AbilityUsed ---


def check_ability(state: State, event: Event) -> Findings:
    """Whose turn, whose card, which time, which targets."""
    data: AbilityUsed = event.data
    use = use_of(state, event)
    game = state.game
    if game is None:
        yield from check_active(state, event)
    else:
        side = side_of(state.setup, game, event.seat, data.side)
        yield from check_actor(game, side, event.seat, state)
        yield from _check_declaring(state, game, side)
    card, ability = state.setup.card_name(data.source.card), use.ability
    if not use.available:
        name = words.capital(state.setup.name(use.who))
        message = f"{name} do not have {card}: they use an ability of their own cards."
        yield RULES.illegal("ability.not-yours", message, None, card)
        return
    if ability is None:
        message = f"The side of {card} that shows has no ability: use another card."
        yield RULES.illegal("ability.none", message, None, card)
        return
    if use.used:
        time = "in this game" if data.source.kind == "ai" else "this season"
        message = f"{card} was used {time} already: an ability is used once."
        yield RULES.illegal("ability.used", words.capital(message), None, card)
    if not in_time(state, ability):
        when = TIMES[ability.when]
        message = f"{words.capital(card)} is used {when}. Now: {coming(state)}."
        yield RULES.illegal("ability.window", message, when, coming(state))
    elif game is None:
        yield from _check_players(state, use.who, ability, card, data.targets)
    else:
        yield from _check_dice(state, game, side, ability, card, data.targets)


TIMES = {
    "OFFSEASON": "in the offseason",
    "HELMET": "before a game's first roll",
    "WHISTLE": "after a game's first roll",
}
"""When the abilities with an icon are used."""


def in_time(state: State, ability: Ability) -> bool:
    """Whether it is the time that an ability's icon says."""
    if ability.when == "OFFSEASON":
        return state.game is None
    return WINDOW_PHASES.get(state.phase) == ability.when


def _check_declaring(state: State, game: Game, side: Side) -> Findings:
    """`declare.order`, and what the home side's declaring means for an AI visitor."""
    if state.phase not in WINDOW_PHASES:
        return
    if game.window[side] == "closed":
        name, home = (words.side_name(state.setup, game, s) for s in (side, "home"))
        message = f"{name} declare after they had nothing more to declare."
        if side == "visitor":
            message = f"{name} declare too late: the visiting team declares before {home}."
        yield RULES.illegal("declare.order", message, None, name)
    if side == "home":
        yield from check_ai_must(state, game, "visitor")


def _takes_any(ability: Ability) -> bool:
    return any(effect.op == "text" for effect in ability.effects)


def _bad_target(state: State, card: str, effect: Effect | None, targets: Sequence[str]) -> Finding:
    aim = aims_at(effect)
    got = words.listed(_target(state, target) for target in targets)
    message = f"{words.capital(card)} aims at {aim}, not at {got}."
    return RULES.illegal("ability.targets", message, aim, got)


def _target(state: State, target: str) -> str:
    """What an ability was aimed at: a die on the table, one of a colour, a card."""
    game = state.game
    if game is not None and target in game.dice:
        return words.whose_die(state.setup, game, target)
    if target in state.setup.kind:
        return words.an(f"{target} die")
    return state.setup.card_name(target)


def aims_at(effect: Effect | None) -> str:
    """What an effect takes as targets, in words: "up to two offense dice of their own"."""
    if effect is None:
        return "nothing"
    kind = "" if effect.kind == "any" else f"{effect.kind} "
    if effect.op == "free_upgrade":
        return f"one {kind}player of their own who is not upgraded"
    count = effect.count or 0
    most = words.NUMBERS.get(count, str(count))
    many = f"one {kind}die" if count == 1 else f"up to {most} {kind}dice"
    whose = {"own": " of their own", "opponent": " of the other side"}.get(effect.side or "", "")
    face = f" that can show “{effect.face}”" if effect.op == "set_face" else ""
    return f"{many}{whose}{face}"


def _check_players(
    state: State, seat: Seat, ability: Ability, card: str, targets: Sequence[str]
) -> Findings:
    """The targets of an OFFSEASON ability: one own base player, or none."""
    if _takes_any(ability):
        return
    effect = targeted(ability)
    good = [t for t in targets if effect and upgradable(state, seat, t, effect.kind)]
    if len(targets) != (0 if effect is None else 1) or len(good) != len(targets):
        yield _bad_target(state, card, effect, targets)


def upgradable(state: State, seat: Seat, card: str, kind: str | None) -> bool:
    """Whether a card is an own base player of the kind that an effect upgrades."""
    entry = entry_of(state.teams[seat], card)
    if entry is None or entry.up or card == WALKON:
        return False
    return kind == "any" or (kind == "offense") == state.setup.is_offensive(card)


def _check_dice(
    state: State, game: Game, side: Side, ability: Ability, card: str, targets: Sequence[str]
) -> Findings:
    """The targets of a HELMET or WHISTLE ability: colours of a pool, or dice on the table."""
    if _takes_any(ability):
        return
    effect = targeted(ability)
    if effect is None:
        if targets:
            yield _bad_target(state, card, None, targets)
        return
    if effect.op == "reroll":
        yield from _check_twice(state, game, targets)
    if not 1 <= len(targets) <= (effect.count or 0) or not _aimed(
        state, game, side, effect, targets
    ):
        yield _bad_target(state, card, effect, targets)


def _aimed(state: State, game: Game, side: Side, effect: Effect, targets: Sequence[str]) -> bool:
    """Whether every target is one that the effect may have."""
    if effect.op not in ON_DICE:
        return _in_pool(state, game, side, effect, targets)
    once = effect.op == "reroll" or len(set(targets)) == len(targets)
    return once and all(may_target(state, game, side, effect, die) for die in targets)


def _in_pool(state: State, game: Game, side: Side, effect: Effect, targets: Sequence[str]) -> bool:
    pool = game.pool[side_meant(effect, side)]
    held = dice.held(pool, targets, len(targets))
    return len(held) == len(targets) and all(of_kind(state, color, effect) for color in targets)


def _check_twice(state: State, game: Game, listed: Sequence[str]) -> Findings:
    """`reroll.twice`: a die named twice, or rolled again already in this roll."""
    counts = Counter(listed)
    for id_ in listed:
        die = game.dice.get(id_)
        if counts[id_] > 1 or (die is not None and die.rerolled):
            named = words.whose_die(state.setup, game, id_)
            message = f"{words.capital(named)} is re-rolled once only: name another die."
            yield RULES.illegal("reroll.twice", message, 1, named)
            return


# --- GameplansSpent ---


def check_gameplans(state: State, event: Event) -> Findings:
    """When, whose tokens, whose dice."""
    data: GameplansSpent = event.data
    game = state.game
    if game is None:
        return
    side = side_of(state.setup, game, event.seat, data.side)
    yield from check_actor(game, side, event.seat, state)
    yield from _check_declaring(state, game, side)
    name = words.side_name(state.setup, game, side)
    if state.phase != "game.whistle":
        message = f"Gameplans are spent after a game's first roll. Now: {coming(state)}."
        yield RULES.illegal("gameplan.window", message, TIMES["WHISTLE"], coming(state))
    team = team_of(state, game, side)
    if team is None:
        message = f"{name} have no gameplans: only teams that are played by people do."
        yield RULES.illegal("gameplan.ai", message, 0, len(data.dice))
    elif len(data.dice) > team.gameplans:
        held = words.many(team.gameplans, "gameplan") if team.gameplans else "no gameplan"
        message = f"{name} re-roll {len(data.dice)} dice, but have {held}: one is spent for each."
        yield RULES.illegal("gameplan.tokens", message, team.gameplans, len(data.dice))
    foreign = next((d for d in data.dice if not may_reroll(state, game, side, d)), None)
    if foreign is not None:
        die = words.whose_die(state.setup, game, foreign)
        message = f"{name} cannot re-roll {die}: a gameplan re-rolls a die of their own."
        if state.setup.rulings["gameplan_dice"] != "own":
            message = f"{name} re-roll {die}: name one that is there."
        yield RULES.illegal("gameplan.die", message, name, die)
    yield from _check_twice(state, game, data.dice)


def may_reroll(state: State, game: Game, side: Side, id_: str) -> bool:
    """Whether a side's gameplan may aim at a die (ruling `gameplan_dice`)."""
    die = game.dice.get(id_)
    own_only = state.setup.rulings["gameplan_dice"] == "own"
    return die is not None and (die.side == side or not own_only)


# --- DeclarationsClosed ---


def check_closing(state: State, event: Event) -> Findings:
    """What is closed is open, and the visitor's turn comes first."""
    data: DeclarationsClosed = event.data
    game = state.game
    if game is None:
        return
    side = side_of(state.setup, game, event.seat, data.side)
    yield from check_actor(game, side, event.seat, state)
    name = words.side_name(state.setup, game, side)
    if game.window[side] != "open":
        message = f"{name} have nothing to close: they can declare nothing any more."
        yield RULES.illegal("declare.closed", message, None, name)
        return
    if side == "home" and game.window["visitor"] == "open":
        visitor = words.side_name(state.setup, game, "visitor")
        message = f"{name} close before {visitor}, the visiting team, which declares first."
        yield RULES.illegal("declare.order", message, visitor, name)
        yield from check_ai_must(state, game, "visitor")
    yield from check_ai_must(state, game, side)
