"""SAYS: an event as one sentence that a spectator understands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from events.event import Event
from projections.kit.common import CORRECTIONS, DeckShuffled, GameCreated, GameEnded, NoteAdded
from projections.kit.ruleset import Viewer
from projections.rulesets.football_u import actions as a
from projections.rulesets.football_u.board.pieces import LAST_WEEK, Die, Seat
from projections.rulesets.football_u.chapters.coming_next import DOING
from projections.rulesets.football_u.drawing.consequences import aftermath
from projections.rulesets.football_u.obeying.late_rolls import met
from projections.rulesets.football_u.position import prices, words
from projections.rulesets.football_u.position.abilities import use_of
from projections.rulesets.football_u.position.game import player_of, side_of
from projections.rulesets.football_u.position.roster import matching
from projections.rulesets.football_u.position.time_track import week
from projections.rulesets.football_u.preconditions import ACTIONS
from projections.rulesets.football_u.setup import Setup
from projections.rulesets.football_u.state import Game, State
from projections.rulesets.football_u.view import sees_coach, sees_hand

Say = Callable[[State, Event, State, Viewer], str]


def text(before: State | None, event: Event, after: State, viewer: Viewer) -> str:
    """The event as one sentence; nothing that the viewer may not know."""
    if before is None:
        return _created(event)
    say = _SAYS.get(event.type)
    if say is None:
        return "Something is recorded that this game does not know."
    if event.type in _OF_A_SEAT and event.seat not in before.teams:
        return f"{DOING[event.type]} is recorded, by nobody who plays here."
    said = words.capital(say(met(before, event), event, after, viewer))
    more = aftermath(before, after) if event.type not in _PLAIN else []
    return "; ".join([said, *more]).rstrip(".") + "."


_OF_A_SEAT = ACTIONS | {"PlayersMoved", "CoachRevealed"}
_PLAIN = frozenset({"NoteAdded", "TableAdjusted", "GameEnded"})
"""Events whose sentence says it all."""


def _created(event: Event) -> str:
    data: GameCreated = event.data
    names = words.listed(seated.name for seated in data.seats)
    return f"Football U: {names} take over their colleges."


def _team(state: State, seat: Seat | None) -> str:
    return "The table" if seat is None else state.setup.name(seat)


# --- cards ---


def _drawn(before: State, event: Event, _: State, viewer: Viewer) -> str:
    data: a.CardsDrawn = event.data
    team = _team(before, event.seat)
    if data.deck == "coach":
        return _coach_dealt(before, event, viewer, team)
    if data.deck == "chemistry":
        return _chemistry(before, event, viewer, team)
    if before.game is not None:
        return _ai_card(before, data)
    known = [before.setup.box.players[c] for c in data.cards if c in before.setup.box.players]
    best = max(known, key=lambda player: player.cost, default=None)
    star = f", {best.name} ({best.position}, {words.weeks(best.cost)}) the dearest" if best else ""
    return f"{len(data.cards)} players are dealt to the board{star}"


def _coach_dealt(before: State, event: Event, viewer: Viewer, team: str) -> str:
    cards = event.data.cards
    seen = event.seat in before.teams and sees_coach(before, viewer, event.seat or "")
    if not seen or not cards or cards[0] is None:
        return f"{team} are dealt a head coach, Joe Default side up"
    return f"{team} are dealt a head coach: Joe Default, with {_card(before, cards[0])} behind him"


def _card(state: State, card: str | None) -> str:
    return "a card nobody saw" if card is None else state.setup.card_name(card)


def _chemistry(before: State, event: Event, viewer: Viewer, team: str) -> str:
    cards = event.data.cards
    drawn = f"{team} draw {words.many(len(cards), 'chemistry card')}"
    if event.seat in before.teams and sees_hand(before, viewer, event.seat or "") and cards:
        return f"{drawn}: {words.listed(_card(before, card) for card in cards)}"
    return drawn


def _ai_card(before: State, data: a.CardsDrawn) -> str:
    game = before.game
    who = "the opponent"
    if game is not None:
        ai = game.visitor if game.visitor not in before.teams else game.home
        who = before.setup.name(ai)
    card = _card(before, data.cards[0] if data.cards else None)
    return f"{words.capital(card)} plays for {who}"


def _shuffled(_: State, event: Event, __: State, ___: Viewer) -> str:
    data: DeckShuffled = event.data
    known = data.deck if data.deck in ("player", "chemistry", "coach") else "other"
    return f"The {known} deck is shuffled"


def _revealed(before: State, event: Event, _: State, viewer: Viewer) -> str:
    data: a.CoachRevealed = event.data
    team = _team(before, event.seat)
    if data.coach is None or not sees_coach(before, viewer, event.seat or ""):
        return f"{team} look at the back of their coach card"
    return f"{team} have hired {before.setup.card_name(data.coach)}"


# --- offseason ---


def _recruited(before: State, event: Event, after: State, _: Viewer) -> str:
    data: a.PlayerRecruited = event.data
    seat, setup = event.seat or "", before.setup
    paid = prices.weeks_moved(before, event)
    space = prices.board_space(before, seat, data)
    home = space is not None and setup.space_region.get(space) == setup.region.get(seat)
    player = setup.player(data.card)
    who = f"{player.name} ({player.position})" if player else setup.card_name(data.card)
    alike = matching(setup, before.teams[seat], data.card) if player else 0
    were = "was" if alike == 1 else "were"
    matched = f": {alike} of his style {were} there" if alike else ""
    return (
        f"{_team(before, seat)} recruit {who} for {words.weeks(paid)}"
        f"{' in their home region' if home else ''} and stand at week {_week(after, seat)}{matched}"
    )


def _week(state: State, seat: Seat) -> int:
    return week(state.stacks, seat)


def _walkon(before: State, event: Event, after: State, _: Viewer) -> str:
    data: a.WalkOnAdded = event.data
    seat = event.seat or ""
    at, slot = _week(after, seat), words.slot(before.setup, data.slot)
    return f"{_team(before, seat)} send a walk-on to {slot} and stand at week {at}"


def _upgraded(before: State, event: Event, after: State, _: Viewer) -> str:
    data: a.PlayerUpgraded = event.data
    seat, setup = event.seat or "", before.setup
    player = setup.player(data.card)
    now = f": {words.dice(player.upgraded.dice)}" if player else ""
    return (
        f"{_team(before, seat)} upgrade {setup.card_name(data.card)}"
        f" and stand at week {_week(after, seat)}{now}"
    )


def _gameplan(before: State, event: Event, after: State, _: Viewer) -> str:
    seat = event.seat or ""
    gained = after.teams[seat].gameplans - before.teams[seat].gameplans
    held = after.teams[seat].gameplans
    return (
        f"{_team(before, seat)} take {words.many(max(gained, 0), 'gameplan')}, hold {held}"
        f" and stand at week {_week(after, seat)}"
    )


def _scouted(before: State, event: Event, _: State, __: Viewer) -> str:
    data: a.PlayerScouted = event.data
    player, space = _card(before, data.card), words.space(before.setup, data.space)
    return f"{_team(before, event.seat)} put {player} out in {space}"


def _passed(before: State, event: Event, _: State, __: Viewer) -> str:
    here = _week(before, event.seat or "")
    left = words.weeks(max(0, LAST_WEEK - here))
    return f"{_team(before, event.seat)} are done, {left} unspent"


def _moved(before: State, event: Event, _: State, __: Viewer) -> str:
    data: a.PlayersMoved = event.data
    setup = before.setup
    moves = words.listed(
        f"{setup.card_name(m.card)} to {words.slot(setup, m.slot)}" for m in data.moves
    )
    return f"{_team(before, event.seat)} move {moves}"


# --- a game of football ---


def _side(state: State, event: Event) -> tuple[Game, str] | None:
    """The game, and who plays the side that an event is about."""
    game = state.game
    if game is None:
        return None
    side = side_of(state.setup, game, event.seat, event.data.side)
    return game, state.setup.name(player_of(game, side))


def _ability(before: State, event: Event, _: State, __: Viewer) -> str:
    data: a.AbilityUsed = event.data
    use = use_of(before, event)
    card = before.setup.card_name(data.source.card)
    name = f": {use.ability.name}" if use.ability and use.ability.name != card else ""
    who = before.setup.name(use.who) if use.who else "Nobody"
    return f"{who} use {card}{name}{_targets(before, data)}"


def _targets(state: State, data: a.AbilityUsed) -> str:
    if not data.targets:
        return ""
    table = state.game.dice if state.game is not None else {}
    named = (
        words.die(state.setup, table[target])
        if target in table
        else words.an(f"{target} die")
        if target in state.setup.order
        else state.setup.card_name(target)
        for target in data.targets
    )
    return f" on {words.listed(named)}"


def _closed(before: State, event: Event, _: State, __: Viewer) -> str:
    found = _side(before, event)
    return f"{found[1] if found else 'They'} have nothing more to declare"


def _plans(before: State, event: Event, _: State, __: Viewer) -> str:
    data: a.GameplansSpent = event.data
    found = _side(before, event)
    if found is None:
        return "Gameplans are spent"
    game, name = found
    dice = words.listed(words.die(before.setup, game.dice.get(d)) for d in data.dice)
    return f"{name} spend {words.many(len(data.dice), 'gameplan')} to re-roll {dice}"


def _rolled(before: State, event: Event, _: State, __: Viewer) -> str:
    data: a.DiceRolled = event.data
    found = _side(before, event)
    if found is None:
        return "Dice are rolled"
    game, name = found
    setup = before.setup
    if any(rolled.die in game.dice for rolled in data.dice):
        fallen = (_fallen_again(setup, game, r) for r in data.dice)
        return f"{name} roll again: {words.listed(fallen)}"
    points = sum(setup.points.get(r.face, 0) for r in data.dice)
    xs = sum(setup.cancels.get(r.face, 0) for r in data.dice)
    overtime = f" in overtime {game.ot}" if game.ot else ""
    x_words = f" and {words.many(xs, 'X')}".replace("a X", "an X").replace("Xs", "X's")
    return f"{name} roll {words.points(points)}{x_words if xs else ''}{overtime}"


def _fallen_again(setup: Setup, game: Game, rolled: a.RolledDie) -> str:
    """A die that was rolled again or added, as it fell: "a red touchdown"."""
    die = game.dice.get(rolled.die)
    color = die.color if die is not None else rolled.die
    if color not in setup.kind:
        return "a die that is not on the table"
    return words.die(setup, Die("visitor", color, rolled.face))


def _assigned(before: State, event: Event, _: State, __: Viewer) -> str:
    data: a.XAssigned = event.data
    found = _side(before, event)
    if found is None:
        return "X's are matched"
    game, name = found
    setup = before.setup
    hit = [game.dice[die] for die in {pair.target: 0 for pair in data.assign} if die in game.dice]
    denied = words.points(sum(setup.points.get(die.face, 0) for die in hit))
    return f"{name} cancel {words.listed(words.die(setup, die) for die in hit)}: {denied} denied"


# --- the table ---


def _ruled(before: State, event: Event, _: State, __: Viewer) -> str:
    data: a.OutcomeRuled = event.data
    outcome, setup = data.outcome, before.setup
    match outcome.kind:
        case "game":
            return _given(before, outcome)
        case "bowl":
            teams = [setup.name(who) for who in (outcome.visitor, outcome.home) if who]
            return f"The table sends {words.listed(teams)} to the bowl game"
        case "order":
            order = words.listed(setup.name(seat) for seat in reversed(outcome.stack or ()))
            return f"The table stacks the tokens anew, from the top {order}"
        case "champion":
            winners = words.listed(setup.name(seat) for seat in outcome.winners or ())
            return f"The table gives the title to {winners if outcome.winners else 'nobody'}"
    return "The table says what the card did"


def _given(before: State, outcome: a.Outcome) -> str:
    """Whom the table gives a game."""
    name, now = before.setup.name, before.game
    seasons = [*(past.results for past in before.history), before.season.results]
    played = {result.game: result for results in seasons for result in results}
    game = now if now is not None and outcome.game in (None, now.id) else None
    found = game or played.get(outcome.game or "")
    if found is None or outcome.winner is None:
        return "The table gives somebody a game that was not played"
    winner = found.visitor if outcome.winner == "visitor" else found.home
    return f"The table gives {name(found.visitor)} at {name(found.home)} to {name(winner)}"


_PLACES = {
    "setup": "before the offseason",
    "offseason": "in the offseason",
    "season": "after the last game",
    "game": "before a game",
    "over": "at the end",
}


def _adjusted(_: State, __: Event, after: State, ___: Viewer) -> str:
    game = after.game
    if game is None:
        place = _PLACES[after.phase.partition(".")[0]]
        return f"The table is set: season {after.season.number}, {place}"
    setup = after.setup
    return (
        f"The table is set: season {after.season.number},"
        f" {setup.name(game.visitor)} at {setup.name(game.home)}"
    )


def _ended(before: State, event: Event, _: State, __: Viewer) -> str:
    data: GameEnded = event.data
    if data.winner is not None and data.winner not in before.teams:
        return "The game is said to end with a winner who does not play here; it goes on"
    won = f"; {before.setup.name(data.winner)} win" if data.winner else ""
    return f"The game ends: {words.end(data.reason)}{won}"


def _note(_: State, event: Event, __: State, ___: Viewer) -> str:
    data: NoteAdded = event.data
    return " ".join(data.text.split()) or "A note"


def _corrected(_: State, __: Event, ___: State, ____: Viewer) -> str:
    return "What was recorded is put right"


def _again(before: State, _: Event, __: State, ___: Viewer) -> str:
    return f"Another start is recorded in season {before.season.number}"


_SAYS: Mapping[str, Say] = {
    "GameCreated": _again,
    "CardsDrawn": _drawn,
    "DeckShuffled": _shuffled,
    "CoachRevealed": _revealed,
    "PlayerRecruited": _recruited,
    "WalkOnAdded": _walkon,
    "PlayerUpgraded": _upgraded,
    "GameplanTaken": _gameplan,
    "PlayerScouted": _scouted,
    "OffseasonPassed": _passed,
    "PlayersMoved": _moved,
    "AbilityUsed": _ability,
    "DeclarationsClosed": _closed,
    "GameplansSpent": _plans,
    "DiceRolled": _rolled,
    "XAssigned": _assigned,
    "OutcomeRuled": _ruled,
    "TableAdjusted": _adjusted,
    "GameEnded": _ended,
    "NoteAdded": _note,
    **dict.fromkeys(CORRECTIONS, _corrected),
}
