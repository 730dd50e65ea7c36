"""SAYS: an event as one sentence that a spectator understands."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from events.event import Event
from projections.kit.ruleset import Viewer
from projections.rulesets.und1c1.obeying.decided_rolls import Verdict, verdict_of
from projections.rulesets.und1c1.obeying.rolls import rerollable
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat, seated
from projections.rulesets.und1c1.position.chips import markers, place_of
from projections.rulesets.und1c1.position.hands import sees_hand
from projections.rulesets.und1c1.position.sums import explained
from projections.rulesets.und1c1.position.words import (
    card_name,
    counted,
    listed,
    number,
    place_name,
    player_name,
    score_line,
    side_name,
    signed,
    summands,
)
from projections.rulesets.und1c1.state import Roll, State


def text(before: State | None, event: Event, after: State, viewer: Viewer) -> str:
    """The event as a sentence, worded for what the viewer may know."""
    if before is None:
        return _created(after)
    if event.data is None or event.type not in _TELLS:
        return "Something that this game does not know."
    said = _TELLS[event.type](before, event, after, viewer)
    if after.status == "ended" and before.status == "playing" and event.type != "GameEnded":
        said += f" Full time: {score_line(after)}."
    return said


def _created(state: State) -> str:
    a, b = (f"{side_name(state, s)} ({state.setup.teams[s].name})" for s in ("a", "b"))
    return f"{a} against {b}, {state.setup.pile} cards each."


def _line_up(before: State, event: Event, after: State, viewer: Viewer) -> str:
    who = side_name(before, seated(event.seat) or event.data.players[0].player[0])
    return f"{who} lined up with {counted(len(event.data.players), 'player')}."


def _captain(before: State, event: Event, after: State, viewer: Viewer) -> str:
    who = side_name(before, seated(event.seat) or event.data.player[0])
    return f"{player_name(before, event.data.player)} wears the captain's ring of {who}."


def _dice(before: State, event: Event, after: State, viewer: Viewer) -> str:
    verdict = verdict_of(before, event)
    if verdict is not None:
        return told(verdict, after)
    faces = listed([f"{'an' if d.face in (8, 11, 18) else 'a'} {d.face}" for d in event.data.dice])
    roller = seated(event.seat) or before.setup.holder[event.data.dice[0].die]
    whose = side_name(before, roller) if len(event.data.dice) == 1 else "Both coaches"
    if before.roll is None or after.roll is before.roll:
        return f"{whose} rolled {faces}, which nobody waited for."
    waiting = " and ".join(side_name(after, s) for s in _still(after.roll))
    return f"{whose} rolled {faces}; {waiting} to answer."


def _still(roll: Roll | None) -> list[Seat]:
    return [] if roll is None else [s for s in ("a", "b") if roll.rolls.of(s) is None]


def _ruled(before: State, event: Event, after: State, viewer: Viewer) -> str:
    verdict = verdict_of(before, event)
    reason = f" ({event.data.reason})" if event.data.reason else ""
    if verdict is None:
        said = before.setup.names.get(event.data.outcome, event.data.outcome)
        return f"The table ruled {said!r} on nothing{reason}."
    if verdict.outcome == "void":
        return f"The table ruled the {verdict.roll.kind} void{reason}."
    return f"The table ruled{reason}: {told(verdict, after)}"


def told(verdict: Verdict, after: State) -> str:
    """What a roll decided, with its numbers."""
    return _TOLD[verdict.roll.kind](verdict, after)


def _scores(verdict: Verdict) -> str:
    """`8 against 7` with the acting coach's score first; empty when dice are missing."""
    roll = verdict.roll
    first, second = roll.rolls.of(verdict.by), roll.rolls.of(verdict.other)
    if first is None or second is None:
        return ""
    ours = first + roll.modifiers.of(verdict.by)
    theirs = second + roll.modifiers.of(verdict.other)
    if verdict.outcome == "draw":
        return f"Level at {ours}: both roll again."
    return f"{ours} against {theirs}: "


