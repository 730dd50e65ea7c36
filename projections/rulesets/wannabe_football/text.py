"""SAYS: an event as one sentence that a spectator understands; nothing hidden is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import UNSET

from events.event import Event
from projections.kit.ruleset import ALL, Viewer
from projections.rulesets.wannabe_football.obeying.hands import brings_turn_card
from projections.rulesets.wannabe_football.position.odds import chance_of
from projections.rulesets.wannabe_football.position.words import (
    DOING,
    OUTCOMES,
    PARTS,
    RESTARTS,
    card_words,
    counted,
    listed,
    outcome_words,
    percent,
    zone_words,
)
from projections.rulesets.wannabe_football.setup import RIVAL, TEAMS, CardId, Seat, Setup
from projections.rulesets.wannabe_football.state import (
    HAND_LIMIT,
    MULTI_CHECKS,
    Discard,
    Exchange,
    Resolved,
    Restart,
    State,
    is_over,
)
from projections.rulesets.wannabe_football.table import is_seated


def text(before: State | None, event: Event, after: State, viewer: Viewer) -> str:
    """The sentence for an event, from the states around it."""
    if before is None:
        return _created(after.setup)
    told = _SENTENCES.get(event.type)
    if told is None:
        return "Something that this game does not have is recorded."
    if event.type not in _OF_NOBODY and not is_seated(after.setup, event):
        who = "somebody who does not sit at this table" if event.seat else "nobody"
        return f"{DOING[event.type]} is recorded of {who}, which changes nothing."
    return told(before, event, after, viewer) + _the_end(before, after)


def score_line(setup: Setup, score: Mapping[str, int]) -> str:
    """`Herons 2, Swifts 1`."""
    return ", ".join(f"{setup.team_names[team]} {score[team]}" for team in TEAMS)


def _created(setup: Setup) -> str:
    sides = [
        f"{setup.names[seat]} plays as {side.capitalize()}"
        for seat, side in setup.sides.items()
        if side
    ]
    teams = " against ".join(setup.team_names[team] for team in TEAMS)
    return f"{teams}: {listed(sides)}." if sides else f"{teams}."


def _the_end(before: State, after: State) -> str:
    """What ends the game, or takes it to the shoot-out."""
    if after.turn.phase == "shootout" and before.turn.phase not in ("shootout", "over"):
        return f" Level at {after.score['1']} all: the shoot-out decides."
    if after.result is None or after.turn.phase != "over" or before.turn.phase == "over":
        return ""
    winner = after.result.winner
    if winner is None:
        return f" The game ends without a winner: {score_line(after.setup, after.score)}."
    score = after.result.shootout or after.score
    how = " in the shoot-out" if after.result.shootout else ""
    team = after.setup.team_names[winner]
    wins = "win" if " and " in team else "wins"
    return f" Full time: {team} {wins} {score[winner]} to {score[RIVAL[winner]]}{how}."


_OF_NOBODY = frozenset(
    {"GameCreated", "EventAmended", "EventRetracted", "EventInserted", "NoteAdded"}
)
"""Whose sentence is the same whoever recorded it."""


def _name(state: State, event: Event) -> str:
    return state.setup.names[event.seat] if event.seat else "The table"


def _coin(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    starter = after.setup.names.get(event.data.starter)
    if starter is None or before.turn.phase != "setup":
        return "A coin is tossed, which decides nothing now."
    return f"The coin falls for {starter}, who kicks off."


def _drawn(before: State, event: Event, after: State, viewer: Viewer) -> str:
    if event.data.deck == "multi":
        return _multi(before, event, after)
    name = _name(after, event)
    cards = event.data.cards
    shown = _may_see(after, viewer, event.seat) and any(cards)
    what = _cards(after, cards) if shown else counted(len(cards), "card")
    pending = before.pending
    assert event.seat is not None
    if before.turn.phase == "setup":
        return f"{name} is dealt {what}."
    if before.turn.phase == "refill":
        if brings_turn_card(before, event.seat, len(cards)):
            return f"{name} refills and draws for the turn with {what}."
        short = before.hands[event.seat].count < HAND_LIMIT
        return f"{name} {'refills with' if short else 'draws'} {what}."
    if isinstance(pending, Exchange) and pending.seat == event.seat:
        also = " and for the turn" if brings_turn_card(before, event.seat, len(cards)) else ""
        return f"England's {name} draws {what} for those given up{also}."
    return f"{name} draws {what}.{_unseen_tackle(before, after)}"


def _may_see(state: State, viewer: Viewer, *seats: Seat | None) -> bool:
    return viewer == ALL or viewer in seats or is_over(state)


def _cards(state: State, cards: Sequence[CardId | None]) -> str:
    known = state.setup.player_cards
    said = [f"{c} ({card_words(known[c])})" if c in known else "a card unseen" for c in cards]
    return listed(said) or "nothing"


def _unseen_tackle(before: State, after: State) -> str:
    if before.whistle is None or after.whistle is before.whistle or after.pending is not None:
        return ""
    offender = after.setup.names[before.whistle.seat]
    return f" The tackle by {offender} went unseen."


def _multi(before: State, event: Event, after: State) -> str:
    name = _name(after, event)
    last = after.multi.last
    if last is not None and last is not before.multi.last:
        return _resolved(before, last, after)
    cards = event.data.cards
    if not cards:
        return f"{name} turns over no Multi Card."
    if not any(cards):
        return f"{name} turns over {counted(len(cards), 'Multi Card')} unseen."
    waits = isinstance(after.pending, MULTI_CHECKS) and after.pending.drawn
    told = "the first one is still to be told" if waits else "which decides nothing"
    return f"{name} turns over {listed(c or 'a Multi Card unseen' for c in cards)}, {told}."


def _resolved(before: State, last: Resolved, after: State) -> str:
    card = last.card or "The Multi Card"
    return f"{card}: {_READINGS[last.check](before, last, after)}"


def _star(before: State, last: Resolved, after: State) -> str:
    if last.outcome == "star":
        name = after.setup.names[after.turn.actor or last.seat]
        free = " or shoot without a card" if after.bonus_shot else ""
        return f"the star holds, {name} may play on{free}."
    if last.outcome == "faded":
        return f"the star fades, {_turn_of(after)}."
    return f"offside! {_restarts(after)}"


def _turn_of(state: State) -> str:
    if state.turn.phase == "discard" or state.turn.actor is None:
        return "the turn is over"
    return f"it is {state.setup.names[state.turn.actor]}'s turn"


def _restarts(state: State) -> str:
    restart = state.restart
    if restart is None:
        return ""
    spot = _spot_words(state, restart)
    return f"{_taker(state, restart)} takes {RESTARTS[restart.kind]}{spot}, {_shot_words(restart)}."


def _spot_words(state: State, restart: Restart) -> str:
    """Where a restart is taken, as its taker sees the pitch."""
    if restart.spot is None:
        return ""
    return f" in {zone_words(restart.spot, state.setup.team[restart.seat])}"


def _taker(state: State, restart: Restart) -> str:
    return state.setup.names[restart.seat]


def _shot_words(restart: Restart) -> str:
    return "a direct shot is allowed" if restart.shot_ok else "no direct shot"


def _out_of_bounds(before: State, after: State) -> str:
    """The second pass in a row, told once the turn is over."""
    restart = after.restart
    if restart is None or restart.kind != "out_of_bounds" or after.passes or not before.passes:
        return ""
    spot, shot = _spot_words(after, restart), _shot_words(restart)
    return f" The ball is out of bounds: {_taker(after, restart)} restarts{spot}, {shot}."


def _shot(_before: State, last: Resolved, after: State) -> str:
    name = after.setup.names[last.seat]
    kick = " from the spot" if last.check == "penalty" else ""
    if last.outcome == "goal":
        return f"goal for {name}{kick}! {score_line(after.setup, after.score)}."
    if last.outcome == "miss":
        return f"{name} misses the penalty. {_restarts(after)}"
    return f"{OUTCOMES[last.outcome]}{kick}. {_restarts(after)}"


def _whistle(before: State, last: Resolved, after: State) -> str:
    if last.outcome == "none":
        return "no foul, play goes on."
    if last.cancelled:
        return f"{OUTCOMES[last.outcome]}, but for France the first one does not count."
    said = f"a foul{_BOOKED.get(last.outcome, '')}"
    pending = after.pending
    if isinstance(pending, Discard):
        name = after.setup.names[pending.seat]
        return f"{said} for {name}, who must discard {counted(pending.count, 'card')}."
    if after.turn.phase == "penalty" and pending is not None:
        return f"{said}. {after.setup.names[pending.seat]} takes the penalty."
    return f"{said}. {_restarts(after)}"


_BOOKED = {"yellow": " and a yellow card", "red": " and a red card"}


def _kick(_before: State, last: Resolved, after: State) -> str:
    name = after.setup.names[last.seat]
    shootout = after.shootout
    score = f" {score_line(after.setup, shootout.score)}." if shootout else ""
    scored = "scores" if last.outcome == "goal" else "misses"
    return f"{name} {scored} in the shoot-out.{score}"


_READINGS: Mapping[str, Callable[[State, Resolved, State], str]] = {
    "star": _star,
    "shot": _shot,
    "penalty": _shot,
    "whistle": _whistle,
    "shootout": _kick,
}


def _played(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    setup = after.setup
    name = _name(after, event)
    card = setup.player_cards.get(event.data.card)
    if card is None or event.seat is None:
        return f"{name} plays {event.data.card}, a card that the box does not have."
    team = setup.team[event.seat]
    start = zone_words(setup.starts[event.seat][card.id], team)
    tip = setup.tips[event.seat][card.id]
    if tip is None:
        chance = percent(chance_of(after, "shot"))
        return f"{name} shoots from {start} ({card.id}), {chance} for a goal."
    does = f"plays a star {card.kind}" if card.star else _VERBS[card.kind]
    star = f", {percent(chance_of(after, 'star'))} for the star" if card.star else ""
    return f"{name} {does} from {start} to {zone_words(tip, team)} ({card.id}){star}."


_VERBS = {"pass": "passes", "dribble": "dribbles", "tackle": "tackles"}


def _passed(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    name = _name(after, event)
    if after.pass_run == before.pass_run:
        return f"{name} leaves it at that, {_turn_of(after)}."
    tackle, out = _unseen_tackle(before, after), _out_of_bounds(before, after)
    return f"{name} calls pass.{tackle}{out}"


def _turn_ended(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    name = _name(after, event)
    if after.turn is before.turn:
        return f"{name} says “your turn”."
    return f"{name} leaves it at that, {_turn_of(after)}."


def _spotted(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    name = _name(after, event)
    whistle = before.whistle
    if whistle is None:
        return f"{name} calls a whistle, but there is none to call."
    offender = after.setup.names[whistle.seat]
    chance = percent(chance_of(after, "whistle"))
    return (
        f"{name} has seen the whistle: {whistle.card} by {offender} was a tackle, {chance} a foul."
    )


def _discarded(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    name = _name(after, event)
    cards = event.data.cards
    named = [c for c in cards if c in after.setup.player_cards]
    referee = [f"the {c} card" for c in cards if c in ("yellow", "red")]
    unseen = len(cards) - len(named) - len(referee)
    hidden = [counted(unseen, "card") + " unseen"] if unseen else []
    what = listed([*named, *referee, *hidden]) or "nothing"
    pending = before.pending
    if isinstance(pending, Discard) and pending.foul is not None and after.restart is not None:
        return f"{name} discards {what}. {_restarts(after)}"
    return f"{name} discards {what}.{_out_of_bounds(before, after)}"


def _stolen(before: State, event: Event, after: State, viewer: Viewer) -> str:
    name = _name(after, event)
    victim = after.setup.names.get(event.data.victim)
    if victim is None:
        return f"{name} takes a card from somebody who does not sit at this table."
    taking = (event.seat, event.data.victim)
    shown = not after.setup.four or _may_see(after, viewer, *taking)
    card = event.data.card if shown and event.data.card else "a card"
    return f"{name} takes {card} from {victim}."


def _free_shot(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    name = _name(after, event)
    return f"{name} shoots without a card, {percent(chance_of(after, 'shot'))} for a goal."


def _exchanged(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    cards = listed(card or "a card unseen" for card in event.data.cards) or "nothing"
    return f"{_name(after, event)} gives up {cards} for new cards."


def _shuffled(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    return f"The {event.data.deck.capitalize()} Cards are shuffled."


def _ruled(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    last = after.multi.last
    if last is None or last is before.multi.last:
        return f"The table says {outcome_words(event.data.outcome)}, which changes nothing."
    return f"The table decides: {_READINGS[last.check](before, last, after)}"


def _adjusted(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    data = event.data
    parts = [PARTS[name] for name in data.__struct_fields__ if getattr(data, name) is not UNSET]
    return f"The table is set: {listed(parts) or 'as it was'}."


def _note(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    return f"Note: {event.data.text.strip()}".strip()


def _ended(before: State, event: Event, after: State, _viewer: Viewer) -> str:
    name = _name(after, event)
    return {
        "concession": f"{name if event.seat else 'Somebody'} concedes.",
        "agreement": "The game is ended by agreement.",
        "time": "Time is up.",
        "abandoned": "The game is abandoned.",
    }[event.data.reason]


def _said(words: str) -> Callable[[State, Event, State, Viewer], str]:
    return lambda *_: words


_SENTENCES: Mapping[str, Callable[[State, Event, State, Viewer], str]] = {
    "KickOffDecided": _coin,
    "CardsDrawn": _drawn,
    "CardPlayed": _played,
    "PassCalled": _passed,
    "TurnEnded": _turn_ended,
    "FoulSpotted": _spotted,
    "CardsDiscarded": _discarded,
    "CardStolen": _stolen,
    "ShotTaken": _free_shot,
    "CardsExchanged": _exchanged,
    "DeckShuffled": _shuffled,
    "OutcomeRuled": _ruled,
    "TableAdjusted": _adjusted,
    "NoteAdded": _note,
    "GameEnded": _ended,
    "DiceRolled": _said("Dice are rolled; this game has none."),
    "GameCreated": _said("The table is laid once more, which changes nothing."),
    "EventAmended": _said("What was recorded wrongly is put right."),
    "EventRetracted": _said("What did not happen is taken back."),
    "EventInserted": _said("What was forgotten is added."),
}
