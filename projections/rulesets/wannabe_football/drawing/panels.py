"""What does not lie on the pitch: the prompt, hands, decks, Multi Cards, the shoot-out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from projections.kit.drawing.scene import Card, Counter, Line, Needs, Panel
from projections.rulesets.wannabe_football.awaiting import Entry, due_words
from projections.rulesets.wannabe_football.board.zones import Team
from projections.rulesets.wannabe_football.drawing.card_faces import (
    SECTIONS,
    multi_card,
    player_card,
    turned_card,
)
from projections.rulesets.wannabe_football.setup import TEAMS, CardId, Seat, Setup
from projections.rulesets.wannabe_football.state import (
    HAND_LIMIT,
    Cards,
    Hand,
    Multi,
    PitchCard,
    Resolved,
    Shootout,
    State,
    fits,
)

_WHERE_CARDS_ARE_PLAYED = ("play", "continue", "bonus")


class Faces:
    """The cards of the box by their looks, drawn once for a game."""

    def __init__(self, setup: Setup) -> None:
        """Draws every card of the box."""
        self.held = {id_: player_card(card) for id_, card in setup.player_cards.items()}
        self.raised = {id_: replace(card, state=("raised",)) for id_, card in self.held.items()}
        self.turned = {id_: turned_card(card) for id_, card in setup.player_cards.items()}
        self.multi = {id_: multi_card(card) for id_, card in setup.multi_cards.items()}


def panels(state: State, entries: Sequence[Entry]) -> tuple[Panel, ...]:
    """The panels in reading order; `state` is what the viewer sees of it."""
    return tuple(_distinct(_all(state, state.setup.once(Faces), entries)))


def prompt(state: State, entries: Sequence[Entry]) -> str:
    """What the table waits for: `Ana plays a card or calls pass: the ball is in the far left`."""
    if not entries:
        return "The game is over"
    first = entries[0]
    due = _sentence(due_words(state))
    return due if first.get("deck") == "multi" else f"{due}: {first['why']}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _all(state: State, faces: Faces, entries: Sequence[Entry]) -> Iterator[Panel]:
    yield _prompt_panel(state, entries)
    for seat, hand in state.hands.items():
        yield _bar(state, seat, hand)
        yield _hand(state, faces, seat, hand)
    yield _pile("deck", "Player deck", _top_of("deck", state.deck, "green"), state.deck)
    laid = [_laid(state.setup, faces, entry) for entry in state.pitch]
    yield _row("pitch-cards", "On the pitch", laid)
    thrown = _faces(faces.held, state.discards, "discards", "green")
    yield _pile("discards", "Discarded", thrown, len(thrown))
    multi = state.multi
    yield _pile("multi", "Multi deck", _top_of("multi", multi.deck, "red"), multi.deck)
    yield _row("multi-last", "Last Multi Card", _last(faces, multi.last))
    for team in TEAMS:
        title = f"Goals of {state.setup.team_names[team]}"
        yield _row(f"kept-{team}", title, _kept(state, faces, team))
    used = _faces(faces.multi, _but_last(multi, multi.discards), "multi-used", "red")
    yield _pile("multi-used", "Used Multi Cards", used, len(multi.discards))
    if state.shootout is not None:
        yield _kicks(state.setup, state.shootout)


def _prompt_panel(state: State, entries: Sequence[Entry]) -> Panel:
    seats = tuple(dict.fromkeys(entry["seat"] for entry in entries if entry["seat"]))
    needs = None
    if entries and "probability" in entries[0]:
        needs = Needs(target=entries[0]["target"], chance=entries[0]["probability"])
    return Panel(
        id="prompt",
        kind="prompt",
        dock="table",
        title="What is awaited",
        seats=seats,
        text=prompt(state, entries),
        type=entries[0]["type"] if entries else None,
        needs=needs,
    )


def _bar(state: State, seat: Seat, hand: Hand) -> Panel:
    counters = [
        Counter(id=f"cards-{seat}", label="in hand", value=hand.count, of=HAND_LIMIT),
        Counter(id=f"yellow-{seat}", label="yellow", value=state.bookings[seat].yellows),
        Counter(id=f"red-{seat}", label="red", value=state.bookings[seat].reds),
    ]
    title = state.setup.names[seat]
    return Panel(
        id=f"bar-{seat}", kind="counters", dock="bar", seat=seat, title=title, items=tuple(counters)
    )


def _hand(state: State, faces: Faces, seat: Seat, hand: Hand) -> Panel:
    cards = [
        _held(state, faces, seat, card) if card else _unseen(f"hand-{seat}.{n}", "green")
        for n, card in enumerate(hand.cards)
    ]
    cards += [_referee_card(seat, "yellow", n) for n in range(hand.yellow)]
    cards += [_referee_card(seat, "red", n) for n in range(hand.red)]
    return Panel(
        id=f"hand-{seat}",
        kind="cards",
        layout="hand",
        dock="tray",
        seat=seat,
        title=f"Hand of {state.setup.names[seat]}",
        count=hand.count,
        limit=HAND_LIMIT,
        cards=tuple(cards),
    )


def _held(state: State, faces: Faces, seat: Seat, card: CardId) -> Card:
    plays = seat == state.turn.actor and state.turn.phase in _WHERE_CARDS_ARE_PLAYED
    if plays and fits(state, seat, card):
        shot_only = state.turn.phase == "bonus"
        if not shot_only or state.setup.kinds[card] == "shot":
            return faces.raised[card]
    return faces.held[card]


def _referee_card(seat: Seat, colour: str, number: int) -> Card:
    title = f"{colour.capitalize()} card"
    return Card(
        id=f"{colour}-card-{seat}.{number}", title=title, label=colour.capitalize(), tone=colour
    )


def _unseen(id_: str, tone: str) -> Card:
    return Card(id=id_, state=("unseen",), tone=tone)


def _top_of(id_: str, count: int, tone: str) -> list[Card]:
    return [_unseen(f"{id_}.top", tone)] if count else []


def _faces(looks: Mapping[CardId, Card], cards: Cards, where: str, tone: str) -> list[Card]:
    return [looks[card] if card else _unseen(f"{where}.{n}", tone) for n, card in enumerate(cards)]


def _pile(id_: str, title: str, cards: Sequence[Card], count: int) -> Panel:
    return Panel(
        id=id_,
        kind="cards",
        layout="pile",
        dock="table",
        title=title,
        count=count,
        cards=tuple(cards),
    )


def _row(id_: str, title: str, cards: Sequence[Card]) -> Panel:
    return Panel(
        id=id_,
        kind="cards",
        layout="row",
        dock="table",
        title=title,
        count=len(cards),
        cards=tuple(cards),
    )


def _laid(setup: Setup, faces: Faces, entry: PitchCard) -> Card:
    looks = faces.held if setup.team[entry.seat] == "1" else faces.turned
    return replace(looks[entry.card], seat=entry.seat)


def _last(faces: Faces, last: Resolved | None) -> list[Card]:
    if last is None:
        return []
    if last.card is None:
        return [_unseen("multi-last.0", "red")]
    section = "penalty" if last.check == "shootout" else last.check
    card = faces.multi[last.card]
    used = SECTIONS.index(section)
    return [
        replace(
            card,
            used=used if used < len(card.lines) else SECTIONS.index("shot"),
            state=("cancelled",) if last.cancelled else (),
        )
    ]


def _kept(state: State, faces: Faces, team: Team) -> list[Card]:
    seat = next(s for s, t in state.setup.team.items() if t == team)
    kept = _but_last(state.multi, state.multi.kept[team])
    cards = _faces(faces.multi, kept, f"kept-{team}", "red")
    return [replace(card, seat=seat) for card in cards]


def _but_last(multi: Multi, cards: Cards) -> Cards:
    """Multi Cards without the last one, which lies apart."""
    last = multi.last.card if multi.last else None
    return tuple(card for card in cards if card is None or card != last)


def _kicks(setup: Setup, shootout: Shootout) -> Panel:
    """The kicks of the shoot-out in order, a filled dot for a goal."""
    lines = [
        Line(
            id=f"kick-{number}",
            seat=kick.seat,
            text=f"{'●' if kick.goal else '○'} {setup.names[kick.seat]}",
            note="goal" if kick.goal else "miss",
        )
        for number, kick in enumerate(shootout.kicks, 1)
    ]
    score = " : ".join(str(shootout.score[team]) for team in TEAMS)
    return Panel(
        id="shootout", kind="list", dock="table", title=f"Shoot-out {score}", items=tuple(lines)
    )


def _distinct(panels: Iterable[Panel]) -> Iterator[Panel]:
    """Panels in which equal cards are numbered in their order: `P05`, `P05#2`."""
    seen: dict[str, int] = {}
    for panel in panels:
        cards = [_numbered(card, seen) for card in panel.cards]
        changed = any(new is not old for new, old in zip(cards, panel.cards, strict=True))
        yield replace(panel, cards=tuple(cards)) if changed else panel


def _numbered(card: Card, seen: dict[str, int]) -> Card:
    seen[card.id] = seen.get(card.id, 0) + 1
    times = seen[card.id]
    return card if times == 1 else replace(card, id=f"{card.id}#{times}")
