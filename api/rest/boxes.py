"""Component catalogues: what lies in the box of a physical game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import Meta

from api.access.callers import caller_with_token
from api.games.box_import import take_in
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.problems import not_found
from api.http.queries import PageQuery, pagination, which, word
from api.paging import Page
from api.rest.games.games import require_organizer
from api.schemas import BoxDocument
from api.services import services
from projections.kit.box import Box
from projections.kit.common import Payload

blueprint = Blueprint("boxes", __name__, description="Component catalogues")


class BoxBody(Payload, frozen=True):
    """A new box."""

    ruleset: Annotated[str, Meta(max_length=64)]
    box: dict[str, Any]


class BoxesQuery(PageQuery):
    """Which boxes."""

    ruleset = word("Boxes of this ruleset.")


@blueprint.route("/boxes", methods=["GET"])
@blueprint.queries(BoxesQuery)
@blueprint.answers(200, list[BoxDocument], "A page of boxes, samples first; see X-Pagination")
@blueprint.open()
def list_boxes(query: dict[str, Any]) -> Response:
    """Every box, samples first"""
    found = services().boxes.list(query["ruleset"])
    page = which(query)
    shown = found[page.start : page.start + page.size]
    listed = Page([_document(box) for box in shown], page, len(found))
    return answer(listed.entries, headers=pagination(listed))


@blueprint.route("/boxes", methods=["POST"])
@blueprint.takes(BoxBody)
@blueprint.answers(201, BoxDocument, header="Location")
@blueprint.answers(200, BoxDocument, "The same box was there already", header="Location")
def add_box() -> Response:
    """Add a box

    For admins and organizers. Its id names its content; the same content twice is one box.
    """
    require_organizer(caller_with_token().role)
    wanted = body(BoxBody)
    box, new = take_in(services(), wanted.ruleset, wanted.box)
    return answer(_document(box), 201 if new else 200, {"Location": f"/api/v1/boxes/{box.id}"})


@blueprint.route("/boxes/<box:box>", methods=["GET"])
@blueprint.answers(200, BoxDocument)
@blueprint.open()
def show_box(box: str) -> Response:
    """A box"""
    found = services().boxes.get(box)
    if found is None:
        raise not_found(f"There is no box {box}; GET /api/v1/boxes lists those that there are.")
    return answer(_document(found))


def _document(box: Box) -> BoxDocument:
    return msgspec.convert(box, BoxDocument, from_attributes=True)
