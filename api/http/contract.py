"""What the OpenAPI document says of every operation alike: its errors, headers and examples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from api.http.problems import KINDS, MEDIA_TYPE

METHODS = ("get", "post", "put", "patch", "delete")
MARKS = ("x-refuses", "x-if-match", "x-resumes")
"""What a view says of itself to this module, and what the document then says in full."""

EXAMPLES = Path(__file__).parent / "examples.json"

POSITION = "Gametape-Position"

_UNLIMITED = ("/healthz", "/readyz", "/metrics")
_WITHOUT_DATABASE = ("/healthz", "/metrics")

_TEXT, _WHOLE = {"type": "string"}, {"type": "integer", "minimum": 0}

_COUNTED = (
    *("total", "total_pages", "first_page", "last_page"),
    *("page", "previous_page", "next_page"),
)

HEADERS: Mapping[str, Mapping[str, Any]] = {
    "ETag": {
        "description": 'What this answer rests on, `"<version>"` or `"<version>-<more>"`.',
        "schema": _TEXT,
        "required": True,
    },
    "Location": {"description": "Where it is.", "schema": _TEXT, "required": True},
    "Link": {
        "description": "The pages `first`, `prev`, `next` and `last` that there are (RFC 8288); of "
        "what goes by `after` and `limit`, `next` where there is more.",
        "schema": _TEXT,
    },
    "X-Pagination": {
        "description": "How many there are: a JSON object.",
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["total", "total_pages"],
                    "properties": dict.fromkeys(_COUNTED, _WHOLE),
                    "additionalProperties": True,
                }
            }
        },
    },
    "Content-Disposition": {
        "description": "The name of the file.",
        "schema": _TEXT,
    },
    "WWW-Authenticate": {
        "description": "How to send a token (RFC 6750).",
        "schema": _TEXT,
        "required": True,
    },
    "Retry-After": {
        "description": "Seconds after which to ask again.",
        "schema": _WHOLE,
        "required": True,
    },
    POSITION: {
        "description": "As of when the answer is: a number that grows with all that is written. "
        "Send it back with reads, and none is older. Only where reads come from replicas.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,19}$"},
    },
    "RateLimit": {
        "description": "By the name of the limit, requests left (`r`) and seconds until it is "
        "full again (`t`). An admin's requests are not limited.",
        "schema": _TEXT,
    },
    "RateLimit-Policy": {
        "description": "By the name of the limit, requests (`q`) in so many seconds (`w`).",
        "schema": _TEXT,
    },
}
"""Every header of an answer that a program may go by."""

_OF_ERRORS = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After",),
    503: ("Retry-After",),
    507: ("Retry-After",),
}
_EVERYWHERE = ("RateLimit", "RateLimit-Policy", POSITION)

_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "Tags of answers that you have; 304 where one is still right.",
    "schema": _TEXT,
}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "description": "The tag of the answer that this follows: 409 where its version is not the "
    "present one.",
    "schema": _TEXT,
}
_LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The version of the last event that was seen.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,16}$"},
}
_AT_LEAST = {
    "name": POSITION,
    "in": "header",
    "description": "Answer nothing older than this: the highest that you were told, or `now`, for "
    "which anything else is taken.",
    "schema": _TEXT,
}


def _answered(document: Mapping[str, Any]) -> dict[str, Any]:
    """A response for each status of an error that an operation answers, by its name."""
    answered = {status for *_, one in operations(document) for status in one["responses"]}
    statuses = dict.fromkeys(kind.status for kind in KINDS.values() if str(kind.status) in answered)
    return {_name(status): _error(status) for status in statuses}


def _error(status: int) -> dict[str, Any]:
    found = {slug: kind for slug, kind in KINDS.items() if kind.status == status}
    content: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/Problem"}}
    if (example := examples()["problems"].get(str(status))) is not None:
        content["example"] = example
    return {
        "description": " ".join(f"`{slug}`: {kind.meaning}" for slug, kind in found.items()),
        "headers": _headers(*_OF_ERRORS.get(status, ()), *_EVERYWHERE),
        "content": {MEDIA_TYPE: content},
    }


def _name(status: int) -> str:
    """The name of the response with that status: of `not-found` it is NotFound."""
    slug = next(slug for slug, kind in KINDS.items() if kind.status == status)
    return "".join(word.capitalize() for word in slug.split("-"))


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


@cache
def examples() -> Any:
    """Requests and answers by operation, and problems by status, as a server gave them."""
    return json.loads(EXAMPLES.read_text("utf-8")) if EXAMPLES.exists() else {"problems": {}}


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Path, method and description of every operation."""
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def complete(document: Any) -> None:
    """Adds to every operation what all of its kind have."""
    document["components"]["headers"] = {name: dict(of) for name, of in HEADERS.items()}
    _for_others(document["components"]["schemas"])
    _for_others(document["paths"])
    for path, method, operation in operations(document):
        marks = {mark: operation.pop(mark, None) for mark in MARKS}
        if method != "get" and "security" not in operation:
            operation["security"] = [{"token": []}]
        marks["reads"] = method == "get" and path not in _UNLIMITED
        _say_parameters(operation, marks)
        _say_errors(path, method, operation, marks)
        _say_headers(path, operation)
        _say_examples(operation)
    document["components"]["responses"] = _answered(document)


