"""Forms as a browser without scripts sends them."""

from __future__ import annotations

import gzip
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.site import ADMIN, Site


class Visitor:
    """Somebody whose browser has no scripts; signed in with `token` unless it is None."""

    def __init__(self, site: Site, token: str | None = ADMIN) -> None:
        self.client: FlaskClient = site.app.test_client()
        if token is not None:
            assert self.client.post("/api/v1/session", json={"token": token}).status_code == 201

    def get(self, path: str, status: int = 200) -> str:
        return _page(self.client.get(path), status)

    def forms(self, path: str) -> dict[str, dict[str, str]]:
        """What the forms of a page would send as they stand, by action."""
        reader = _Forms()
        reader.feed(self.get(path))
        return reader.forms

    def fields(self, path: str, action: str) -> dict[str, str]:
        """What the form with that action would send as it stands."""
        return self.forms(path)[action]

    def post(self, path: str, fields: dict[str, Any], status: int = 303) -> TestResponse:
        answer = self.client.post(path, data=fields)
        assert answer.status_code == status, text(answer)
        return answer

    def send(self, path: str, action: str, status: int = 303, **changed: Any) -> TestResponse:
        """Opens a page, changes some fields of a form and sends it."""
        return self.post(action, {**self.fields(path, action), **changed}, status)


def text(answer: TestResponse) -> str:
    """The page in an answer, gzipped or not."""
    content = answer.get_data()
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(content) if packed else content).decode()


def _page(answer: TestResponse, status: int) -> str:
    shown = text(answer)
    assert answer.status_code == status, shown
    assert answer.mimetype == "text/html"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    assert "<script>" not in shown and "style=" not in shown
    return shown


class _Forms(HTMLParser):
    """Reads the forms of a page: action -> what each field would send."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self._form: dict[str, str] = {}
        self._list: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name")
        if tag == "form":
            self._form = self.forms.setdefault(given.get("action", ""), {})
        elif tag == "select":
            self._list = name
        elif tag == "option" and self._list:
            if "selected" in given or self._list not in self._form:
                self._form[self._list] = given.get("value", "")
        elif tag == "input" and name and given.get("type") != "file":
            chosen = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if chosen:
                self._form[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._list = None
        elif tag == "form":
            self._form = {}
