"""The OpenAPI document: flask-smorest's, with our types as schemas and problems as errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

import flask_smorest
import marshmallow as ma
import msgspec
from flask import Flask, Request
from flask_smorest.utils import deepupdate
from webargs.flaskparser import FlaskParser
from werkzeug.routing import BaseConverter

from api.http import contract
from api.http.problems import unprocessable
from api.schemas import Problem
from projections.kit.find import rulesets
from projections.leagues.payloads import PAYLOADS

View = TypeVar("View", bound=Callable[..., Any])

REFERENCE = "#/components/schemas/{name}"
DESCRIPTION = """
Records games played at a table, replays them step by step and referees them.

* A game is a log of events. `version` counts what was recorded, `step` what is in force after
  corrections.
* Send a token as `Authorization: Bearer <token>`. Public games need none.
* Every error is a problem (RFC 9457) whose `detail` says what to do.
* Every GET of a game has an `ETag`; its number, before the hyphen, is the version that `If-Match`
  or `expected_version` of a write may name.
"""


class _Pattern(BaseConverter):
    """A part of a path; its pattern stands in the document too."""


class GameId(_Pattern):
    """A game's id."""

    regex = "[a-z0-9][a-z0-9-]{0,63}"


class LeagueId(_Pattern):
    """A league's id."""

    regex = GameId.regex


class SeasonId(_Pattern):
    """A season's id."""

    regex = GameId.regex


class BoxId(_Pattern):
    """A box's id."""

    regex = "[a-z0-9][a-z0-9-]{0,240}@[0-9a-f]{12}"


class RulesetId(_Pattern):
    """A ruleset's id."""

    regex = "[a-z0-9][a-z0-9-]{0,63}"


class TokenId(_Pattern):
    """A token's id, a UUID."""

    regex = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


class WebhookId(_Pattern):
    """A webhook's id, a UUID."""

    regex = TokenId.regex


class PersonId(_Pattern):
    """A person's id: a UUID, or what the log of an imported game calls somebody."""

    regex = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}"


CONVERTERS: Mapping[str, type[_Pattern]] = {
    "game": GameId,
    "league": LeagueId,
    "season": SeasonId,
    "box": BoxId,
    "ruleset": RulesetId,
    "token": TokenId,
    "person": PersonId,
    "webhook": WebhookId,
}


class _Arguments(FlaskParser):
    """Reads query strings; what is wrong with one, or unknown, is a problem."""

    def __init__(self) -> None:
        super().__init__(unknown=ma.RAISE)

    def handle_error(
        self,
        error: ma.ValidationError,
        req: Request,
        schema: ma.Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        """Raises 422 with the errors by the name of the parameter."""
        messages = error.messages
        raise unprocessable(messages.get("query", messages) if isinstance(messages, dict) else {})


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A resource, with what its views take and answer in the OpenAPI document."""

    ARGUMENTS_PARSER = _Arguments()

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """Registers a view and documents it; its name is that of the operation."""
        decorator: Callable[[View], View] = super().route(rule, **options)

        def register(view: View) -> View:
            first, *others = view.__name__.split("_")
            name = first + "".join(word.capitalize() for word in others)
            return decorator(self._said(operationId=name)(view))

        return register

    def queries(self, query: type[ma.Schema]) -> Callable[[View], View]:
        """Reads the query string and gives it to the view as its first argument."""
        decorator: Callable[[View], View] = self.arguments(query, location="query")
        return decorator

    def takes(self, kind: Any, media: str = "application/json") -> Callable[[View], View]:
        """Documents the body of a view that reads it itself."""
        content = {media: {"schema": schema_of(kind)}}
        return self._said(requestBody={"required": True, "content": content})

    def answers(
        self,
        status: int,
        kind: Any = None,
        description: str = "",
        media: str = "application/json",
        *,
        header: str | None = None,
    ) -> Callable[[View], View]:
        """Documents one answer of a view that makes it itself, with a header of its own."""
        response: dict[str, Any] = {"description": description or HTTPStatus(status).phrase}
        if header is not None:
            response["headers"] = {header: {"$ref": f"#/components/headers/{header}"}}
        if kind is not None:
            response["content"] = {media: {"schema": schema_of(kind)}}
        return self._said(responses={str(status): response})

    def open(self) -> Callable[[View], View]:
        """Documents that a view needs no token."""
        return self._said(security=[])

    def refuses(self, *statuses: int) -> Callable[[View], View]:
        """Documents errors that do not follow from what the view takes; see `contract`."""
        return self._said(**{"x-refuses": statuses})

    def follows(self) -> Callable[[View], View]:
        """Documents that a write may name the version it follows by `If-Match`."""
        return self._said(**{"x-if-match": True})

    def resumes(self) -> Callable[[View], View]:
        """Documents that a stream goes on after `Last-Event-ID`."""
        return self._said(**{"x-resumes": True})

    def _said(self, **doc: Any) -> Callable[[View], View]:
        def decorator(view: View) -> View:
            apidoc = dict(getattr(view, "_apidoc", {}))
            manual = deepupdate(deepcopy(apidoc.get("manual_doc", {})), doc)
            view._apidoc = {**apidoc, "manual_doc": manual}  # type: ignore[attr-defined]
            return view

        return decorator


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest's API whose errors are problems."""

    def _register_responses(self) -> None:
        """Those of errors are told in api.http.contract."""

    def _register_error_handlers(self) -> None:
        """Errors are handled in api.http.problems."""


def make_api(app: Flask) -> Api:
    """The API of `app`, without its resources yet."""
    app.config.update(
        API_TITLE="gametape",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {"description": DESCRIPTION.strip()},
            "security": [{"token": []}, {}],
        },
    )
    app.url_map.converters.update(CONVERTERS)
    api = Api(app)
    for converter in CONVERTERS.values():
        api.register_converter(converter, _pattern)
    api.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    return api


def _pattern(converter: _Pattern) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{converter.regex}$"}


def schema_of(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a type of api.schemas, by reference; a dict is a schema already."""
    if isinstance(kind, dict):
        return kind
    (schema,), components = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    for name, component in components.items():
        if _known.setdefault(name, component) != component:
            raise ValueError(f"Two types are called {name}: rename one.")
    return schema


def either(*kinds: Any) -> dict[str, Any]:
    """The JSON Schema of a value of one of several types."""
    return {"anyOf": [schema_of(kind) for kind in kinds]}


_known: dict[str, Any] = {}


def document(api: Api) -> dict[str, Any]:
    """The whole document, with the payloads of all events of rulesets and leagues as schemas."""
    whole: dict[str, Any] = deepcopy(api.spec.to_dict())
    schemas = whole.setdefault("components", {}).setdefault("schemas", {})
    schema_of(Problem)
    schemas.update(deepcopy(_known))
    for rules in rulesets().values():
        schemas.update(_payloads(rules.id, rules.payloads))
    schemas.update(_payloads("league", PAYLOADS))
    contract.complete(whole)
    return whole


def _payloads(name: str, payloads: Mapping[str, type[msgspec.Struct]]) -> dict[str, Any]:
    """`<ruleset>.<type>` or `league.<type>`: the schema of each event type's data."""
    prefix = f"{name}."
    template = REFERENCE.replace("{name}", prefix + "{name}")
    kinds = list(dict.fromkeys(payloads.values()))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=template)
    found = {prefix + name: schema for name, schema in components.items()}
    of_kind = dict(zip(kinds, schemas, strict=True))
    for type_, kind in payloads.items():
        found.setdefault(prefix + type_, of_kind[kind])
    return found