def _for_others(schema: Any) -> None:
    """Says in a schema what others than Python and we read otherwise, or not at all.

    Of every object whether further fields may come: of answers they may. Patterns end with `$`.
    Of arrays what their items are, be it anything. Titles go: generators name types by them, and
    several rulesets have types of one title. And what is null unless given may be left out: with a
    default it would be required to some.
    """
    if isinstance(schema, list):
        for one in schema:
            _for_others(one)
    elif isinstance(schema, dict):
        if schema.get("type") == "object":
            schema.setdefault("additionalProperties", True)
        if schema.get("type") == "array" and "prefixItems" not in schema:
            schema.setdefault("items", {})
        if schema.get("default", "") is None:
            del schema["default"]
        if isinstance(schema.get("title"), str):
            del schema["title"]
        if isinstance(pattern := schema.get("pattern"), str):
            schema["pattern"] = pattern.replace("\\Z", "$")
        for key, value in schema.items():
            if key not in ("enum", "const", "default", "example", "examples"):
                _for_others(value)


def _say_parameters(operation: Any, marks: Mapping[str, Any]) -> None:
    wanted = (
        (_IF_NONE_MATCH, "304" in operation["responses"]),
        (_IF_MATCH, marks["x-if-match"]),
        (_LAST_EVENT_ID, marks["x-resumes"]),
        (_AT_LEAST, marks["reads"]),
    )
    found = operation.setdefault("parameters", [])
    found += [dict(parameter) for parameter, wants in wanted if wants]


def _say_errors(path: str, method: str, operation: Any, marks: Mapping[str, Any]) -> None:
    body = operation.get("requestBody", {}).get("content", {})
    secret = operation.get("security") != []
    can_be = {
        400: "application/json" in body or marks["x-resumes"],
        401: secret,
        403: secret and method != "get",
        404: "{" in path,
        409: marks["x-if-match"],
        410: "{game}" in path,
        413: body,
        415: body,
        422: body or any(one["in"] == "query" for one in operation["parameters"]),
        429: path not in _UNLIMITED,
        501: "{game}" in path,
        503: path not in _WITHOUT_DATABASE,
        507: method != "get",
    }
    responses = operation["responses"]
    responses.pop("default", None)
    for status in sorted({s for s, so in can_be.items() if so} | set(marks["x-refuses"] or ())):
        responses[str(status)] = {"$ref": f"#/components/responses/{_name(status)}"}
    operation["responses"] = dict(sorted(responses.items()))


def _say_headers(path: str, operation: Any) -> None:
    responses = operation["responses"]
    known = {one["name"] for one in operation["parameters"] if one["in"] == "query"}
    paged, ranged = "page_size" in known, {"after", "limit"} <= known
    for status, response in responses.items():
        if "$ref" in response:
            continue
        names = [] if path in _UNLIMITED else list(_EVERYWHERE)
        if "304" in responses and status in ("200", "304"):
            names.append("ETag")
        if paged and status == "200":
            names += ["X-Pagination", "Link"]
        if ranged and status == "200":
            names.append("Link")
        headers = response.setdefault("headers", {})
        headers.update(_headers(*names))
        if not headers:
            del response["headers"]


def _say_examples(operation: Any) -> None:
    told = examples().get(operation["operationId"], {})
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        if media in told.get("request", {}):
            content["example"] = told["request"][media]
    for status, response in operation["responses"].items():
        for media, content in response.get("content", {}).items():
            if media in told.get(status, {}):
                content["example"] = told[status][media]