def _told_kickoff(verdict: Verdict, after: State) -> str:
    scores = _scores(verdict)
    if verdict.outcome == "draw":
        return scores
    return f"{scores}{side_name(after, after.turn.seat)} won the kick-off."


def _told_pass(verdict: Verdict, after: State) -> str:
    state, roll = verdict.state, verdict.roll
    receiver = player_name(state, roll.receiver)
    rolled = _rolled(verdict)
    if verdict.won:
        place = place_name(place_of(state, roll.receiver) or "")
        if roll.kind == "cross":
            return f"{rolled}{receiver} gets to the cross at {place}."
        return f"{rolled}{receiver} has it at {place}."
    if after.interception is not None:
        rivals = listed([player_name(state, p) for p in after.interception.candidates])
        coach = side_name(state, verdict.by)
        return f"{rolled}{rivals} are equally near, and {coach} decides."
    if after.ball is None:
        return f"{rolled}nobody is there to take it."
    return f"{rolled}{player_name(state, after.ball)} has it."


def _rolled(verdict: Verdict) -> str:
    """`A 5, six with playmaker +1: ` or `A 1 where 2 is needed: `."""
    roll = verdict.roll
    face = roll.rolls.of(verdict.by)
    if face is None:
        return ""
    article = "An" if face in (8, 11, 18) else "A"
    added = roll.modifiers.of(verdict.by)
    parts = summands(explained(verdict.state, roll, verdict.by)) or signed(added)
    score = f", {number(face + added)} with {parts}" if added else ""
    short = "" if verdict.won else f" where {roll.target} is needed"
    return f"{article} {face}{score}{short}: "


def _told_duel(verdict: Verdict, after: State) -> str:
    scores = _scores(verdict)
    if verdict.outcome == "draw":
        return scores
    state, roll = verdict.state, verdict.roll
    player, opponent = player_name(state, roll.player), player_name(state, roll.opponent)
    loser = roll.opponent if verdict.won else roll.player
    if roll.kind == "tackle":
        won = f"{player} takes the ball from {opponent}"
        lost = f"{opponent} keeps the ball from {player}"
    else:
        won = f"{player} dribbles past {opponent}"
        lost = f"{opponent} stops {player} and has the ball"
    chip = None if loser is None else after.chips.of(loser[0]).get(loser)
    until = f", who is flipped until turn {chip.flipped}" if chip and chip.flipped else ""
    if not verdict.won and roll.kind == "dribble":
        until = f"; {player} is flipped until turn {chip.flipped}" if chip and chip.flipped else ""
    return f"{scores}{won if verdict.won else lost}{until}."


def _told_shot(verdict: Verdict, after: State) -> str:
    scores = _scores(verdict)
    if verdict.outcome == "draw":
        return scores
    state, roll = verdict.state, verdict.roll
    if verdict.won:
        return f"{scores}goal, {player_name(state, roll.player)}! {score_line(after)}."
    if roll.opponent is None:
        return f"{scores}no goal."
    what = "header" if roll.kind == "header" else "shot"
    return f"{scores}{player_name(state, roll.opponent)} saves the {what}."


_TOLD: dict[str, Callable[[Verdict, State], str]] = {
    "kickoff": _told_kickoff,
    "pass": _told_pass,
    "cross": _told_pass,
    "tackle": _told_duel,
    "dribble": _told_duel,
    "shot": _told_shot,
    "header": _told_shot,
}


def _reroll(before: State, event: Event, after: State, viewer: Viewer) -> str:
    who = side_name(before, event.seat)
    seat = seated(event.seat)
    lying = None if seat is None else rerollable(before, seat)
    if seat is None or lying is None:
        return f"{who} had nothing to roll again."
    _, roll = lying
    face = roll.rolls.of(seat)
    left = counted(after.captains.of(seat).rerolls_left, "re-roll")
    return f"The captain of {who} takes back the {face} and rolls again; {left} left."


