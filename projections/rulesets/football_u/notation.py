"""WRITES: events as score-sheet lines, and lines as events.

`1 rec p09>RB^`, `2 ro blue:7 red:3`, `1 x h2>v1`:
line = seat " " body; seat = "1".."9", "-" (nobody) or any other seat as a JSON string
.v .h = side; ^ = on top; _ = under; =N = weeks; ? = a card that was not seen
"!" Type JSON is any event that has no line of its own
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.event import Draft
from projections.kit.notation import NotationError, in_line, split_json
from projections.rulesets.football_u.actions import PAYLOADS

Data = Mapping[str, Any]
Words = Sequence[str]

WORD = re.compile(r"[^\s:>^_=@?]+")
_SEPARATORS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "\x85\u2028\u2029"}
"""What ends a line besides the controls that JSON escapes anyway."""

PLACES = {"top": "^", "under": "_"}
SIDES = {"visitor": ".v", "home": ".h"}
KINDS = {"player": "p", "coach": "c", "chemistry": "t", "ai": "a"}


def write(draft: Draft) -> str:
    """The line of an event, its data as plain JSON."""
    body = _WRITES[draft.type](draft.data) if draft.type in _WRITES else None
    line = f"{_seat(draft.seat)} {body}"
    if body is None or not _says(line, draft):
        line = f"{_seat(draft.seat)} ! {draft.type} {in_line(draft.data)}"
    return line.translate(_SEPARATORS)


def _says(line: str, draft: Draft) -> bool:
    """Whether a short line reads back as the very event, on one line of a sheet."""
    if len(line.splitlines()) != 1:
        return False
    try:
        said = read(line)
    except NotationError:
        return False
    return (said.type, said.seat, said.data) == (draft.type, draft.seat, draft.data)


def _seat(seat: str | None) -> str:
    if seat is None:
        return "-"
    return seat if re.fullmatch("[1-9]", seat) else in_line(seat)


def read(line: str) -> Draft:
    """The event of a line. Raises NotationError that says what was expected."""
    seat, body = _split_seat(line.rstrip("\r\n"))
    code, _, rest = body.partition(" ")
    if code == "!":
        return _read_any(seat, rest)
    if code == ";":
        return Draft(type="NoteAdded", seat=seat, data=_read_note(rest))
    name, dot, letter = code.partition(".")
    reader = _READS.get(name)
    if reader is None:
        raise NotationError(f"Expected one of {', '.join(_READS)}, ; or !, not {code!r}.")
    type_, sided, parse = reader
    words = rest.split(" ") if rest else []
    if "" in words:
        raise NotationError("Expected single blanks between words.")
    data = parse(words)
    if dot:
        if not sided or letter not in ("v", "h"):
            raise NotationError(f"Expected {name}{'.v or .h' if sided else ''}, not {code!r}.")
        data["side"] = "visitor" if letter == "v" else "home"
    return Draft(type=type_, seat=seat, data=data)


def _split_seat(line: str) -> tuple[str | None, str]:
    if line.startswith('"'):
        seat, rest = split_json(line)
        if not rest.startswith(" "):
            raise NotationError(f"Expected a blank after the seat {seat!r}.")
        return str(seat), rest[1:]
    word, _, body = line.partition(" ")
    if word == "-":
        return None, body
    if not re.fullmatch("[1-9]", word):
        raise NotationError(f"Expected a seat 1 to 9, - or a JSON string, not {word!r}.")
    return word, body


def _read_any(seat: str | None, rest: str) -> Draft:
    type_, _, text = rest.partition(" ")
    if type_ not in PAYLOADS:
        raise NotationError(f"There is no event {type_!r}.")
    data, left = split_json(text)
    if left.strip() or not isinstance(data, dict):
        raise NotationError("Expected one JSON object.")
    return Draft(type=type_, seat=seat, data=data)


# --- words ---


def _word(text: str, what: str) -> str:
    if not WORD.fullmatch(text):
        raise NotationError(f"Expected {what}, not {text!r}.")
    return text


def _pair(text: str, sign: str, what: str) -> tuple[str, str]:
    first, found, second = text.partition(sign)
    if not found:
        raise NotationError(f"Expected {what}, not {text!r}.")
    return _word(first, what), second


def _card(text: str) -> str | None:
    return None if text == "?" else _word(text, "a card or ?")


def _only(words: Words, count: int, what: str) -> None:
    if len(words) != count:
        raise NotationError(f"Expected {what}.")


def _weeks(words: Words) -> tuple[Words, dict[str, Any]]:
    """Takes `=N` from the end of the words."""
    if words and re.fullmatch(r"=(0|[1-9][0-9]{0,9})", words[-1]):
        return words[:-1], {"weeks": int(words[-1][1:])}
    return words, {}


def _placed(text: str) -> tuple[str, dict[str, Any]]:
    """Takes `^` or `_` from the end of a word."""
    for place, sign in PLACES.items():
        if text.endswith(sign):
            return _word(text[:-1], "a slot"), {"place": place}
    return _word(text, "a slot"), {}


def _place(data: Data) -> str:
    return PLACES.get(data.get("place", ""), "")


def _paid(data: Data) -> str:
    return f" ={data['weeks']}" if data.get("weeks") is not None else ""


def _code(name: str, data: Data, words: Sequence[str]) -> str:
    return " ".join([name + SIDES.get(data.get("side", ""), ""), *words])


def _seen(card: str | None) -> str:
    return "?" if card is None else card


# --- writing ---


def _write_recruited(data: Data) -> str:
    space = f" @{data['space']}" if data.get("space") is not None else ""
    return f"rec {data['card']}>{data['slot']}{_place(data)}{space}{_paid(data)}"


def _write_moved(data: Data) -> str:
    moves = [f"{m['card']}>{m['slot']}{_place(m)}" for m in data["moves"]]
    return " ".join(["mv", *moves])


def _write_scouted(data: Data) -> str:
    card = f" {_seen(data['card'])}" if "card" in data else ""
    return f"sc {data['space']}{card}{_paid(data)}"


def _write_ability(data: Data) -> str:
    source = data["source"]
    card = f"{KINDS[source['kind']]}:{source['card']}"
    return _code("ab", data, [card, *data.get("targets", ())])


def _write_note(data: Data) -> str:
    about = f" @{data['about']}" if data.get("about") is not None else ""
    text = data["text"].replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    return f";{about} {text}"


_WRITES: Mapping[str, Callable[[Any], str]] = {
    "CardsDrawn": lambda d: " ".join(["dr", d["deck"], *map(_seen, d["cards"])]),
    "DeckShuffled": lambda d: f"sh {d['deck']}",
    "DiceRolled": lambda d: _code("ro", d, [f"{x['die']}:{x['face']}" for x in d["dice"]]),
    "PlayerRecruited": _write_recruited,
    "WalkOnAdded": lambda d: f"wo {d['slot']}{_place(d)}{_paid(d)}",
    "PlayerUpgraded": lambda d: f"up {d['card']}{_paid(d)}",
    "GameplanTaken": lambda d: f"gp{_paid(d)}",
    "PlayerScouted": _write_scouted,
    "AbilityUsed": _write_ability,
    "PlayersMoved": _write_moved,
    "OffseasonPassed": lambda _: "pass",
    "DeclarationsClosed": lambda d: _code("cl", d, []),
    "GameplansSpent": lambda d: _code("gs", d, d["dice"]),
    "XAssigned": lambda d: _code("x", d, [f"{p['x']}>{p['target']}" for p in d["assign"]]),
    "CoachRevealed": lambda d: f"co {_seen(d['coach'])}",
    "GameEnded": lambda d: " ".join(["end", d["reason"], *filter(None, [d.get("winner")])]),
    "NoteAdded": _write_note,
}


# --- reading ---


def _read_drawn(words: Words) -> dict[str, Any]:
    if not words:
        raise NotationError("Expected dr, a deck and its cards.")
    return {"deck": _word(words[0], "a deck"), "cards": [_card(word) for word in words[1:]]}


def _read_shuffled(words: Words) -> dict[str, Any]:
    _only(words, 1, "sh and a deck")
    return {"deck": _word(words[0], "a deck")}


def _read_rolled(words: Words) -> dict[str, Any]:
    pairs = [_pair(word, ":", "die:face") for word in words]
    return {"dice": [{"die": die, "face": _word(face, "a face")} for die, face in pairs]}


def _read_recruited(words: Words) -> dict[str, Any]:
    words, weeks = _weeks(words)
    space = {"space": _word(words[-1][1:], "a space")} if words and words[-1][0] == "@" else {}
    _only(words, 1 + len(space), "rec card>slot, @space and =weeks")
    card, rest = _pair(words[0], ">", "card>slot")
    slot, place = _placed(rest)
    return {"card": card, "slot": slot, **place, **space, **weeks}


def _read_walkon(words: Words) -> dict[str, Any]:
    words, weeks = _weeks(words)
    _only(words, 1, "wo, a slot and =weeks")
    slot, place = _placed(words[0])
    return {"slot": slot, **place, **weeks}


def _read_upgraded(words: Words) -> dict[str, Any]:
    words, weeks = _weeks(words)
    _only(words, 1, "up, a card and =weeks")
    return {"card": _word(words[0], "a card"), **weeks}


def _read_gameplan(words: Words) -> dict[str, Any]:
    words, weeks = _weeks(words)
    _only(words, 0, "gp and =weeks")
    return weeks


def _read_scouted(words: Words) -> dict[str, Any]:
    words, weeks = _weeks(words)
    if len(words) not in (1, 2):
        raise NotationError("Expected sc, a space, a card and =weeks.")
    card = {"card": _card(words[1])} if len(words) == 2 else {}
    return {"space": _word(words[0], "a space"), **card, **weeks}


def _read_ability(words: Words) -> dict[str, Any]:
    if not words:
        raise NotationError("Expected ab, kind:card and targets.")
    letter, card = _pair(words[0], ":", "kind:card")
    kind = next((kind for kind, short in KINDS.items() if short == letter), None)
    if kind is None:
        raise NotationError(f"Expected p, c, t or a before the colon, not {letter!r}.")
    source = {"kind": kind, "card": _word(card, "a card")}
    targets = [_word(word, "a target") for word in words[1:]]
    return {"source": source, "targets": targets} if targets else {"source": source}


def _read_moved(words: Words) -> dict[str, Any]:
    moves = []
    for word in words:
        card, rest = _pair(word, ">", "card>slot")
        slot, place = _placed(rest)
        moves.append({"card": card, "slot": slot, **place})
    return {"moves": moves}


def _read_nothing(words: Words) -> dict[str, Any]:
    _only(words, 0, "nothing more")
    return {}


def _read_plans(words: Words) -> dict[str, Any]:
    return {"dice": [_word(word, "a die") for word in words]}


def _read_assigned(words: Words) -> dict[str, Any]:
    pairs = [_pair(word, ">", "die>die") for word in words]
    return {"assign": [{"x": x, "target": _word(target, "a die")} for x, target in pairs]}


def _read_coach(words: Words) -> dict[str, Any]:
    _only(words, 1, "co and a coach or ?")
    return {"coach": _card(words[0])}


def _read_ended(words: Words) -> dict[str, Any]:
    if len(words) not in (1, 2):
        raise NotationError("Expected end, a reason and a winner.")
    winner = {"winner": _word(words[1], "a seat")} if len(words) == 2 else {}
    return {"reason": _word(words[0], "a reason"), **winner}


def _read_note(rest: str) -> dict[str, Any]:
    about: dict[str, Any] = {}
    match = re.match(r"@([1-9][0-9]{0,14}) ", rest)
    if match:
        about, rest = {"about": int(match[1])}, rest[match.end() :]
    signs = {"\\\\": "\\", "\\n": "\n", "\\r": "\r"}
    text = re.sub(r"\\[\\nr]", lambda escaped: signs[escaped[0]], rest)
    return {"text": text, **about}


_READS: Mapping[str, tuple[str, bool, Callable[[Words], dict[str, Any]]]] = {
    "dr": ("CardsDrawn", False, _read_drawn),
    "sh": ("DeckShuffled", False, _read_shuffled),
    "ro": ("DiceRolled", True, _read_rolled),
    "rec": ("PlayerRecruited", False, _read_recruited),
    "wo": ("WalkOnAdded", False, _read_walkon),
    "up": ("PlayerUpgraded", False, _read_upgraded),
    "gp": ("GameplanTaken", False, _read_gameplan),
    "sc": ("PlayerScouted", False, _read_scouted),
    "ab": ("AbilityUsed", True, _read_ability),
    "mv": ("PlayersMoved", False, _read_moved),
    "pass": ("OffseasonPassed", False, _read_nothing),
    "cl": ("DeclarationsClosed", True, _read_nothing),
    "gs": ("GameplansSpent", True, _read_plans),
    "x": ("XAssigned", True, _read_assigned),
    "co": ("CoachRevealed", False, _read_coach),
    "end": ("GameEnded", False, _read_ended),
}
"""Code -> event type, whether it may name a side, how its words are read."""
