"""The OpenAPI document is true: whatever it allows is answered as it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import hypothesis
import jsonschema
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from api.http.problems import KINDS
from projections.kit.find import rulesets
from tests.api.site import ADMIN, OPENING, Site, read

ENDLESS = "/live"
"""Its answer has no end; it has tests of its own."""

load_all_checks()
CHECKED = [
    CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
        "unsupported_method",
        "allow_header_conformance",
    )
]

HEADERS = {"Authorization": f"Bearer {ADMIN}", "Accept-Encoding": "identity"}

BRIEFLY = hypothesis.settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'gametape.db'}")
    site.record(site.make(id="final", visibility="public"), *OPENING)
    yield site
    site.services.engine.dispose()


@pytest.fixture(scope="module")
def operations(installation: Site) -> list[Any]:
    described = schemathesis.openapi.from_wsgi("/openapi.json", installation.app)
    found = [result.ok() for result in described.get_all_operations()]
    return [operation for operation in found if not operation.path.endswith(ENDLESS)]


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_whatever_the_document_allows_is_answered_as_it_says(
    operations: list[Any], mode: GenerationMode
) -> None:
    """And what it does not allow is refused."""
    assert len(operations) > 25
    for operation in operations:

        @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
        @BRIEFLY
        def holds(case: Any) -> None:
            if "game" in (case.path_parameters or {}) and case.method == "GET":
                case.path_parameters["game"] = "final"
            case.call_and_validate(headers=HEADERS, checks=CHECKED)

        try:
            holds()
        except hypothesis.errors.Unsatisfiable:
            assert mode is GenerationMode.NEGATIVE, f"{operation.label} can never be right"


@pytest.fixture(scope="module")
def document(installation: Site) -> Any:
    return read(installation.get("/openapi.json", None, at_root=True))


def test_every_address_of_the_api_is_in_the_document(installation: Site, document: Any) -> None:
    served = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule))
        for rule in installation.app.url_map.iter_rules()
        if str(rule).startswith("/api/")
    }
    assert served == {path for path in document["paths"] if path.startswith("/api/")}


def test_every_call_is_told_in_words(document: Any) -> None:
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            if method != "parameters":
                assert call["summary"], (method, path)
                assert any(status.startswith("2") for status in call["responses"]), (method, path)


def test_the_payloads_of_every_ruleset_are_in_the_document(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for rules in rulesets().values():
        for type_ in rules.payloads:
            assert f"{rules.id}.{type_}" in schemas


def test_every_reference_leads_somewhere(document: Any) -> None:
    described = json.dumps(_without_examples(document))
    for reference in set(re.findall(r'"\$ref": "([^"]+)"', described)):
        target = document
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]
        assert target


def _without_examples(node: Any) -> Any:
    """What a document describes: an example may hold a schema with references of its own."""
    if isinstance(node, dict):
        return {key: _without_examples(one) for key, one in node.items() if key != "example"}
    return [_without_examples(one) for one in node] if isinstance(node, list) else node


def test_every_schema_is_one(document: Any) -> None:
    for part in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(part)


def test_the_page_shows_every_call(installation: Site, document: Any) -> None:
    page = installation.get("/docs", None, at_root=True)
    assert page.mimetype == "text/html"
    assert "<script" not in page.text
    assert " style=" not in page.text
    for path in document["paths"]:
        assert f"<code>{path}</code>" in page.text
    anchors = set(re.findall(r' id="([^"]+)"', page.text))
    assert set(re.findall(r'href="#([^"]+)"', page.text)) <= anchors
    style = re.search(r'href="(/docs/static/[^"]+)"', page.text)
    assert style is not None
    assert installation.get(style[1], None, at_root=True).status_code == 200


def test_document_and_page_are_not_sent_again(installation: Site) -> None:
    for path in ("/openapi.json", "/docs"):
        tag = installation.get(path, None, at_root=True).headers["ETag"]
        again = installation.get(path, None, at_root=True, headers={"If-None-Match": tag})
        assert again.status_code == 304


def test_the_type_of_a_problem_leads_to_its_meaning(installation: Site) -> None:
    page = installation.get("/docs", None, at_root=True).text
    for slug in KINDS:
        answer = installation.get(f"/problems/{slug}", None, at_root=True)
        assert answer.status_code == 302
        assert f'id="{answer.headers["Location"].removeprefix("/docs#")}"' in page
    assert installation.get("/problems/none", None, at_root=True).status_code == 404
