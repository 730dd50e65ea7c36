"""WRITES: events as score-sheet lines, and lines as events.

`1>P14` seat 1 plays P14, `2+?` seat 2 draws a card unseen, `1*M04` a Multi Card, `2!` whistle,
`1=` pass, `1.` your turn, `1-P35,Y` discards, `1~2:?` a card taken, `1^` free shot, `1/P09`
exchange, `@2` the coin, `#multi` shuffled, `:goal "reason"` ruled, `END time`, `N 12 "text"` a
note; `T`, `G`, `D` with JSON; `A`, `X`, `I` corrections. A seat that is no digit is JSON text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.event import Draft
from projections.kit.notation import NotationError, in_line, split_json

Data = Mapping[str, Any]

_REFEREE_CARDS = {"yellow": "Y", "red": "R", None: "?"}
_REFEREE_LETTERS = {letter: card for card, letter in _REFEREE_CARDS.items()}


def write(draft: Draft) -> str:
    """The line of an event. Raises NotationError for a type that this game does not have."""
    body = _WRITERS.get(draft.type)
    if body is None:
        raise NotationError(f"There is no notation for {draft.type}.")
    seat = "" if draft.seat is None else _seat(draft.seat)
    return seat + body(draft.data)


def read(line: str) -> Draft:
    """The event of a line. Raises NotationError and says what was expected."""
    seat, body = _split_seat(line.strip())
    for start, kind, reader in _READERS:
        if body.startswith(start):
            type_, data = reader(kind, body[len(start) :])
            return Draft(type=type_, seat=seat, data=data)
    starts = " ".join(start for start, _, _ in _READERS)
    raise NotationError(f"Expected one of {starts} at {body[:20]!r}.")


def _seat(seat: str) -> str:
    return seat if re.fullmatch("[1-4]", seat) else in_line(seat)


def _split_seat(text: str) -> tuple[str | None, str]:
    if text[:1] in ("1", "2", "3", "4"):
        return text[0], text[1:]
    if text.startswith('"'):
        seat, rest = split_json(text)
        return seat, rest
    return None, text


def _items(cards: Sequence[str | None]) -> str:
    return ",".join(_REFEREE_CARDS.get(card) or str(card) for card in cards) or "-"


def _split_items(text: str) -> list[str | None]:
    return [] if text == "-" else [_item(item) for item in text.split(",")]


def _item(text: str) -> str | None:
    if text in _REFEREE_LETTERS:
        return _REFEREE_LETTERS[text]
    if not re.fullmatch("[A-Z]{1,3}[0-9]{1,4}", text):
        raise NotationError(f"Expected a card, ?, Y or R at {text!r}.")
    return text


def _drawn(data: Data) -> str:
    return ("+" if data["deck"] == "player" else "*") + _items(data["cards"])


def _ruled(data: Data) -> str:
    return f":{data['outcome']}" + _remark(data.get("reason"))


def _ended(data: Data) -> str:
    winner = data.get("winner")
    return f"END {data['reason']}" + (f" {_seat(winner)}" if winner else "")


def _note(data: Data) -> str:
    about = f" {data['about']}" if data.get("about") else ""
    return f"N{about} {in_line(data['text'])}"


def _inserted(data: Data) -> str:
    inner = Draft(type=data["type"], seat=data.get("seat"), data=data["data"])
    return f"I{data['after']}{_remark(data.get('reason'))} {write(inner)}"


def _remark(text: str | None) -> str:
    return "" if text is None else f" {in_line(text)}"


_WRITERS: Mapping[str, Callable[[Data], str]] = {
    "CardsDrawn": _drawn,
    "CardPlayed": lambda data: f">{data['card']}",
    "PassCalled": lambda _: "=",
    "TurnEnded": lambda _: ".",
    "FoulSpotted": lambda _: "!",
    "CardsDiscarded": lambda data: f"-{_items(data['cards'])}",
    "CardStolen": lambda data: f"~{_seat(data['from'])}:{_items([data.get('card')])}",
    "ShotTaken": lambda _: "^",
    "CardsExchanged": lambda data: f"/{_items(data['cards'])}",
    "KickOffDecided": lambda data: f"@{_seat(data['starter'])}",
    "DeckShuffled": lambda data: f"#{data['deck']}",
    "OutcomeRuled": _ruled,
    "GameEnded": _ended,
    "NoteAdded": _note,
    "TableAdjusted": lambda data: f"T{in_line(data)}",
    "GameCreated": lambda data: f"G{in_line(data)}",
    "DiceRolled": lambda data: f"D{in_line(data)}",
    "EventAmended": lambda d: f"A{d['target']} {in_line(d['data'])}{_remark(d.get('reason'))}",
    "EventRetracted": lambda d: f"X{d['target']}{_remark(d.get('reason'))}",
    "EventInserted": _inserted,
}


def _read_nothing(kind: str, text: str) -> tuple[str, Data]:
    _at_end(text)
    return kind, {}


def _read_draw(deck: str, text: str) -> tuple[str, Data]:
    return "CardsDrawn", {"deck": deck, "cards": _split_items(text)}


def _read_cards(kind: str, text: str) -> tuple[str, Data]:
    return kind, {"cards": _split_items(text)}


def _read_played(kind: str, text: str) -> tuple[str, Data]:
    card = _item(text)
    if card in _REFEREE_CARDS:
        raise NotationError(f"Expected a Player Card at {text!r}.")
    return kind, {"card": card}


def _read_stolen(kind: str, text: str) -> tuple[str, Data]:
    victim, rest = _needed_seat(text)
    if not rest.startswith(":"):
        raise NotationError(f"Expected : and a card at {rest!r}.")
    return kind, {"from": victim, "card": _item(rest[1:])}


def _read_coin(kind: str, text: str) -> tuple[str, Data]:
    starter, rest = _needed_seat(text)
    _at_end(rest)
    return kind, {"starter": starter}


def _read_shuffle(kind: str, text: str) -> tuple[str, Data]:
    if text not in ("player", "multi"):
        raise NotationError(f"Expected player or multi at {text!r}.")
    return kind, {"deck": text}


def _read_ruled(kind: str, text: str) -> tuple[str, Data]:
    outcome, _, rest = text.partition(" ")
    return kind, {"outcome": outcome, **_read_remark(rest)}


def _read_end(kind: str, text: str) -> tuple[str, Data]:
    reason, _, rest = text.strip().partition(" ")
    if not rest:
        return kind, {"reason": reason}
    winner, left = _needed_seat(rest)
    _at_end(left)
    return kind, {"reason": reason, "winner": winner}


def _read_note(kind: str, text: str) -> tuple[str, Data]:
    found = re.match(r" ?(\d+)? ", text)
    if found is None:
        raise NotationError(f"Expected a text at {text!r}.")
    about = {"about": int(found[1])} if found[1] else {}
    note, rest = split_json(text[found.end() :])
    _at_end(rest)
    return kind, {"text": note, **about}


def _read_json(kind: str, text: str) -> tuple[str, Data]:
    data, rest = split_json(text.lstrip())
    _at_end(rest)
    return kind, data


def _read_amended(kind: str, text: str) -> tuple[str, Data]:
    target, rest = _version(text)
    data, remark = split_json(rest)
    return kind, {"target": target, "data": data, **_read_remark(remark)}


def _read_retracted(kind: str, text: str) -> tuple[str, Data]:
    target, rest = _version(text)
    return kind, {"target": target, **_read_remark(rest)}


def _read_inserted(kind: str, text: str) -> tuple[str, Data]:
    after, rest = _version(text)
    remark, rest = _leading_remark(rest)
    inner = read(rest)
    seat = {} if inner.seat is None else {"seat": inner.seat}
    return kind, {"after": after, "type": inner.type, "data": inner.data, **seat, **remark}


def _leading_remark(text: str) -> tuple[Data, str]:
    """A reason before a line; JSON text that a blank does not follow is the line's seat."""
    if text.startswith('"'):
        remark, rest = split_json(text)
        if rest.startswith(" "):
            return {"reason": remark}, rest[1:]
    return {}, text


