"""The OpenAPI document at /openapi.json, and a page for people made of it at /docs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup, escape
from msgspec import Struct

from api.http import openapi
from api.http.addresses import address
from api.http.contract import operations
from api.http.messages import compressed, encoded
from api.http.problems import KINDS, not_found

HTML = "text/html; charset=utf-8"


class Operation(Struct, frozen=True):
    """One call, as the page shows it."""

    name: str
    method: str
    path: str
    anchor: str
    summary: str
    description: str
    parameters: list[Mapping[str, Any]]
    body: Mapping[str, Any]
    answers: Mapping[str, Any]
    refusals: Mapping[str, str]
    """The statuses of its problems, and each one's place on the page."""


class Documentation:
    """The document and its page, made when they are first asked for."""

    def __init__(self, api: openapi.Api) -> None:
        """Describes the resources of `api`, which are all registered by then."""
        self._api = api

    @cached_property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return openapi.document(self._api)

    def json(self) -> bytes:
        """The document as it is sent, with the public address of what it describes."""
        return encoded({**self.document, "servers": [{"url": address("")}]})

    @cached_property
    def page(self) -> str:
        """The page for people."""
        return render_template(
            "docs.html",
            info=self.document["info"],
            groups=self._groups,
            problems=KINDS,
            schemas=self._schemas,
            pretty=_pretty,
        )

    @property
    def _groups(self) -> list[tuple[Mapping[str, str], list[Operation]]]:
        operations = list(_operations(self.document))
        return [
            (tag, [operation for named, operation in operations if named == tag["name"]])
            for tag in self.document["tags"]
        ]

    @property
    def _schemas(self) -> list[tuple[str, list[tuple[str, Any]]]]:
        """The schemas by ruleset, those of the API itself first."""
        found: dict[str, list[tuple[str, Any]]] = {"": []}
        for name, schema in sorted(self.document["components"]["schemas"].items()):
            ruleset, _, _ = name.rpartition(".")
            found.setdefault(ruleset, []).append((name, schema))
        return list(found.items())


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[str, Operation]]:
    for path, method, found in operations(document):
        yield (
            found["tags"][0],
            Operation(
                name=found["operationId"],
                method=method.upper(),
                path=path,
                anchor=f"{method}-{path.strip('/').translate(_ANCHOR)}",
                summary=found.get("summary", ""),
                description=found.get("description", ""),
                parameters=[
                    *document["paths"][path].get("parameters", []),
                    *found.get("parameters", []),
                ],
                body=found.get("requestBody", {}).get("content", {}),
                answers={
                    status: answer
                    for status, answer in found["responses"].items()
                    if "$ref" not in answer
                },
                refusals={
                    status: _FIRST[int(status)]
                    for status, answer in found["responses"].items()
                    if "$ref" in answer
                },
            ),
        )


_FIRST = {kind.status: slug for slug, kind in reversed(KINDS.items())}
"""The first type of problem of each status."""

_ANCHOR = str.maketrans({"/": "-", "{": None, "}": None, ".": "-"})
_REFERENCE = "#/components/schemas/"


def _pretty(schema: Any) -> Markup:
    """A schema or example as indented JSON in which references are links."""
    if isinstance(schema, str):
        return escape(schema)
    text = str(escape(json.dumps(schema, indent=2, ensure_ascii=False)))
    parts = text.split(f"&#34;{_REFERENCE}")
    linked = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("&#34;")
        linked.append(f'<a href="#schema-{name}">{name}</a>{rest}')
    return Markup("".join(linked))


def blueprint(api: openapi.Api) -> Blueprint:
    """Document, page, and where the types of problems lead, for the resources of `api`."""
    found = Blueprint(
        "docs",
        __name__,
        static_folder="static",
        static_url_path="/docs/static",
        template_folder="templates",
    )
    documentation = Documentation(api)

    @found.get("/openapi.json")
    def document() -> Response:
        response = Response(documentation.json(), content_type="application/json")
        return _conditional(response)

    @found.get("/problems/<slug>")
    def problem(slug: str) -> Response:
        if slug not in KINDS:
            raise not_found(f"There is no type of problem {slug}; /docs lists them.")
        return Response(status=302, headers={"Location": f"/docs#problem-{slug}"})

    @found.get("/docs")
    def page() -> Response:
        return _conditional(Response(documentation.page, content_type=HTML))

    @found.get("/docs/versions")
    def versions() -> Response:
        return _conditional(Response(render_template("versions.html"), content_type=HTML))

    return found


def _conditional(response: Response) -> Response:
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request.environ)
    return response if response.status_code == 304 else compressed(response)