def _kick_off(before: State, event: Event, after: State, viewer: Viewer) -> str:
    data = event.data
    taker, receiver = player_name(before, data.taker), player_name(before, data.receiver)
    return f"{taker} kicks off from {data.at} to {receiver}."


def _move(before: State, event: Event, after: State, viewer: Viewer) -> str:
    data = event.data
    start = place_of(before, data.player)
    name = player_name(before, data.player)
    origin = f" from {place_name(start)}" if start else ""
    ball = " with the ball" if before.ball == data.player else ""
    extra = ", the extra movement of a tractor" if event.type == "TractorMoved" else ""
    return f"{name} moves{origin} to {data.to}{ball}{extra}{_removed(before, event, after)}."


def _group(before: State, event: Event, after: State, viewer: Viewer) -> str:
    moves = [f"{player_name(before, m.player)} to {m.to}" for m in event.data.moves]
    return f"A group moves: {listed(moves)}{_removed(before, event, after)}."


def _removed(before: State, event: Event, after: State) -> str:
    gone = before.padlocks.white is not None and after.padlocks.white is None
    return ", removing the white padlock" if gone else ""


def _pass(before: State, event: Event, after: State, viewer: Viewer) -> str:
    data = event.data
    passer, receiver = player_name(before, data.player), player_name(before, data.receiver)
    verb = "crosses" if event.type == "CrossAttempted" else "passes"
    roll = after.roll
    if roll is None or roll.by is None or roll.target is None:
        return f"{passer} {verb} to {receiver}."
    end = place_of(after, data.receiver) or ""
    marking = len(markers(after, roll.by, data.receiver, end)) if end else 0
    quadrants = counted(roll.target - marking, "quadrant")
    bonus = summands(explained(after, roll, roll.by))
    needs = f"needs {roll.target}" + (f" with {bonus}" if bonus else "")
    return f"{passer} {verb} to {receiver}, {needs}: {quadrants}, {counted(marking, 'marker')}."


def _duel(before: State, event: Event, after: State, viewer: Viewer) -> str:
    data = event.data
    player, opponent = player_name(before, data.player), player_name(before, data.opponent)
    verb = "tackles" if event.type == "TackleAttempted" else "takes on"
    at = f" at {place_name(place)}" if (place := place_of(before, data.opponent)) else ""
    return f"{player} {verb} {opponent}{at}{_added(after)}."


def _shot(before: State, event: Event, after: State, viewer: Viewer) -> str:
    player = player_name(before, event.data.player)
    place = place_of(before, event.data.player)
    if place is None:
        return f"{player} shoots."
    return f"{player} shoots from {place_name(place)}{_added(after)}."


def _added(state: State) -> str:
    """`: box +2, viper +1, against black paw +2`, from the roll that is awaited."""
    roll = state.roll
    if roll is None or roll.by is None:
        return ""
    ours = summands(explained(state, roll, roll.by))
    theirs = summands(explained(state, roll, OTHER[roll.by]))
    against = f"against {theirs}" if theirs else ""
    parts = ", ".join(part for part in (ours, against) if part)
    return f": {parts}" if parts else ""


def _interceptor(before: State, event: Event, after: State, viewer: Viewer) -> str:
    name = player_name(before, event.data.player)
    return f"The ball goes to {name}."


def _free_move(before: State, event: Event, after: State, viewer: Viewer) -> str:
    free = before.free_move
    if free is None:
        return "A free move that nobody has."
    name = player_name(before, free.player)
    return f"{name} stays." if event.data.to is None else f"{name} moves on to {event.data.to}."


def _repositioned(before: State, event: Event, after: State, viewer: Viewer) -> str:
    return f"{side_name(before, event.seat)} finished repositioning."


