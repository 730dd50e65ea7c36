"""What does not lie on the pitch: the prompt, counters, cards, effects and dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from projections.kit.drawing.scene import Card, Counter, Line, Needs, Panel, PanelDie, Roll
from projections.kit.ruleset import Viewer
from projections.rulesets.und1c1 import state as table
from projections.rulesets.und1c1.awaiting import Awaited
from projections.rulesets.und1c1.drawing.printed import Drawing
from projections.rulesets.und1c1.payloads.seats import OTHER, SEATS, Seat
from projections.rulesets.und1c1.position.hands import card_ids, sees_hand
from projections.rulesets.und1c1.position.sums import ONE_DIE, explained
from projections.rulesets.und1c1.position.words import (
    card_name,
    counted,
    player_name,
    score_line,
    side_name,
    summands,
)
from projections.rulesets.und1c1.state import State


def panels(state: State, viewer: Viewer, entries: Sequence[Awaited]) -> Iterator[Panel]:
    """Everything beside the pitch, as far as a viewer sees it."""
    yield _prompt(state, entries)
    for seat in SEATS:
        yield _bar(state, seat)
        yield from _belongings(state, viewer, seat)
    if state.effects:
        yield _effects(state)
    dice = _dice(state)
    if dice is not None:
        yield dice
    if state.setup.box.sample:
        line = Line(id="sample-box", text="Sample components: values made up")
        yield Panel(id="sample", kind="list", dock="table", title="Box", items=(line,))


def _prompt(state: State, entries: Sequence[Awaited]) -> Panel:
    texts = list(dict.fromkeys(entry.why for entry in entries))
    needs = None
    first = entries[0] if entries else None
    if first is not None and first.probability is not None:
        needs = Needs(target=first.target, chance=first.probability)
    types = {entry.type for entry in entries}
    return Panel(
        id="prompt",
        kind="prompt",
        dock="table",
        title="Awaited",
        seats=tuple(dict.fromkeys(entry.seat for entry in entries)),
        text="; ".join(texts) or f"The game is over: {score_line(state)}",
        type=types.pop() if len(types) == 1 else None,
        needs=needs,
    )


def _bar(state: State, seat: Seat) -> Panel:
    numbers, cards = state.setup.numbers, state.cards.of(seat)
    counters = []
    if state.turn.seat == seat:
        left = state.turn.actions_left
        most = max(left, numbers.actions)
        title = f"{left} of {numbers.actions} actions left"
        counters.append(
            Counter(id="actions", label="actions", value=left, of=most, shape="disc", title=title)
        )
        plays = max(0, numbers.cards - state.turn.cards_played.of(seat))
        title = f"{plays} of {numbers.cards} cards left to play"
        counters.append(
            Counter(id="plays", label="cards", value=plays, of=numbers.cards or None, title=title)
        )
    title = f"{counted(cards.pile, 'card')} left in the pile"
    counters.append(Counter(id=f"pile-{seat}", label="pile", value=cards.pile, title=title))
    rerolls = state.captains.of(seat).rerolls_left
    counters.append(
        Counter(
            id=f"rerolls-{seat}",
            label="re-rolls",
            value=rerolls,
            of=max(rerolls, numbers.rerolls) or None,
            shape="ring",
            title=f"{counted(rerolls, 'captain’s re-roll')} left",
        )
    )
    name = side_name(state, seat)
    return Panel(
        id=f"bar-{seat}", kind="counters", seat=seat, dock="bar", title=name, items=tuple(counters)
    )


def _belongings(state: State, viewer: Viewer, seat: Seat) -> Iterator[Panel]:
    cards, ids = state.cards.of(seat), card_ids(state, viewer, seat)
    seen = sees_hand(state, viewer, seat)
    hand: Sequence[str | None] = cards.hand if seen else (None,) * len(cards.hand)
    yield Panel(
        id=f"hand-{seat}",
        kind="cards",
        layout="hand",
        seat=seat,
        dock="tray",
        title="Hand",
        count=len(hand),
        limit=state.setup.numbers.hand,
        cards=_cards(state, ids["hand"], hand),
    )
    for zone, title, shown in (
        ("in_play", "In play", cards.in_play),
        ("discard", "Discard", cards.discard),
    ):
        if shown:
            yield Panel(
                id=f"{zone.replace('_', '-')}-{seat}",
                kind="cards",
                layout="row" if zone == "in_play" else "pile",
                seat=seat,
                dock="tray",
                title=title,
                count=len(shown),
                cards=_cards(state, ids[zone], shown),
            )


def _cards(state: State, ids: Sequence[str], cards: Sequence[str | None]) -> tuple[Card, ...]:
    faces = state.setup.once(Drawing).cards
    found = []
    for id_, card in zip(ids, cards, strict=True):
        if card is None:
            found.append(Card(id=id_, state=("unseen",)))
        elif card in faces:
            found.append(replace(faces[card], id=id_))
        else:
            found.append(Card(id=id_, title=card))
    return tuple(found)


def _effects(state: State) -> Panel:
    lines = []
    for number, entry in enumerate(state.effects, 1):
        on = f" on {player_name(state, entry.player)}" if entry.player else ""
        note = {"game": "stays", "turn": "this turn", "roll": "next roll"}[entry.lasts]
        text = f"{card_name(state, entry.card)}{on}"
        lines.append(Line(id=f"effect-{number}", text=text, seat=entry.seat, note=note))
    return Panel(id="effects", kind="list", dock="table", title="Effects", items=tuple(lines))


def _dice(state: State) -> Panel | None:
    """The roll that is awaited, or the one that has just been decided."""
    roll = state.roll
    last = state.reopen.state.roll if state.reopen is not None else None
    decided = last is not None and (roll is None or roll.draws > 0)
    roll = last if decided else roll
    if roll is None:
        return None
    first = roll.by or "a"
    order = (first,) if roll.kind in ONE_DIE else (first, OTHER[first])
    shown = state.reopen.state if decided and state.reopen is not None else state
    rolls = tuple(_roll(shown, roll, seat) for seat in order)
    title = "Kick-off" if roll.kind == "kickoff" else roll.kind.capitalize()
    return Panel(id="dice", kind="dice", dock="table", title=title, rolls=rolls)


def _roll(state: State, roll: table.Roll, seat: Seat) -> Roll:
    face = roll.rolls.of(seat)
    die = state.setup.dice[seat]
    added = roll.modifiers.of(seat)
    parts = summands(explained(state, roll, seat))
    needs = None
    if roll.kind in ONE_DIE and roll.target is not None:
        needs = Needs(target=roll.target - added)
    return Roll(
        id=f"roll-{seat}",
        seat=seat,
        label=f"{side_name(state, seat)}{': ' if parts else ''}{parts}",
        dice=(PanelDie(id=f"die-{die}", face=None if face is None else str(face), tone=die),),
        sum=str(face + added) if face is not None and added else None,
        needs=needs,
    )
