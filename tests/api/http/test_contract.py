"""The OpenAPI document says everything of every operation, and its examples are real."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from api.http.contract import HEADERS, examples, operations
from api.http.problems import KINDS, MEDIA_TYPE
from tests.api.http.examples import OPERATIONS, operations_now
from tests.api.http.examples import told as told_now
from tests.api.site import Site, read

ANEW = "python -m tests.api.http.examples writes them anew"

WORDS = ("role", "visibility", "severity", "grade", "status", "basis", "withdrawn")
"""Fields of answers that hold one of a few words."""

ALWAYS = {"get": {"429", "503"}, "post": {"401", "422"}, "patch": {"401", "403", "404", "422"}}

OUTSIDE = ("/healthz", "/readyz", "/metrics", "/api/v1/session")


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    site = Site(f"sqlite:///{tmp_path_factory.mktemp('contract') / 'gametape.db'}")
    found = read(site.get("/openapi.json", None, at_root=True))
    site.services.engine.dispose()
    return found


def test_the_names_of_operations_do_not_change(document: Any) -> None:
    names = [one["operationId"] for *_, one in operations(document)]
    assert len(names) == len(set(names))
    assert operations_now() == OPERATIONS.read_text("utf-8").splitlines(), ANEW


def test_every_operation_says_all_that_can_be_answered(document: Any) -> None:
    for path, method, one in operations(document):
        said = f"{method} {path}"
        assert one["tags"] and one["summary"], said
        assert "default" not in one["responses"], said
        if path not in OUTSIDE:
            assert ALWAYS.get(method, set()) <= set(one["responses"]), said
        for status, response in one["responses"].items():
            if status >= "400":
                assert response["$ref"].startswith("#/components/responses/"), (said, status)
            elif path not in OUTSIDE:
                assert {"RateLimit", "RateLimit-Policy"} <= set(response["headers"]), said


def test_every_error_is_a_problem_with_an_example(document: Any) -> None:
    kinds = {kind.status: kind for kind in KINDS.values()}
    for name, response in document["components"]["responses"].items():
        (media,) = response["content"]
        assert media == MEDIA_TYPE
        example = response["content"][media]["example"]
        assert example["status"] in kinds, name
        assert list(_errors(document, response["content"][media]["schema"], example)) == []


def test_every_application_describes_itself_alike(document: Any, site: Site) -> None:
    assert read(site.get("/openapi.json", None, at_root=True)) == document


def test_the_document_names_its_server(document: Any, site: Site) -> None:
    assert document["servers"] == [{"url": "http://localhost"}]
    elsewhere = site.get("/openapi.json", None, at_root=True, base_url="https://club.example")
    assert read(elsewhere)["servers"] == [{"url": "https://club.example"}]


def test_what_goes_by_after_and_limit_leads_on(document: Any) -> None:
    ranged = [
        one
        for *_, one in operations(document)
        if {"after", "limit"} <= {parameter["name"] for parameter in one["parameters"]}
    ]
    assert len(ranged) >= 4
    assert all("Link" in one["responses"]["200"]["headers"] for one in ranged)


def test_every_header_is_described(document: Any) -> None:
    assert set(document["components"]["headers"]) == set(HEADERS)
    for header in document["components"]["headers"].values():
        assert header["description"]


def _contents(document: Any) -> Iterator[tuple[str, str, Any]]:
    for path, method, one in operations(document):
        said = f"{method.upper()} {path}"
        for media, content in one.get("requestBody", {}).get("content", {}).items():
            yield said, media, content
        for status, response in one["responses"].items():
            for media, content in response.get("content", {}).items():
                yield f"{said} {status}", media, content


def test_every_request_and_answer_has_an_example_that_is_valid(document: Any) -> None:
    for said, media, content in _contents(document):
        assert "example" in content, f"{said} {media} has no example; {ANEW}"
        errors = list(_errors(document, content["schema"], content["example"]))
        assert errors == [], (said, media)


def _errors(document: Any, schema: Any, value: Any) -> Iterator[str]:
    whole = {**schema, "components": document["components"]}
    validator = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
    for error in validator.iter_errors(value):
        yield f"{error.instance_path}: {error.message}"


def test_the_examples_are_what_the_server_answers() -> None:
    kept = {name: one for name, one in examples().items() if name != "problems"}
    now = told_now()
    assert now.pop("problems").keys() == examples()["problems"].keys()
    assert now.keys() == kept.keys(), ANEW
    for name, one in now.items():
        assert _shape(one) == _shape(kept[name]), f"{name}: {ANEW}"


def _shape(value: Any) -> Any:
    """What a value is made of: the fields of objects, and of all else the type."""
    if isinstance(value, dict):
        return {key: _shape(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_shape(one) for one in value[:1]]
    return "number" if isinstance(value, int | float) else type(value).__name__


def _properties(node: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, dict):
        yield from node.get("properties", {}).items()
        for value in node.values():
            yield from _properties(value)
    elif isinstance(node, list):
        for value in node:
            yield from _properties(value)


def _answered(document: Any) -> Iterator[tuple[str, Any]]:
    """The fields of everything that is answered; payloads of events have tests of their own."""
    for name, schema in document["components"]["schemas"].items():
        if "." not in name:
            for field, described in _properties(schema):
                yield f"{name}.{field}", described


def _any_of(schema: Any) -> list[Any]:
    return [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]


def test_times_have_their_format(document: Any) -> None:
    ends = (".at", "_at", ".expires")
    found = _answered(document)
    times = [(n, s) for n, s in found if n.endswith(ends) and not n.endswith(".looked_at")]
    assert len(times) > 12
    for name, schema in times:
        assert all(one.get("format") == "date-time" for one in _any_of(schema)), name


def test_fields_of_a_few_words_name_them(document: Any) -> None:
    words = [
        (n, s)
        for n, s in _answered(document)
        if n.rpartition(".")[2] in WORDS
        and {one.get("type") for one in _any_of(s)} <= {"string", None}
        and not any(one.keys() & {"$ref"} for one in _any_of(s))
    ]
    assert len(words) > 15
    for name, schema in words:
        assert all("enum" in one or "const" in one for one in _any_of(schema)), name


def test_every_object_says_whether_more_may_come(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        if schema.get("type") == "object":
            assert "additionalProperties" in schema, name
    closed = document["components"]["schemas"]["GameBody"]
    assert closed["additionalProperties"] is False
    assert document["components"]["schemas"]["Header"]["additionalProperties"] is True


def test_patterns_and_names_are_not_of_python_alone(document: Any) -> None:
    """`\\Z` is an escape of Python's; types with one title would be one type to generators."""
    for name, schema in document["components"]["schemas"].items():
        assert "\\\\Z" not in json.dumps(schema), name
        assert not isinstance(schema.get("title"), str), name


def test_a_problem_says_what_problems_carry(document: Any) -> None:
    properties = document["components"]["schemas"]["Problem"]["properties"]
    assert {"errors", "findings", "known", "version"} <= set(properties)


def test_what_may_change_is_told_on_a_page(site: Site) -> None:
    page = site.get("/docs/versions", None, at_root=True)
    assert page.status_code == 200
    for told in ("/api/v1", "Deprecation", "Sunset", "schema", '"gametape": 1'):
        assert told in page.text.replace("&#34;", '"'), told
    assert 'href="/docs/versions"' in site.get("/docs", None, at_root=True).text
