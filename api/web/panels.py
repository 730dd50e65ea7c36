"""A scene's panels as HTML: what does not lie on a board. panels.js draws the same elements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from projections.kit.drawing import svg as boards
from projections.kit.drawing.markup import Markup, html, join, svg
from projections.kit.drawing.outlines import kit, percent, printed, seat_mark
from projections.kit.drawing.pieces import die_body
from projections.kit.drawing.scene import Card, Counter, Needs, Panel, PanelDie, Scene, SceneSeat
from projections.kit.drawing.track import track

SPOTS = ("dice", "prompt")
"""Ids or kinds of panels that a page has a spot of its own for, unless they belong on the stage."""


def docks(
    scene: Scene, *, turned: bool = False, spots: Collection[str] = SPOTS
) -> Mapping[str, Markup]:
    """Everything that a scene shows, by the dock or spot of the page where it stands."""
    turned = turned and bool(scene.board and scene.board.turnable)
    seats = {seat.id: seat for seat in scene.seats}
    marked = _marked(scene)
    filled: defaultdict[str, list[Markup]] = defaultdict(list)
    owners: dict[str, str] = {}
    for seat in scene.seats:
        filled[f"bar-{_side(seat, turned)}"].append(seat_bar(seat, scene))
    for panel in scene.panels:
        if panel.dock == "bar":
            continue
        dock = _dock(panel, seats, turned, spots)
        if panel.dock == "tray" and panel.seat and owners.get(dock) != panel.seat:
            owners[dock] = panel.seat
            filled[dock].append(_tray_head(seats[panel.seat]))
        filled[dock].append(drawn(panel, seats, marked))
    filled["board"].append(boards.board(scene, turned=turned))
    filled["said"].append(_said(scene, seats))
    return {dock: join(parts) for dock, parts in filled.items()}


def seat_bar(seat: SceneSeat, scene: Scene) -> Markup:
    """The strip with a seat's name, counters and score, at the board's edge."""
    bars = [panel for panel in scene.panels if panel.dock == "bar" and panel.seat == seat.id]
    return html(
        "div",
        seat_mark(seat),
        html(
            "span",
            html("b", seat.name),
            seat.person and html("span", seat.person),
            seat.note and html("em", seat.note),
            seat.turn and html("span", "may act", class_="sr"),
            class_="who",
        ),
        [html("div", _counters(panel), class_="panel") for panel in bars],
        seat.score is not None and html("strong", seat.score, class_="score"),
        class_="seat-bar has-turn" if seat.turn else "seat-bar",
        data_slot=seat.slot,
    )


def drawn(panel: Panel, seats: Mapping[str, SceneSeat], marked: Mapping[str, str]) -> Markup:
    """One panel with its heading; things whose ids are in `marked` get the mark of that tone."""
    if panel.kind == "dice" and not panel.rolls:
        return Markup()
    seat = seats.get(panel.seat) if panel.seat else None
    most = f"/{panel.limit}" if panel.limit else ""
    count = panel.count is not None and html("span", f"{panel.count}{most}", class_="count")
    heading = panel.title and panel.kind != "prompt" and html("h3", panel.title, count)
    return html(
        "section",
        heading,
        _content(panel, seats, marked),
        class_=f"panel {panel.kind}-panel",
        data_slot=seat.slot if seat else None,
    )


def _content(panel: Panel, seats: Mapping[str, SceneSeat], marked: Mapping[str, str]) -> Markup:
    match panel.kind:
        case "counters":
            return _counters(panel)
        case "cards":
            return _cards(panel, seats, marked)
        case "track":
            return track(panel, seats, marked)
        case "table":
            return _table(panel)
        case "dice":
            return _dice(panel, seats, marked)
        case "share":
            return _share(panel, seats)
        case "list":
            return _list(panel, seats)
        case "prompt":
            return _prompt(panel, seats)


def _counters(panel: Panel) -> Markup:
    return html(
        "dl",
        [
            html(
                "div",
                html("dt", one.label),
                html("dd", _counted(one)),
                title=one.title,
            )
            for one in panel.items
        ],
        class_="counters",
    )


def _counted(counter: Counter) -> Iterator[Markup | str]:
    value, of = counter.value, counter.of
    if value is None:
        yield html("span", "?", title="not known")
    elif of and of <= 8 and isinstance(value, int):
        shape = counter.shape or "disc"
        for n in range(of):
            yield html("i", class_=f"pip {shape} on" if n < value else f"pip {shape}")
        yield html("span", f"{value} of {of}", class_="sr")
    else:
        yield f"{value}/{of}" if of else str(value)


def _cards(panel: Panel, seats: Mapping[str, SceneSeat], marked: Mapping[str, str]) -> Markup:
    open_places = max(0, (panel.limit or 0) - len(panel.cards)) if panel.layout == "hand" else 0
    return html(
        "ul",
        [_card(card, seats, marked.get(card.id)) for card in panel.cards],
        [html("li", class_="card is-vacant", aria_hidden="true") for _ in range(open_places)],
        class_=f"cards {panel.layout or 'row'}",
        tabindex="0" if panel.layout == "hand" else None,  # It scrolls on a phone.
    )


def _card(
    card: Card, seats: Mapping[str, SceneSeat], mark: str | None, *, copy: bool = False
) -> Markup:
    """A card; a copy that stands beside the sentence has no id to travel by."""
    unseen = "unseen" in card.state
    words = ["card", *(["back"] if unseen else []), *(f"is-{state}" for state in card.state)]
    if mark:
        words.append(f"mark-{mark}")
    if unseen:
        return html(
            "li",
            html("span", "a card not seen here", class_="sr"),
            class_=" ".join(words),
            data_id=None if copy else card.id,
            data_tone=card.tone,
        )
    seat = seats.get(card.seat) if card.seat else None
    return html(
        "li",
        card.slot and html("small", card.slot, class_="slot"),
        card.corner and card.corner != card.slot and html("span", card.corner, class_="corner"),
        html("b", card.label or card.title),
        card.sublabel and html("span", card.sublabel, class_="sub"),
        _art(card),
        card.lines
        and html(
            "ul",
            [
                html("li", line, class_="used" if n == card.used else None)
                for n, line in enumerate(card.lines)
            ],
            class_="lines",
        ),
        _pips(card),
        [
            html("span", one.label or one.title, class_="under", title=one.title)
            for one in card.under
        ],
        class_=" ".join(words),
        data_id=None if copy else card.id,
        data_slot=seat.slot if seat else None,
        title=card.title,
    )


def face(card: Card) -> Markup:
    """A card by itself, outside any game."""
    return _card(card, {}, None, copy=True)


def _art(card: Card) -> Markup | None:
    if card.art is None:
        return None
    width, height = card.art.view
    shapes = [printed(shape, lambda x, y: (x, y)) for shape in card.art.shapes]
    return svg("svg", shapes, viewBox=f"0 0 {width} {height}", aria_hidden="true")


def _pips(card: Card) -> Markup | None:
    if not card.dice and not card.badges:
        return None
    return html(
        "span",
        [
            html("i", tone[:1].upper(), class_="die-pip", data_tone=tone, title=tone)
            for tone in card.dice
        ],
        [html("span", badge.text, class_="card-badge", title=badge.title) for badge in card.badges],
        class_="pips",
    )


def _table(panel: Panel) -> Markup:
    head = [
        html("th", column.label, scope="col", class_=column.align, title=column.title)
        for column in panel.columns
    ]
    rows = []
    for row in panel.rows:
        first, *others = zip(row.cells, panel.columns, strict=True)
        rows.append(
            html(
                "tr",
                html("th", first[0], scope="row", class_=first[1].align),
                [html("td", cell, class_=column.align) for cell, column in others],
                data_id=row.id,
                class_=" ".join(f"is-{state}" for state in row.state) or None,
            )
        )
    table = html("table", html("thead", html("tr", head)), html("tbody", rows), class_="data")
    return html("div", table, class_="scroll", tabindex="0", role="group", aria_label=panel.title)


def _dice(panel: Panel, seats: Mapping[str, SceneSeat], marked: Mapping[str, str]) -> Markup:
    return html(
        "div",
        [
            html(
                "div",
                roll.seat is not None and roll.seat in seats and seat_mark(seats[roll.seat], 18),
                html("span", roll.label, class_="label"),
                [_die(die, marked.get(die.id)) for die in roll.dice],
                roll.sum and html("b", f"= {roll.sum}", class_="sum"),
                needed(roll.needs),
                class_="roll",
            )
            for roll in panel.rolls
        ],
        class_="dice",
    )


def _die(die: PanelDie, mark: str | None) -> Markup:
    states = tuple(die.state)
    rolled = "not rolled yet" if die.face is None else f"rolled {die.face or 'a blank'}"
    return svg(
        "svg",
        die_body(die.face, states, 17, kit(die.tone or "white", None)),
        svg("title", die.title or rolled),
        class_=" ".join(
            ["die-face", *(f"is-{s}" for s in states), *([f"mark-{mark}"] if mark else [])]
        ),
        viewBox="-20 -20 40 40",
        width=36,
        height=36,
        data_id=die.id,
        role="img",
        aria_label=die.title or rolled,
        font_family="var(--narrow)",
    )


def _share(panel: Panel, seats: Mapping[str, SceneSeat]) -> Markup:
    said = ", ".join(f"{part.label} {percent(part.value)}" for part in panel.parts)
    parts, left = [], 0.0
    for part in panel.parts:
        slot = seats[part.seat].slot
        text = part.value >= 0.12 and svg(
            "text",
            f"{part.label} {percent(part.value)}",
            x=8,
            y=17,
            dy=".35em",
            fill=f"var(--seat-{slot}-ink)",
            font_size=14,
            font_weight=600,
        )
        box = svg("rect", width="100%", height=34, fill=f"var(--seat-{slot})")
        at, wide = f"{round(left * 100, 1):g}%", f"{round(part.value * 100, 1):g}%"
        parts.append(svg("svg", box, text, x=at, width=wide, height=34))
        left += part.value
    return svg(
        "svg",
        parts,
        class_="share",
        role="img",
        aria_label=said,
        height=34,
        font_family="var(--narrow)",
    )


def _list(panel: Panel, seats: Mapping[str, SceneSeat]) -> Markup:
    return html(
        "ol",
        [
            html(
                "li",
                line.seat in seats and seat_mark(seats[line.seat], 16),
                html("span", line.text),
                line.note and html("em", line.note),
                class_="has-note" if line.note else None,
            )
            for line in panel.items
        ],
        class_="plain-list",
    )


def _prompt(panel: Panel, seats: Mapping[str, SceneSeat]) -> Markup:
    marks = [seat_mark(seats[seat], 20) for seat in panel.seats]
    return html("p", marks, html("span", panel.text), needed(panel.needs), class_="prompt")


def needed(needs: Needs | None) -> Markup | None:
    """What a roll needs: the lowest face, and the chance."""
    if needs is None or (needs.target is None and needs.chance is None):
        return None
    target = f"{max(1, needs.target)}+" if isinstance(needs.target, int) else needs.target
    return html(
        "span",
        target is not None and html("b", target),
        needs.chance is not None and html("span", percent(needs.chance)),
        class_="needs",
    )


def _tray_head(seat: SceneSeat) -> Markup:
    return html("h2", seat_mark(seat, 20), seat.name, class_="tray-head")


def _said(scene: Scene, seats: Mapping[str, SceneSeat]) -> Markup:
    """The cards that the last event concerned, once more beside its sentence."""
    last = {mark.on for mark in scene.marks if mark.why == "last" and mark.on}
    cards = [c for c in _all_cards(scene) if c.id in last and "unseen" not in c.state]
    if not cards:
        return Markup()
    return html("ul", [_card(card, seats, None, copy=True) for card in cards], class_="cards row")


def _all_cards(scene: Scene) -> Iterable[Card]:
    return (card for panel in scene.panels for card in panel.cards)


def _marked(scene: Scene) -> Mapping[str, str]:
    return {mark.on: mark.tone or "quiet" for mark in scene.marks if mark.on and mark.why != "aid"}


def _side(seat: SceneSeat, turned: bool) -> str:
    return "near" if (seat.side == "near") != turned else "far"


def _dock(
    panel: Panel, seats: Mapping[str, SceneSeat], turned: bool, spots: Collection[str]
) -> str:
    for spot in (panel.id, panel.kind):
        if spot in spots and panel.dock != "stage":
            return spot
    if panel.dock == "tray" and panel.seat:
        return f"tray-{_side(seats[panel.seat], turned)}"
    return panel.dock
