"""DRAWS: a state as a scene: the pitch with its moves, hands, decks and what is awaited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from projections.kit.ruleset import Viewer
from projections.kit.scene import (
    Badge,
    Board,
    Card,
    Counter,
    Item,
    Needs,
    Panel,
    Place,
    Scene,
    SceneSeat,
)
from projections.wannabe_football.awaiting import Entry, awaiting
from projections.wannabe_football.card_art import (
    SECTIONS,
    multi_card,
    player_card,
    turned_card,
)
from projections.wannabe_football.geometry import Team
from projections.wannabe_football.pitch_drawing import KEY, LINES, VIEW, goal, places, spot
from projections.wannabe_football.setup import RIVAL, TEAMS, CardId, Seat, Setup
from projections.wannabe_football.state import (
    HAND_LIMIT,
    Cards,
    Hand,
    Multi,
    PitchCard,
    Resolved,
    State,
    fits,
)
from projections.wannabe_football.text import score_line
from projections.wannabe_football.view import seen_by
from projections.wannabe_football.words import counted, listed, zone_words

MOVES_SHOWN = 3
"""So many of the last cards lie on the pitch as arrows."""

_WHERE_CARDS_ARE_PLAYED = ("play", "continue", "bonus")


class Drawings:
    """What is drawn once for a game: places, cards, lines; cards by their looks."""

    def __init__(self, setup: Setup) -> None:
        """Draws every card of the box."""
        self.places: Mapping[str, Place] = places(setup)
        self.held = {id_: player_card(card) for id_, card in setup.player_cards.items()}
        self.raised = {id_: replace(card, state=("raised",)) for id_, card in self.held.items()}
        self.turned = {id_: turned_card(card) for id_, card in setup.player_cards.items()}
        self.multi = {id_: multi_card(card) for id_, card in setup.multi_cards.items()}


def show(state: State, viewer: Viewer) -> Scene:
    """The whole drawing for a viewer."""
    known = seen_by(state, viewer)
    drawings = state.setup.once(Drawings)
    entries = awaiting(state)
    return Scene(
        ruleset="wannabe-football",
        title=f"{score_line(state.setup, state.score)}. {_turn(state)}{prompt(state, entries)}.",
        seats=_seats(state, entries),
        board=Board(
            key=KEY,
            view=VIEW,
            turnable=True,
            lines=LINES,
            places=drawings.places,
            items=_items(state),
        ),
        panels=tuple(_distinct(_panels(known, drawings, entries))),
    )


def prompt(state: State, entries: Sequence[Entry]) -> str:
    """What the table waits for, in words: `Ana plays a card or passes: the ball is at a2`."""
    if not entries:
        return "The game is over"
    first = entries[0]
    if first["seat"] is None:
        return _sentence(f"{_TO_DO[first['type']]}: {first['why']}")
    if first["type"] == "CardsDrawn" and first["deck"] == "player":
        drawers = [e for e in entries if e["type"] == "CardsDrawn"]
        draws = listed(
            f"{state.setup.names[e['seat']]} draws {counted(e['count'], 'card')}" for e in drawers
        )
        return f"{draws}: {first['why']}"
    does = " or ".join(_TO_DO[entry["type"]] for entry in entries)
    return f"{state.setup.names[first['seat']]} {does}: {first['why']}"


_TO_DO = {
    "KickOffDecided": "the coin is tossed",
    "CardsDrawn": "turns over a Multi Card",
    "CardPlayed": "plays a card",
    "PassCalled": "passes",
    "TurnEnded": "leaves it at that",
    "ShotTaken": "shoots without a card",
    "CardStolen": "takes a card",
    "CardsDiscarded": "discards",
    "OutcomeRuled": "somebody tells the outcome",
}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _turn(state: State) -> str:
    if state.turn.seat is None or state.turn.phase == "over":
        return ""
    extra = ", extra time" if state.deck == 0 else ""
    return f"Turn {state.turn.number}, {state.setup.names[state.turn.seat]}{extra}. "


def _seats(state: State, entries: Sequence[Entry]) -> tuple[SceneSeat, ...]:
    acting = {entry["seat"] for entry in entries}
    return tuple(_seat(state, seat, seat in acting) for seat in state.setup.seats)


def _seat(state: State, seat: Seat, turn: bool) -> SceneSeat:
    seated = state.setup.seated[seat]
    team = state.setup.team[seat]
    side = state.sides[seat]
    return SceneSeat(
        id=seat,
        name=seated.name,
        person=seated.person,
        slot=int(team),
        mark=state.setup.marks[seat],
        score=str(state.score[team]),
        side="near" if team == "1" else "far",
        turn=turn,
        note=side.capitalize() if side else None,
    )


def _items(state: State) -> dict[str, Item]:
    items: dict[str, Item] = {}
    latest = state.pitch[-MOVES_SHOWN:]
    for age, entry in enumerate(reversed(latest)):
        items.setdefault(f"way-{entry.card}", _way(state.setup, entry, age))
    ball = _ball(state)
    return items if ball is None else {**items, "ball": ball}


def _way(setup: Setup, entry: PitchCard, age: int) -> Item:
    card = setup.player_cards[entry.card]
    team = setup.team[entry.seat]
    start = setup.starts[entry.seat][card.id]
    tip = setup.tips[entry.seat][card.id]
    end = zone_words(tip, team) if tip else "goal"
    return Item(
        kind="line",
        title=f"{setup.names[entry.seat]}: {card.kind} from {zone_words(start, team)} to {end}",
        through=(start, tip or goal(RIVAL[team])),
        head=True,
        seat=entry.seat,
        offset=14,
        curve=0.3 if card.arrow == "curled" else None,
        dash=card.kind == "shot",
        icon="star" if card.star else None,
        fade=age,
    )


def _ball(state: State) -> Item | None:
    restart = state.restart
    at = spot(state.setup, restart) if restart else state.ball
    if at is None:
        return None
    badges: tuple[Badge, ...] = ()
    if restart is not None and not restart.shot_ok:
        badges = (Badge(text="×", corner="ne", shape="disc", title="no direct shot"),)
    return Item(kind="token", shape="ball", title="the ball", at=at, size=30, z=5, badges=badges)


def _panels(state: State, drawings: Drawings, entries: Sequence[Entry]) -> Iterator[Panel]:
    yield _prompt_panel(state, entries)
    for seat, hand in state.hands.items():
        yield _bar(state, seat, hand)
        yield _hand(state, drawings, seat, hand)
    yield _pile("deck", "Player deck", _top_of("deck", state.deck, "green"), state.deck)
    laid = [_laid(state.setup, drawings, entry) for entry in state.pitch]
    yield _row("pitch-cards", "On the pitch", laid)
    thrown = _faces(drawings.held, state.discards, "discards", "green")
    yield _pile("discards", "Discarded", thrown, len(thrown))
    multi = state.multi
    yield _pile("multi", "Multi deck", _top_of("multi", multi.deck, "red"), multi.deck)
    yield _row("multi-last", "Last Multi Card", _last(drawings, multi.last))
    for team in TEAMS:
        title = f"Goals of {state.setup.team_names[team]}"
        yield _row(f"kept-{team}", title, _kept(state, drawings, team))
    used = _faces(drawings.multi, _but_last(multi, multi.discards), "multi-used", "red")
    yield _pile("multi-used", "Used Multi Cards", used, len(multi.discards))


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
    if state.shootout is not None:
        team = state.setup.team[seat]
        kicks = state.shootout.score[team]
        counters.append(Counter(id=f"kicks-{seat}", label="shoot-out", value=kicks))
    title = state.setup.names[seat]
    return Panel(
        id=f"bar-{seat}", kind="counters", dock="bar", seat=seat, title=title, items=tuple(counters)
    )


def _hand(state: State, drawings: Drawings, seat: Seat, hand: Hand) -> Panel:
    cards = [
        _held(state, drawings, seat, card) if card else _unseen(f"hand-{seat}.{n}", "green")
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


def _held(state: State, drawings: Drawings, seat: Seat, card: CardId) -> Card:
    plays = seat == state.turn.actor and state.turn.phase in _WHERE_CARDS_ARE_PLAYED
    if plays and fits(state, seat, card):
        shot_only = state.turn.phase == "bonus"
        if not shot_only or state.setup.kinds[card] == "shot":
            return drawings.raised[card]
    return drawings.held[card]


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


def _laid(setup: Setup, drawings: Drawings, entry: PitchCard) -> Card:
    looks = drawings.held if setup.team[entry.seat] == "1" else drawings.turned
    return replace(looks[entry.card], seat=entry.seat)


def _last(drawings: Drawings, last: Resolved | None) -> list[Card]:
    if last is None:
        return []
    if last.card is None:
        return [_unseen("multi-last.0", "red")]
    section = "penalty" if last.check == "shootout" else last.check
    card = drawings.multi[last.card]
    used = SECTIONS.index(section)
    return [
        replace(
            card,
            used=used if used < len(card.lines) else SECTIONS.index("shot"),
            state=("cancelled",) if last.cancelled else (),
        )
    ]


def _kept(state: State, drawings: Drawings, team: Team) -> list[Card]:
    seat = next(s for s, t in state.setup.team.items() if t == team)
    kept = _but_last(state.multi, state.multi.kept[team])
    faces = _faces(drawings.multi, kept, f"kept-{team}", "red")
    return [replace(card, seat=seat) for card in faces]


def _but_last(multi: Multi, cards: Cards) -> Cards:
    """Multi Cards without the last one, which lies apart."""
    last = multi.last.card if multi.last else None
    return tuple(card for card in cards if card is None or card != last)


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