def _padlocks(before: State, event: Event, after: State, viewer: Viewer) -> str:
    data = event.data
    placed = [
        f"{at} ({colour})" for at, colour in ((data.white, "white"), (data.black, "black")) if at
    ]
    return f"Padlocks to {listed(placed)}." if placed else "No padlocks are placed."


def _card_played(before: State, event: Event, after: State, viewer: Viewer) -> str:
    data = event.data
    who = side_name(before, event.seat)
    on = f" on {player_name(before, data.player)}" if data.player else ""
    against = f" against {card_name(before, data.target)}" if data.target else ""
    card = before.setup.cards.get(data.card)
    meaning = f": {card.text}" if card is not None and card.text else "."
    return f"{who} played {card_name(before, data.card)}{on}{against}{meaning}"


def _card_discarded(before: State, event: Event, after: State, viewer: Viewer) -> str:
    source = "play" if event.data.source == "play" else "the hand"
    card = card_name(before, event.data.card)
    return f"{side_name(before, event.seat)} discarded {card} from {source}."


def _cards_drawn(before: State, event: Event, after: State, viewer: Viewer) -> str:
    data = event.data
    seat = seated(event.seat) or data.deck
    if sees_hand(after, viewer, seat) and None not in data.cards:
        what = listed([card_name(before, card) for card in data.cards])
    else:
        what = "a card" if len(data.cards) == 1 else f"{number(len(data.cards))} cards"
    begun = ""
    if after.turn.number > before.turn.number:
        begun = f" Turn {after.turn.number}: {side_name(after, after.turn.seat)}."
    return f"{side_name(before, seat)} drew {what}.{begun}"


def _shuffled(before: State, event: Event, after: State, viewer: Viewer) -> str:
    return f"The deck of {side_name(before, event.data.deck)} was shuffled."


def _adjusted(before: State, event: Event, after: State, viewer: Viewer) -> str:
    named = [
        name.replace("_", " ")
        for name in event.data.__struct_fields__
        if name != "clear" and getattr(event.data, name) is not UNSET
    ]
    cleared = "cleared and " if event.data.clear else ""
    return f"The table was {cleared}set anew: {listed(named) if named else 'nothing else'}."


def _note(before: State, event: Event, after: State, viewer: Viewer) -> str:
    return f"Note: {event.data.text.strip() or 'nothing'}"


def _ended(before: State, event: Event, after: State, viewer: Viewer) -> str:
    winner = after.result.winner if after.result is not None else None
    outcome = f"{side_name(after, winner)} won" if winner else "no winner"
    reason = event.data.reason
    how = {
        "concession": f"{side_name(before, event.seat)} conceded",
        "agreement": "The game ended by agreement",
        "time": "Time is up",
        "abandoned": "The game was abandoned",
    }[reason]
    return f"{how}: {score_line(after)}, {outcome}."


_TELLS: dict[str, Callable[[State, Event, State, Viewer], str]] = {
    "LineupPlaced": _line_up,
    "CaptainChosen": _captain,
    "DiceRolled": _dice,
    "OutcomeRuled": _ruled,
    "CaptainRerolled": _reroll,
    "KickOffTaken": _kick_off,
    "PlayerMoved": _move,
    "TractorMoved": _move,
    "GroupMoved": _group,
    "PassAttempted": _pass,
    "CrossAttempted": _pass,
    "TackleAttempted": _duel,
    "DribbleAttempted": _duel,
    "ShotAttempted": _shot,
    "InterceptorChosen": _interceptor,
    "FreeMoveTaken": _free_move,
    "RepositioningDone": _repositioned,
    "PadlocksPlaced": _padlocks,
    "CardPlayed": _card_played,
    "CardDiscarded": _card_discarded,
    "CardsDrawn": _cards_drawn,
    "DeckShuffled": _shuffled,
    "TableAdjusted": _adjusted,
    "NoteAdded": _note,
    "GameEnded": _ended,
}
