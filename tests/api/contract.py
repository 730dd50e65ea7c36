"""Answers held against the OpenAPI document: their status, headers and body, nothing unsaid."""

from __future__ import annotations

import gzip
import json
from copy import deepcopy
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import jsonschema_rs
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from api.http.contract import HEADERS, METHODS

DOCUMENT = "urn:document"
JSON = ("application/json", "application/problem+json")


class Contract:
    """The document of an application; made when the first answer is held against it."""

    def __init__(self) -> None:
        self._app: Flask | None = None
        self._validators: dict[str, Any] = {}

    def hold(self, app: Flask, answer: TestResponse) -> None:
        """Fails where the answer is not as the document says."""
        self._app = self._app or app
        path, method = answer.request.path, answer.request.method.lower()
        operation = self._operation(path, method)
        if operation is None:
            return
        said = f"{method.upper()} {path} {answer.status_code}"
        place, response = self._response(operation, str(answer.status_code), said)
        self._hold_headers(response, answer, said)
        self._hold_next(answer, said)
        self._hold_body(place, response, answer, said)

    def operation(self, app: Flask, path: str, method: str) -> Any:
        """What the document says of a call; None: it is none of the API."""
        self._app = self._app or app
        place = self._operation(path, method)
        return None if place is None else _at(self.document, place)

    @cached_property
    def document(self) -> Any:
        assert self._app is not None
        answer = self._app.test_client().get("/openapi.json")
        return json.loads(answer.get_data())

    @cached_property
    def _registry(self) -> Any:
        return jsonschema_rs.Registry([(DOCUMENT, _closed(self.document))])

    def _operation(self, path: str, method: str) -> str | None:
        """Where the document describes that call; None: it is none of the API."""
        assert self._app is not None
        try:
            rule, _ = self._app.url_map.bind("").match(path, method.upper(), return_rule=True)
        except HTTPException:
            return None
        pattern = "".join(f"{{{text}}}" if named else text for named, text in rule._trace)
        known = self.document["paths"].get(pattern.lstrip("|"), {})
        asked = "get" if method == "head" else method
        if asked not in METHODS or asked not in known:
            return None
        return f"/paths/{pattern.lstrip('|').replace('~', '~0').replace('/', '~1')}/{asked}"

    def _response(self, operation: str, status: str, said: str) -> tuple[str, Any]:
        responses = _at(self.document, operation)["responses"]
        assert status in responses, f"{said}: not said, but {', '.join(responses)}"
        found = responses[status]
        if "$ref" in found:
            place = found["$ref"].removeprefix("#")
            return place, _at(self.document, place)
        return f"{operation}/responses/{status}", found

    def _hold_headers(self, response: Any, answer: TestResponse, said: str) -> None:
        declared = response.get("headers", {})
        for name, header in HEADERS.items():
            given = name in answer.headers
            assert name in declared or not given, f"{said}: the header {name} is not said"
            if name in declared and header.get("required"):
                assert given, f"{said}: the header {name} is missing"

    def _hold_next(self, answer: TestResponse, said: str) -> None:
        """What goes by `after` and `limit` leads on, as asked and further, and never to itself."""
        asked = answer.request.args
        for link in answer.headers.get("Link", "").split(", "):
            if 'rel="next"' in link and "page" not in asked and asked.get("after", "").isdecimal():
                onward = urlsplit(link.partition(">")[0].strip("<"))
                led = dict(parse_qsl(onward.query))
                assert onward.path.endswith(answer.request.path), f"{said}: leads elsewhere"
                assert int(led.pop("after")) > int(asked["after"]), f"{said}: leads to itself"
                rest = {name: value for name, value in asked.items() if name != "after"}
                assert led == rest, f"{said}: leads to something else"

    def _hold_body(self, place: str, response: Any, answer: TestResponse, said: str) -> None:
        content = response.get("content")
        if content is None or answer.request.method == "HEAD":
            assert not answer.is_streamed and not answer.get_data(), f"{said}: a body is not said"
            return
        assert answer.mimetype in content, f"{said}: {answer.mimetype} is not said"
        if answer.mimetype not in JSON:
            return
        whole = answer.get_data()
        if answer.headers.get("Content-Encoding") == "gzip":
            whole = gzip.decompress(whole)
        media = answer.mimetype.replace("/", "~1")
        schema = f"{DOCUMENT}#{quote(f'{place}/content/{media}/schema')}"
        error = next(self._validator(schema).iter_errors(json.loads(whole)), None)
        assert error is None, f"{said}: at {error.instance_path}: {error.message}"

    def _validator(self, schema: str) -> Any:
        if schema not in self._validators:
            self._validators[schema] = jsonschema_rs.Draft202012Validator(
                {"$ref": schema}, registry=self._registry, validate_formats=True
            )
        return self._validators[schema]


def _at(document: Any, pointer: str) -> Any:
    for part in pointer.strip("/").split("/"):
        document = document[part.replace("~1", "/").replace("~0", "~")]
    return document


def _closed(document: Any) -> Any:
    """The document, but that objects with named fields have no others: all we answer is said."""
    closed = deepcopy(document)
    _close(closed)
    return closed


def _close(node: Any) -> None:
    if isinstance(node, dict):
        if node.get("properties") and node.get("additionalProperties") is True:
            node["additionalProperties"] = False
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


CONTRACT = Contract()
"""One for all tests: every installation answers alike."""
