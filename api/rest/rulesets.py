"""The games that can be recorded, and their rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response
from marshmallow import fields, validate
from msgspec import UNSET, Struct

from api.http.messages import answer
from api.http.openapi import Blueprint
from api.http.problems import not_found, unprocessable
from api.http.queries import Query, word
from api.schemas import RuleDocument, RulesetDocument, RulingDocument
from api.services import services
from projections.kit.box import components, sample
from projections.kit.find import rulesets
from projections.kit.notation import NotationError
from projections.kit.ruleset import Ruleset
from projections.kit.schema import json_schema

LONGEST_LINE = 4_000

blueprint = Blueprint("rulesets", __name__, description="Games that can be recorded")


class BoxQuery(Query):
    """For which box."""

    box = word("A box's id: the options and teams that it admits.")


class LineQuery(Query):
    """A line to be read."""

    line = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_LINE),
        metadata={"description": "One line of a score sheet in the ruleset's notation."},
    )


class Said(Struct, frozen=True):
    """An event as it could be sent."""

    type: str
    seat: str | None
    data: Any


@blueprint.route("/rulesets", methods=["GET"])
@blueprint.answers(200, list[RulesetDocument])
@blueprint.open()
def list_rulesets() -> Response:
    """Every ruleset"""
    return answer([_document(rules) for rules in rulesets().values()])


@blueprint.route("/rulesets/<ruleset:ruleset>", methods=["GET"])
@blueprint.queries(BoxQuery)
@blueprint.answers(200, RulesetDocument)
@blueprint.open()
def show_ruleset(query: dict[str, Any], ruleset: str) -> Response:
    """A ruleset: seats, event types, options, rules and rulings

    With `box` the options and teams that the box admits.
    """
    rules = _found(ruleset)
    if query["box"] is None:
        return answer(_document(rules))
    box = services().boxes.resolve(ruleset, query["box"])
    if box is None:
        raise not_found(f"{ruleset} has no box {query['box']}; GET /api/v1/boxes lists them.")
    return answer(_document(rules, rules.offers(components(rules, box.content))))


@blueprint.route("/rulesets/<ruleset:ruleset>/notation", methods=["GET"])
@blueprint.queries(LineQuery)
@blueprint.answers(200, Said)
@blueprint.open()
def read_notation(query: dict[str, Any], ruleset: str) -> Response:
    """What a score-sheet line says

    The event is not recorded. 422 where the line cannot be read, with what was expected.
    """
    try:
        said = _found(ruleset).read(query["line"])
    except NotationError as error:
        raise unprocessable({"line": [str(error)]}, str(error)) from None
    return answer(Said(said.type, said.seat, said.data))


def _found(ruleset: str) -> Ruleset[Any]:
    rules = rulesets().get(ruleset)
    if rules is None:
        raise not_found(f"There is no ruleset {ruleset}; there are {', '.join(rulesets())}.")
    return rules


def _document(rules: Ruleset[Any], offered: Mapping[str, Any] | None = None) -> RulesetDocument:
    book = rules.rulebook
    return RulesetDocument(
        id=rules.id,
        name=rules.name,
        seats=[list(seating) for seating in rules.seatings],
        events={type_: json_schema(kind) for type_, kind in rules.payloads.items()},
        options=_options(rules, (offered or {}).get("options", {})),
        rules=[RuleDocument(r.id, r.title, r.citation) for r in book.rules.values()],
        rulings=[
            RulingDocument(r.key, r.question, r.default, list(r.alternatives))
            for r in book.rulings.values()
        ],
        sample_box=sample(rules).id,
        teams=UNSET if offered is None else list(offered.get("teams", ())),
    )


def _options(rules: Ruleset[Any], offered: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a game's options; of those that a box limits, with their values."""
    schema = json_schema(rules.settings)
    own = schema
    if "$ref" in schema:
        own = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    rulings = {
        key: {"enum": list(ruling.values), "default": ruling.default, "title": ruling.question}
        for key, ruling in rules.rulebook.rulings.items()
    }
    properties = {
        "policy": {"enum": ["record", "enforce"], "default": "record"},
        "rulings": {"type": "object", "properties": rulings, "additionalProperties": False},
        **own.get("properties", {}),
    }
    for field, values in offered.items():
        properties[field] = {**properties.get(field, {}), "enum": list(values)}
    document = {**own, "properties": properties, "additionalProperties": False}
    if "$defs" in schema:
        document["$defs"] = schema["$defs"]
    return document
