"""WRITES: events as score-sheet lines, and lines as events.

`lfa: mv lfa-transport-b -2,-1/L -1,-2/R +lfa-ground-shot-a@1`. A payload that no short form says
is written as `!Type` and its JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events.event import Draft
from projections.kit.notation import NotationError, in_line, split_json

Data = Mapping[str, Any]

PLAIN_SEAT = re.compile(r"[a-z0-9][a-z0-9-]*")
TOKEN = re.compile(r"[a-z0-9:-]+")
LETTERS = {"left": "L", "right": "R", None: "0"}
ROTATIONS = {letter: turn for turn, letter in LETTERS.items()}


def write(draft: Draft) -> str:
    """The line of an event, in normal form: null and empty optional fields are left out."""
    data = normal(draft.type, draft.data)
    line = f"{_seat(draft.seat)}: {_short(draft.type, draft.seat, data)}"
    if _says(line, draft, data):
        return line
    return f"{_seat(draft.seat)}: !{draft.type} {in_line(data)}"


def _says(line: str, draft: Draft, data: Data) -> bool:
    try:
        said = read(line)
    except NotationError:
        return False
    return (said.type, said.seat, said.data) == (draft.type, draft.seat, data)


def normal(kind: str, data: Data) -> Data:
    """A payload without null and empty optional fields, and without trailing null turns."""
    optional = OPTIONAL.get(kind, ())
    if kind == "CardPlayed" and data.get("as") != "action":
        optional = (*optional, "action")
    kept = {k: v for k, v in data.items() if k not in optional or v not in (None, [])}
    turns = list(kept.get("turns", ()))
    while turns and turns[-1] is None:
        turns.pop()
    if turns:
        kept["turns"] = turns
    else:
        kept.pop("turns", None)
    if "cargo" in kept:
        entries = [{k: v for k, v in entry.items() if v is not None} for entry in kept["cargo"]]
        kept["cargo"] = entries
    return kept


OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "CardPlayed": ("unit", "owner", "opponent"),
    "UnitMoved": ("turns", "cargo", "edge"),
    "TargetChosen": ("source",),
    "CasualtyTaken": ("card",),
    "TurnEnded": ("discarded",),
    "UnitDeployed": ("at", "facing", "carried_by"),
    "TableAdjusted": ("why",),
    "OutcomeRuled": ("reason",),
    "GameEnded": ("winner",),
    "NoteAdded": ("about",),
}


def _seat(seat: str | None) -> str:
    if seat is None:
        return "*"
    return seat if PLAIN_SEAT.fullmatch(seat) else in_line(seat)


def _short(kind: str, seat: str | None, data: Data) -> str:
    writer = _WRITERS.get(kind)
    try:
        return writer(data, seat) if writer else ""
    except (KeyError, TypeError, AttributeError, IndexError, ValueError):
        return ""


def _words(word: str, *more: Any) -> str:
    return " ".join([word, *("?" if part is None else str(part) for part in more)])


def _on(word: str, deck: str, seat: str | None) -> str:
    return word if deck == seat else f"{word}@{deck}"


def _play(data: Data, _seat: str | None) -> str:
    match data["as"]:
        case "rally":
            sign = "^" + data.get("unit", "")
        case "hunker":
            sign = "_"
        case _:
            sign = "!" if "action" not in data else f"! {data['action'] or '-'}"
    owner = f"@{data['owner']}" if "owner" in data else ""
    against = f" vs {data['opponent']}" if "opponent" in data else ""
    return f"{data['card']} {sign}{owner}{against}"


def _move(data: Data, _seat: str | None) -> str:
    turns = data.get("turns", ())
    parts = [
        f"{space}/{LETTERS[turns[number]]}" if number < len(turns) else space
        for number, space in enumerate(data["path"])
    ]
    for entry in data.get("cargo", ()):
        sign, unit = ("+", entry.get("pickup")) if "pickup" in entry else ("-", entry["dropoff"])
        parts.append(f"{sign}{unit}@{entry['at']}")
    if "edge" in data:
        parts.append(f"|{LETTERS[data['edge']]}")
    return _words("mv", data["unit"], *parts)


def _dice(data: Data, _seat: str | None) -> str:
    return _words(data["dice"][0]["die"], *(die["face"] for die in data["dice"]))


def _deploy(data: Data, _seat: str | None) -> str:
    if "carried_by" in data:
        return _words("deploy", data["unit"], "in", data["carried_by"])
    facing = f"/{data['facing']}" if "facing" in data else ""
    return _words("deploy", data["unit"], data["at"] + facing)


def _with_text(word: str, parts: Sequence[Any], text: str | None) -> str:
    return _words(word, *parts, *([] if text is None else [in_line(text)]))


_WRITERS: Mapping[str, Callable[[Data, str | None], str]] = {
    "CardsDrawn": lambda d, seat: _words(_on("draw", d["deck"], seat), *d["cards"]),
    "DeckShuffled": lambda d, seat: _on("shuffle", d["deck"], seat),
    "InitiativeBid": lambda d, _: _words("bid", d["card"]),
    "CardPlayed": _play,
    "UnitMoved": _move,
    "TargetChosen": lambda d, _: _words(
        ">", d["target"], *(["from", d["source"]] if "source" in d else [])
    ),
    "SpaceChosen": lambda d, _: _words("at", d["space"]),
    "DiceRolled": _dice,
    "CardsChosen": lambda d, _: _words("take", *d["cards"]),
    "ActionChosen": lambda d, _: _words("then", d["action"]),
    "ActionFinished": lambda *_: "done",
    "CasualtyTaken": lambda d, _: _words("lose", d["from"], *([d["card"]] if "card" in d else [])),
    "CarriedUnitHit": lambda d, _: _words("aboard", d["unit"]),
    "DiscordsFound": lambda d, _: f"found {d['hand']}h {d['discard']}p {d['deck']}d",
    "TurnEnded": lambda d, _: _words("end", *d.get("discarded", ())),
    "SquadChosen": lambda d, _: _words("squad", d["squad"], *d["units"]),
    "UnitDeployed": _deploy,
    "VpScored": lambda d, _: _with_text("vp", [d["cubes"]], d["why"]),
    "OutcomeRuled": lambda d, _: _with_text("ruled", [d["outcome"]], d.get("reason")),
    "GameEnded": lambda d, _: _words(
        "over", d["reason"], *([d["winner"]] if "winner" in d else [])
    ),
    "NoteAdded": lambda d, _: _words(
        "note", in_line(d["text"]), *([d["about"]] if "about" in d else [])
    ),
    "TableAdjusted": lambda d, _: _with_text("set", [in_line(d["set"])], d.get("why")),
}


def read(line: str) -> Draft:
    """The event that a score-sheet line says. Raises NotationError."""
    seat, body = _split_seat(line.strip())
    if body.startswith("!"):
        kind, _, rest = body[1:].partition(" ")
        data, more = split_json(rest)
        if more.strip() or not isinstance(data, dict):
            raise NotationError(f"Expected one JSON object after !{kind}.")
        return Draft(type=kind, seat=seat, data=data)
    word, _, rest = body.partition(" ")
    word, _, deck = word.partition("@")
    reader = _READERS.get(word)
    if reader is None and re.fullmatch(r"d[1-9][0-9]*", word):
        faces = [_number(face) for face in rest.split()]
        return Draft(
            type="DiceRolled",
            seat=seat,
            data={"dice": [{"die": word, "face": face} for face in faces]},
        )
    if reader is None:
        return Draft(type="CardPlayed", seat=seat, data=_read_play(body))
    kind, data = reader(rest, deck or seat)
    return Draft(type=kind, seat=seat, data=data)


def _split_seat(line: str) -> tuple[str | None, str]:
    if line.startswith('"'):
        seat, rest = split_json(line)
        head = str(seat)
    else:
        head, colon, rest = line.partition(":")
        rest = colon + rest
        seat = None if head == "*" else head
    if not rest.startswith(":") or not rest[1:].strip() or not head:
        raise NotationError(f"Expected a seat, a colon and what happened, not {line[:40]!r}.")
    return seat, rest[1:].strip()


def _number(token: str) -> int:
    if not re.fullmatch(r"-?[0-9]+", token):
        raise NotationError(f"Expected a number, not {token!r}.")
    return int(token)


def _cards(tokens: Sequence[str]) -> list[str | None]:
    return [None if token == "?" else token for token in tokens]


def _one(rest: str, what: str) -> str:
    tokens = rest.split()
    if len(tokens) != 1:
        raise NotationError(f"Expected {what}, not {rest!r}.")
    return tokens[0]


def _read_play(body: str) -> dict[str, Any]:
    tokens = body.split()
    if len(tokens) < 2:
        raise NotationError(f"Expected a card and what it is played for, not {body!r}.")
    card, *tokens = tokens
    opponent = None
    if len(tokens) > 2 and tokens[-2] == "vs":
        *tokens, _, opponent = tokens
    last, _, owner = tokens[-1].partition("@")
    tokens = [*tokens[:-1], last] if last else tokens[:-1]
    data: dict[str, Any] = {"card": card, **_purpose(tokens, body)}
    if owner:
        data["owner"] = owner
    return data if opponent is None else {**data, "opponent": opponent}


def _purpose(tokens: Sequence[str], body: str) -> dict[str, Any]:
    match tokens:
        case ["!"]:
            return {"as": "action"}
        case ["!", action]:
            return {"as": "action", "action": None if action == "-" else action}
        case ["_"]:
            return {"as": "hunker"}
        case [sign] if sign.startswith("^"):
            return {"as": "rally"} | ({"unit": sign[1:]} if sign[1:] else {})
    raise NotationError(f"Expected ! (action), ^ (rally) or _ (hunker) after the card: {body!r}.")


def _read_move(rest: str) -> dict[str, Any]:
    unit, *tokens = rest.split() or [""]
    data: dict[str, Any] = {"unit": unit, "path": []}
    turns: list[str | None] = []
    cargo: list[dict[str, Any]] = []
    for token in tokens:
        if token.startswith("|") and token[1:] in ("L", "R"):
            data["edge"] = ROTATIONS[token[1:]]
        elif "@" in token and token[0] in "+-":
            name, _, at = token[1:].partition("@")
            cargo.append({"at": _number(at), "pickup" if token[0] == "+" else "dropoff": name})
        elif "," in token:
            space, _, turn = token.partition("/")
            data["path"].append(space)
            if turn:
                turns += [None] * (len(data["path"]) - 1 - len(turns)) + [_rotation(turn)]
        else:
            raise NotationError(f"Expected a space, cargo or |L, |R, not {token!r}.")
    return data | ({"turns": turns} if turns else {}) | ({"cargo": cargo} if cargo else {})


def _rotation(letter: str) -> str | None:
    if letter not in ROTATIONS:
        raise NotationError(f"Expected /L, /R or /0, not /{letter}.")
    return ROTATIONS[letter]


def _read_target(rest: str) -> dict[str, Any]:
    match rest.split():
        case [target]:
            return {"target": target}
        case [target, "from", source]:
            return {"target": target, "source": source}
    raise NotationError(f"Expected a target, perhaps from a source, not {rest!r}.")


def _read_lost(rest: str) -> dict[str, Any]:
    match rest.split():
        case [zone]:
            return {"from": zone}
        case [zone, card]:
            return {"from": zone, "card": None if card == "?" else card}
    raise NotationError(f"Expected a zone and perhaps a card, not {rest!r}.")


def _read_found(rest: str) -> dict[str, Any]:
    found = re.fullmatch(r"([0-9]+)h ([0-9]+)p ([0-9]+)d", rest)
    if not found:
        raise NotationError(f"Expected Discords like 1h 0p 2d, not {rest!r}.")
    return {"hand": int(found[1]), "discard": int(found[2]), "deck": int(found[3])}


def _read_squad(rest: str) -> dict[str, Any]:
    squad, *units = rest.split() or [""]
    return {"squad": squad, "units": _cards(units)}


def _read_deploy(rest: str) -> dict[str, Any]:
    match rest.split():
        case [unit, "in", carrier]:
            return {"unit": unit, "carried_by": carrier}
        case [unit, place]:
            at, _, facing = place.partition("/")
            data: dict[str, Any] = {"unit": unit, "at": at}
            return {**data, "facing": _number(facing)} if facing else data
    raise NotationError(f"Expected a unit and where it is placed, not {rest!r}.")


def _read_ended(rest: str) -> dict[str, Any]:
    reason, *winner = rest.split() or [""]
    return {"reason": reason, "winner": winner[0]} if winner else {"reason": reason}


def _read_ruled(rest: str) -> dict[str, Any]:
    outcome, _, reason = rest.partition(" ")
    if not TOKEN.fullmatch(outcome):
        raise NotationError(f"Expected an outcome, not {outcome!r}.")
    return {"outcome": outcome, "reason": _text(reason)} if reason else {"outcome": outcome}


def _read_scored(rest: str) -> dict[str, Any]:
    cubes, _, why = rest.partition(" ")
    return {"cubes": _number(cubes), "why": _text(why)}


def _read_note(rest: str) -> dict[str, Any]:
    text, about = split_json(rest)
    return {"text": text, "about": _number(about.strip())} if about.strip() else {"text": text}


def _read_set(rest: str) -> dict[str, Any]:
    pointers, why = split_json(rest)
    return {"set": pointers, "why": _text(why.strip())} if why.strip() else {"set": pointers}


def _text(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, str):
        raise NotationError(f"Expected a quoted text, not {text[:40]!r}.")
    return value


_READERS: Mapping[str, Callable[[str, str | None], tuple[str, dict[str, Any]]]] = {
    "draw": lambda r, deck: ("CardsDrawn", {"deck": deck, "cards": _cards(r.split())}),
    "shuffle": lambda _, deck: ("DeckShuffled", {"deck": deck}),
    "bid": lambda r, _: ("InitiativeBid", {"card": _cards([_one(r, "a card")])[0]}),
    "mv": lambda r, _: ("UnitMoved", _read_move(r)),
    ">": lambda r, _: ("TargetChosen", _read_target(r)),
    "at": lambda r, _: ("SpaceChosen", {"space": _one(r, "a space")}),
    "take": lambda r, _: ("CardsChosen", {"cards": _cards(r.split())}),
    "then": lambda r, _: ("ActionChosen", {"action": _one(r, "an action")}),
    "done": lambda *_: ("ActionFinished", {}),
    "lose": lambda r, _: ("CasualtyTaken", _read_lost(r)),
    "aboard": lambda r, _: ("CarriedUnitHit", {"unit": _one(r, "a unit")}),
    "found": lambda r, _: ("DiscordsFound", _read_found(r)),
    "end": lambda r, _: ("TurnEnded", {"discarded": r.split()} if r else {}),
    "squad": lambda r, _: ("SquadChosen", _read_squad(r)),
    "deploy": lambda r, _: ("UnitDeployed", _read_deploy(r)),
    "vp": lambda r, _: ("VpScored", _read_scored(r)),
    "ruled": lambda r, _: ("OutcomeRuled", _read_ruled(r)),
    "over": lambda r, _: ("GameEnded", _read_ended(r)),
    "note": lambda r, _: ("NoteAdded", _read_note(r)),
    "set": lambda r, _: ("TableAdjusted", _read_set(r)),
}
