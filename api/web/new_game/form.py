"""What the form of a new game asks, with every default, and the game that its answers describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from api.games.creation import GameBody
from api.http.problems import unprocessable
from projections.kit import replay
from projections.kit.box import Box, components
from projections.kit.common import GameCreated, Seated
from projections.kit.ruleset import Ruleset, Seat
from projections.kit.schema import json_schema
from projections.people import Person

LISTED = 12
"""Whole numbers in a row: more of them are asked for as a number, not as a list."""

Given = Mapping[str, str]
"""What somebody has filled in so far, by the names of the fields."""


class Choice(Struct, frozen=True):
    """An answer to choose: its JSON and its words."""

    value: str
    said: str


class Asked(Struct, frozen=True):
    """One thing that the form asks. Without `choices` a whole number from `low` to `high`."""

    name: str
    label: str
    value: str
    choices: Sequence[Choice] = ()
    low: int = 0
    high: int = 0
    why: str = ""


class Place(Struct, frozen=True):
    """A seat: the name that somebody gave its side, what it is called else, who sits, the team."""

    seat: Seat
    name: str
    usual: str
    person: str
    team: Asked | None


class Form(Struct, frozen=True):
    """A whole form. `rulings` are where the rulebook is silent; the first choice is the usual."""

    seating: tuple[Seat, ...]
    places: Sequence[Place]
    options: Sequence[Asked]
    rulings: Sequence[Asked]


def seating_of(rules: Ruleset[Any], given: Given) -> tuple[Seat, ...]:
    """The seats that are asked for: as many as `players`, by default as few as two may be."""
    wanted = given.get("players", "")
    fitting = (seats for seats in rules.seatings if str(len(seats)) == wanted)
    usual = (seats for seats in rules.seatings if len(seats) == 2)
    return next(fitting, None) or next(usual, None) or rules.seatings[0]


def called(known: Sequence[Person]) -> dict[str, str]:
    """What a form calls people -> their ids; of several of one name, each with a part of his id."""
    alike = Counter(person.shown for person in known)
    return {
        person.shown
        if alike[person.shown] == 1
        else f"{person.shown} · {person.id[-4:]}": person.id
        for person in known
    }


def form(rules: Ruleset[Any], box: Box, given: Given, people: Mapping[str, str]) -> Form:
    """The form for a game of that box, filled in as far as `given` says; people as `called`.

    A person may be given by his id, too.
    """
    ids = {id_: name for name, id_ in people.items()}
    seating, parts = seating_of(rules, given), components(rules, box.content)
    offered, names = rules.offers(parts), names_in(box.content)
    created = _completed(rules, parts, seating)
    teams = [Choice(team["id"], team["name"]) for team in offered.get("teams", ())]
    return Form(
        seating=seating,
        places=[_place(seated, teams, given, ids) for seated in created.seats],
        options=list(_options(rules, offered, created, names, given)),
        rulings=[_ruling(ruling, given) for ruling in rules.rulebook.rulings.values()],
    )


def game(rules: Ruleset[Any], box: Box, given: Given, people: Mapping[str, str]) -> GameBody:
    """The game that a form describes which was sent; people as `called`.

    Raises 422 for a person who is not known.
    """
    filled = form(rules, box, given, people)
    options: dict[str, Any] = {"policy": given.get("policy", "record")}
    for asked in filled.options:
        _, key, *seat = asked.name.split(".")
        value = _read(asked.value)
        if not seat:
            options[key] = value
        elif value is not None:
            options.setdefault(key, {})[seat[0]] = value
    options["rulings"] = {
        asked.name.partition(".")[2]: _read(asked.value)
        for asked in filled.rulings
        if asked.value != asked.choices[0].value
    }
    return GameBody(
        ruleset=rules.id,
        box=box.id,
        seats=[_seated(place, people) for place in filled.places],
        options=options,
        fixture=given.get("fixture") or None,
        visibility=_visibility(given.get("visibility")),
    )


def _completed(rules: Ruleset[Any], parts: Any, seating: Sequence[Seat]) -> GameCreated:
    """A game of which nothing is chosen, with the defaults of the box."""
    seats = [Seated(seat=seat, name=f"Side {seat}") for seat in seating]
    return replay.completed(rules, GameCreated(ruleset=rules.id, seats=seats), parts)


def _place(seated: Seated, teams: Sequence[Choice], given: Given, ids: Mapping[str, str]) -> Place:
    seat, name = seated.seat, given.get(f"name-{seated.seat}", "").strip()
    team = None
    if teams:
        namesake = next((one.value for one in teams if one.said == name), seated.team or "")
        value = given.get(f"team-{seat}", namesake)
        team = Asked(f"team-{seat}", "Team", value, teams)
    said = next((one.said for one in teams if team and one.value == team.value), seated.name)
    person = given.get(f"person-{seat}", "").strip()
    return Place(seat, name, said, ids.get(person, person), team)


def _seated(place: Place, people: Mapping[str, str]) -> Seated:
    """A side without a name is called as its team is, else as its person is, else as its seat."""
    person = people.get(place.person)
    if place.person and person is None:
        unknown = f"There is nobody called {place.person} here; enter the name under People first."
        raise unprocessable({f"seat {place.seat}": [unknown]})
    usual = "" if person is not None and place.team is None else place.usual
    return Seated(
        seat=place.seat,
        name=place.name or usual,
        team=place.team.value if place.team else None,
        person=person,
    )


def _options(
    rules: Ruleset[Any],
    offered: Mapping[str, Any],
    created: GameCreated,
    names: Mapping[str, str],
    given: Given,
) -> Iterator[Asked]:
    """What the box lets a table choose; of what is chosen for each seat one question a seat."""
    schemas = _properties(rules)
    for key, values in offered.get("options", {}).items():
        schema, usual = schemas.get(key, {}), created.options.get(key)
        label = schema.get("title") or key.replace("_", " ").capitalize()
        if schema.get("type") == "object":
            for seated in created.seats:
                chosen = (usual or {}).get(seated.seat)
                name = f"option.{key}.{seated.seat}"
                yield _asked(name, f"{label}, seat {seated.seat}", values, chosen, names, given)
        else:
            yield _asked(f"option.{key}", label, values, usual, names, given)


def _asked(
    name: str, label: str, values: Sequence[Any], usual: Any, names: Mapping[str, str], given: Given
) -> Asked:
    value = given.get(name, _written(usual))
    if len(values) > LISTED and list(values) == list(range(values[0], values[-1] + 1)):
        return Asked(name, label, value, low=values[0], high=values[-1])
    choices = [Choice(_written(one), names.get(str(one)) or said(one)) for one in values]
    return Asked(name, label, value, choices)


def _ruling(ruling: Any, given: Given) -> Asked:
    name = f"ruling.{ruling.key}"
    choices = [Choice(_written(value), said(value)) for value in ruling.values]
    value = given.get(name, choices[0].value)
    return Asked(name, ruling.question, value, choices, why=ruling.why)


def said(value: Any) -> str:
    """A value of an option or ruling in words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ").replace("-", " ")


def _properties(rules: Ruleset[Any]) -> Mapping[str, Any]:
    """The JSON Schemas of a ruleset's options by their names."""
    schema = json_schema(rules.settings)
    own = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    found: Mapping[str, Any] = own.get("properties", {})
    return found


def names_in(content: Mapping[str, Any]) -> Mapping[str, str]:
    """What a box calls its parts, by their ids: `sample-plain` is `Open ground`."""
    return {
        id_: part["name"]
        for parts in content.values()
        if isinstance(parts, Mapping)
        for id_, part in parts.items()
        if isinstance(part, Mapping) and isinstance(part.get("name"), str)
    }


def _visibility(given: str | None) -> Any:
    return given if given in ("public", "unlisted", "private") else "unlisted"


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _read(text: str) -> Any:
    """A value as the form wrote it; what is no JSON as it stands, for the door to refuse."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
