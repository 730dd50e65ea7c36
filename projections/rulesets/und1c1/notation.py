"""WRITES: events as score-sheet lines, and lines as events.

`a P 10>11` is seat, code and arguments: players by number, boxes by id, `G` the own goal. What a
short form cannot say exactly is written as `a {Type} json`; a seat that is not at the table stands
there as a JSON string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from events.event import Draft
from projections.kit.notation import NotationError, in_line, split_json
from projections.rulesets.und1c1.actions import PAYLOADS
from projections.rulesets.und1c1.payloads.seats import OTHER, Seat

Data = dict[str, Any]

_BOX = r"(?:[A-P](?:1[0-4]|[1-9]))"
_NUMBER = r"(?:[1-9]\d?)"
_CARD = r"[^\s@]\S*"
_COLOURS = {"w": "white", "k": "black"}
_LETTERS = {colour: letter for letter, colour in _COLOURS.items()}


class _NotShortError(Exception):
    """The short form of this event does not say everything."""


def write(draft: Draft) -> str:
    """One line for an event whose data is plain JSON."""
    short = _WRITERS.get(draft.type)
    if short is not None and (draft.seat is None or draft.seat in OTHER):
        try:
            line = f"{draft.seat or '-'} {short(draft.seat or '', draft.data)}"
            said = read(line)
        except (_NotShortError, NotationError, KeyError, TypeError, AttributeError, IndexError):
            return _in_full(draft)
        if (said.type, said.seat, said.data) == (draft.type, draft.seat, draft.data):
            return line
    return _in_full(draft)


def _in_full(draft: Draft) -> str:
    seat = "-" if draft.seat is None else draft.seat
    if draft.seat is not None and draft.seat not in OTHER:
        seat = in_line(draft.seat)
    return f"{seat} {{{draft.type}}} {in_line(draft.data)}"


def read(line: str) -> Draft:
    """The event that a line says. Raises NotationError."""
    seat, body = _seat_of(line.strip("\n"))
    if body.startswith("{"):
        return _read_in_full(seat, body)
    code = next((code for code in _CODES if body == code or body.startswith(_start(code))), None)
    if code is None:
        codes = " ".join(_CODES)
        raise NotationError(f"Expected one of {codes} or {{Type}} after the seat, not {body!r}.")
    kind, pattern, example, reader = _READERS[code]
    found = re.fullmatch(pattern, body[len(code) :])
    if found is None:
        raise NotationError(f"Expected {example!r} for a {kind}, not {body!r}.")
    return Draft(type=kind, seat=seat, data=reader(seat or "", found))


def _start(code: str) -> str:
    return code if code == '"' else f"{code} "


def _seat_of(line: str) -> tuple[str | None, str]:
    if line.startswith('"'):
        seat, rest = split_json(line)
        if isinstance(seat, str) and rest.startswith(" "):
            return seat, rest[1:]
    elif line[:2] in ("a ", "b ", "- "):
        return (None if line[0] == "-" else line[0]), line[2:]
    raise NotationError(f"Expected a seat, 'a', 'b' or '-', and a space at {line[:20]!r}.")


def _read_in_full(seat: str | None, body: str) -> Draft:
    kind, closed, text = body[1:].partition("} ")
    if not closed or kind not in PAYLOADS:
        raise NotationError(f"Expected an event type in braces at {body[:30]!r}.")
    data, rest = split_json(text)
    if rest.strip() or not isinstance(data, dict):
        raise NotationError(f"Expected one JSON object after {{{kind}}}.")
    return Draft(type=kind, seat=seat, data=data)


# Writing


def _own(seat: Seat, player: str) -> str:
    if player[:1] != seat:
        raise _NotShortError
    return player[1:]


def _opponent(seat: Seat, player: str) -> str:
    return _own(OTHER[seat], player)


def _place(seat: Seat, place: str) -> str:
    if place in ("Ga", "Gb"):
        return "G" if place == f"G{seat}" else place
    return place


def _write_line_up(seat: Seat, data: Data) -> str:
    placed = (f"{_own(seat, p['player'])}@{_place(seat, p['at'])}" for p in data["players"])
    return " ".join(["L", *placed])


def _write_kick_off(seat: Seat, data: Data) -> str:
    return f"K {_own(seat, data['taker'])}@{data['at']}>{_own(seat, data['receiver'])}"


def _write_group(seat: Seat, data: Data) -> str:
    return " ".join(["G", *(f"{_own(seat, m['player'])}-{m['to']}" for m in data["moves"])])


def _write_move(code: str) -> Callable[[Seat, Data], str]:
    return lambda seat, data: f"{code} {_own(seat, data['player'])}-{data['to']}"


def _write_pass(code: str) -> Callable[[Seat, Data], str]:
    return lambda seat, data: f"{code} {_own(seat, data['player'])}>{_own(seat, data['receiver'])}"


def _write_duel(code: str) -> Callable[[Seat, Data], str]:
    return lambda seat, data: (
        f"{code} {_own(seat, data['player'])}x{_opponent(seat, data['opponent'])}"
    )


def _write_dice(seat: Seat, data: Data) -> str:
    return " ".join(["R", *(f"{_LETTERS[d['die']]}{d['face']}" for d in data["dice"])])


def _write_free_move(seat: Seat, data: Data) -> str:
    return "F =" if data["to"] is None else f"F {data['to']}"


def _write_padlocks(seat: Seat, data: Data) -> str:
    return f"# w:{data['white'] or '-'} k:{data['black'] or '-'}"


def _write_card(seat: Seat, data: Data) -> str:
    player = [_own(seat, data["player"])] if data.get("player") else []
    target = [f"@{data['target']}"] if data.get("target") else []
    return " ".join(["!", data["card"], *player, *target])


def _write_discard(seat: Seat, data: Data) -> str:
    return f"/ {data['from']} {data['card'] or '?'}"


def _write_drawn(seat: Seat, data: Data) -> str:
    return " ".join(["+", data["deck"], *(card or "?" for card in data["cards"])])


def _write_ruled(seat: Seat, data: Data) -> str:
    reason = f" ; {data['reason']}" if data.get("reason") else ""
    return f"= {data['outcome']}{reason}"


def _write_note(seat: Seat, data: Data) -> str:
    return f'"{data.get("about") or ""} {data["text"]}'


_WRITERS: Mapping[str, Callable[[Seat, Data], str]] = {
    "LineupPlaced": _write_line_up,
    "CaptainChosen": lambda seat, data: f"C {_own(seat, data['player'])}",
    "KickOffTaken": _write_kick_off,
    "PlayerMoved": _write_move("M"),
    "GroupMoved": _write_group,
    "TractorMoved": _write_move("Z"),
    "PassAttempted": _write_pass("P"),
    "CrossAttempted": _write_pass("X"),
    "TackleAttempted": _write_duel("T"),
    "DribbleAttempted": _write_duel("D"),
    "ShotAttempted": lambda seat, data: f"S {_own(seat, data['player'])}",
    "DiceRolled": _write_dice,
    "CaptainRerolled": lambda seat, data: "RR",
    "InterceptorChosen": lambda seat, data: f"I {_opponent(seat, data['player'])}",
    "FreeMoveTaken": _write_free_move,
    "RepositioningDone": lambda seat, data: "OK",
    "PadlocksPlaced": _write_padlocks,
    "CardPlayed": _write_card,
    "CardDiscarded": _write_discard,
    "CardsDrawn": _write_drawn,
    "OutcomeRuled": _write_ruled,
    "DeckShuffled": lambda seat, data: f"~ {data['deck']}",
    "NoteAdded": _write_note,
}


# Reading

Found = re.Match[str]


def _seated(seat: str) -> Seat:
    if seat not in OTHER:
        raise NotationError("Expected a seat, 'a' or 'b', before a code that names players.")
    return seat


def _goal_or_box(seat: Seat, place: str) -> str:
    return f"G{seat}" if place == "G" else place


def _read_line_up(seat: str, found: Found) -> Data:
    own = _seated(seat)
    placed = (word.split("@") for word in found[1].split())
    return {"players": [{"player": f"{own}{n}", "at": _goal_or_box(own, at)} for n, at in placed]}


def _read_one(field: str) -> Callable[[str, Found], Data]:
    return lambda seat, found: {field: f"{_seated(seat)}{found[1]}"}


def _read_kick_off(seat: str, found: Found) -> Data:
    own = _seated(seat)
    return {"taker": f"{own}{found[1]}", "at": found[2], "receiver": f"{own}{found[3]}"}


def _read_move(seat: str, found: Found) -> Data:
    return {"player": f"{_seated(seat)}{found[1]}", "to": found[2]}


def _read_group(seat: str, found: Found) -> Data:
    moves = (word.split("-") for word in found[1].split())
    return {"moves": [{"player": f"{_seated(seat)}{n}", "to": to} for n, to in moves]}


def _read_pass(seat: str, found: Found) -> Data:
    own = _seated(seat)
    return {"player": f"{own}{found[1]}", "receiver": f"{own}{found[2]}"}


def _read_duel(seat: str, found: Found) -> Data:
    own = _seated(seat)
    return {"player": f"{own}{found[1]}", "opponent": f"{OTHER[own]}{found[2]}"}


def _read_dice(seat: str, found: Found) -> Data:
    words = found[1].split()
    return {"dice": [{"die": _COLOURS[word[0]], "face": int(word[1:])} for word in words]}


def _read_interceptor(seat: str, found: Found) -> Data:
    return {"player": f"{OTHER[_seated(seat)]}{found[1]}"}


def _read_free_move(seat: str, found: Found) -> Data:
    return {"to": None if found[1] == "=" else found[1]}


def _read_padlocks(seat: str, found: Found) -> Data:
    white, black = (None if box == "-" else box for box in (found[1], found[2]))
    return {"white": white, "black": black}


def _read_card(seat: str, found: Found) -> Data:
    data: Data = {"card": found[1]}
    if found[2] is not None:
        data["player"] = f"{_seated(seat)}{found[2]}"
    if found[3] is not None:
        data["target"] = found[3]
    return data


def _read_discard(seat: str, found: Found) -> Data:
    return {"card": None if found[2] == "?" else found[2], "from": found[1]}


def _read_drawn(seat: str, found: Found) -> Data:
    cards = [None if card == "?" else card for card in found[2].split()]
    return {"deck": found[1], "cards": cards}


def _read_ruled(seat: str, found: Found) -> Data:
    return {"outcome": found[1], **({"reason": found[2]} if found[2] is not None else {})}


def _read_note(seat: str, found: Found) -> Data:
    return {"text": found[2], **({"about": int(found[1])} if found[1] else {})}


_Reader = tuple[str, str, str, Callable[[str, Found], Data]]

_READERS: Mapping[str, _Reader] = {
    "L": (
        "LineupPlaced",
        rf"((?: {_NUMBER}@(?:{_BOX}|G))+)",
        "a L 1@G 2@N2",
        _read_line_up,
    ),
    "C": ("CaptainChosen", rf" ({_NUMBER})", "a C 10", _read_one("player")),
    "K": (
        "KickOffTaken",
        rf" ({_NUMBER})@({_BOX})>({_NUMBER})",
        "a K 9@H7>10",
        _read_kick_off,
    ),
    "M": ("PlayerMoved", rf" ({_NUMBER})-({_BOX})", "a M 7-N6", _read_move),
    "G": ("GroupMoved", rf"((?: {_NUMBER}-{_BOX})+)", "a G 7-N6 8-I5", _read_group),
    "Z": ("TractorMoved", rf" ({_NUMBER})-({_BOX})", "a Z 3-C4", _read_move),
    "P": ("PassAttempted", rf" ({_NUMBER})>({_NUMBER})", "a P 4>9", _read_pass),
    "X": ("CrossAttempted", rf" ({_NUMBER})>({_NUMBER})", "a X 7>9", _read_pass),
    "T": ("TackleAttempted", rf" ({_NUMBER})x({_NUMBER})", "a T 6x7", _read_duel),
    "D": ("DribbleAttempted", rf" ({_NUMBER})x({_NUMBER})", "a D 10x4", _read_duel),
    "S": ("ShotAttempted", rf" ({_NUMBER})", "a S 9", _read_one("player")),
    "R": ("DiceRolled", r"((?: [wk][1-9]\d*)+)", "a R w5", _read_dice),
    "RR": ("CaptainRerolled", r"()", "a RR", lambda seat, found: {}),
    "I": ("InterceptorChosen", rf" ({_NUMBER})", "a I 7", _read_interceptor),
    "F": ("FreeMoveTaken", rf" ({_BOX}|=)", "a F H9", _read_free_move),
    "OK": ("RepositioningDone", r"()", "a OK", lambda seat, found: {}),
    "#": ("PadlocksPlaced", rf" w:({_BOX}|-) k:({_BOX}|-)", "a # w:G9 k:-", _read_padlocks),
    "!": (
        "CardPlayed",
        rf" ({_CARD})(?: ({_NUMBER}))?(?: @(\S+))?",
        "a ! burst 9 @flow",
        _read_card,
    ),
    "/": ("CardDiscarded", r" (hand|play) (\S+)", "a / hand ?", _read_discard),
    "+": ("CardsDrawn", r" (a|b)((?: \S+)+)", "a + a ?", _read_drawn),
    "=": (
        "OutcomeRuled",
        r" ([^\s;]+)(?: ; (.+))?",
        "- = goal ; agreed",
        _read_ruled,
    ),
    "~": ("DeckShuffled", r" (a|b)", "- ~ a", lambda seat, found: {"deck": found[1]}),
    '"': ("NoteAdded", r"([1-9]\d*)? (.+)", '- " text', _read_note),
}
_CODES = tuple(sorted(_READERS, key=len, reverse=True))