def _read_remark(text: str) -> Data:
    if not text.strip():
        return {}
    remark, rest = split_json(text.strip())
    _at_end(rest)
    return {"reason": remark}


def _needed_seat(text: str) -> tuple[str, str]:
    seat, rest = _split_seat(text)
    if seat is None:
        raise NotationError(f"Expected a seat at {text!r}.")
    return seat, rest


def _version(text: str) -> tuple[int, str]:
    found = re.match(r"(\d+) ?", text)
    if found is None:
        raise NotationError(f"Expected a version at {text!r}.")
    return int(found[1]), text[found.end() :]


def _at_end(text: str) -> None:
    if text.strip():
        raise NotationError(f"Expected the end of the line at {text!r}.")


_READERS: Sequence[tuple[str, str, Callable[[str, str], tuple[str, Data]]]] = (
    ("END ", "GameEnded", _read_end),
    ("+", "player", _read_draw),
    ("*", "multi", _read_draw),
    (">", "CardPlayed", _read_played),
    ("=", "PassCalled", _read_nothing),
    (".", "TurnEnded", _read_nothing),
    ("!", "FoulSpotted", _read_nothing),
    ("-", "CardsDiscarded", _read_cards),
    ("~", "CardStolen", _read_stolen),
    ("^", "ShotTaken", _read_nothing),
    ("/", "CardsExchanged", _read_cards),
    ("@", "KickOffDecided", _read_coin),
    ("#", "DeckShuffled", _read_shuffle),
    (":", "OutcomeRuled", _read_ruled),
    ("N", "NoteAdded", _read_note),
    ("T", "TableAdjusted", _read_json),
    ("G", "GameCreated", _read_json),
    ("D", "DiceRolled", _read_json),
    ("A", "EventAmended", _read_amended),
    ("X", "EventRetracted", _read_retracted),
    ("I", "EventInserted", _read_inserted),
)
