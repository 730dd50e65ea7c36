"""People: entering and finding them, what they have played, erasing their names."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response
from msgspec import Meta

from api.access.callers import caller, caller_with_token
from api.http.messages import answer, body
from api.http.openapi import Blueprint
from api.http.problems import Problem, not_found
from api.http.queries import PageQuery, pagination, which, word
from api.people import names, own
from api.people import records as person_record
from api.people.names import PersonDocument
from api.people.own import Everything
from api.people.records import PersonInFull
from api.rest.games.games import require_organizer
from api.services import Services, services
from projections.kit.common import Name, Payload

blueprint = Blueprint("people", __name__, description="The people who play")

Uuid = Annotated[
    str,
    Meta(pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z"),
]


class PersonBody(Payload, frozen=True, kw_only=True):
    """Somebody who plays. `id`, a UUID, makes a retry safe."""

    name: Name
    id: Uuid | None = None


class NameBody(Payload, frozen=True):
    """What somebody is called from now on."""

    name: Name


class PeopleQuery(PageQuery):
    """Which people."""

    q = word("Words that the name contains.")


@blueprint.route("/people", methods=["POST"])
@blueprint.takes(PersonBody)
@blueprint.answers(201, PersonDocument, header="Location")
@blueprint.answers(200, PersonDocument, "The same person was there already", header="Location")
@blueprint.refuses(409)
def enter_person() -> Response:
    """Enter a person

    For admins and organizers. Games name people by id alone, as `person` of a seat, so that a name
    can be changed and erased.
    """
    require_organizer(caller_with_token().role)
    wanted = body(PersonBody)
    person, new = services().people.add(wanted.name, wanted.id)
    if not new and person.name != wanted.name:
        detail = f"The id {person.id} is taken by somebody else; leave it out or choose another."
        raise Problem(409, detail, "id-reused")
    place = {"Location": f"/api/v1/people/{person.id}"}
    return answer(names.document(person), 201 if new else 200, place)


@blueprint.route("/people", methods=["GET"])
@blueprint.queries(PeopleQuery)
@blueprint.answers(200, list[PersonDocument], "A page of people by name; see X-Pagination")
def list_people(query: dict[str, Any]) -> Response:
    """People whom you may know of, by name

    Everybody for admins and organizers; for others those who sat in games that they may see.
    """
    page = names.listed(services(), caller(), query["q"], which(query))
    return answer(page.entries, headers=pagination(page))


@blueprint.route("/people/<person:person>", methods=["GET"])
@blueprint.queries(PageQuery)
@blueprint.answers(200, PersonInFull, "With a page of games; see X-Pagination")
def show_person(query: dict[str, Any], person: str) -> Response:
    """A person, his records and ratings, and his games that you may see, newest first"""
    here, asking = services(), caller()
    found = names.document(names.find(here, asking, person))
    records = person_record.records(here, asking, person)
    page = person_record.games(here, asking, person, which(query))
    ratings = person_record.ratings(here, asking, person)
    shown = PersonInFull(found.id, found.name, found.erased, records, ratings, list(page.entries))
    return answer(shown, headers=pagination(page))


@blueprint.route("/people/<person:person>", methods=["PATCH"])
@blueprint.takes(NameBody)
@blueprint.answers(200, PersonDocument)
@blueprint.refuses(409)
def rename_person(person: str) -> Response:
    """Change a person's name

    For an admin, himself, and who organizes the league in which he plays, while he plays nowhere
    else. It changes in every game, old ones too, that names the person by id.
    """
    caller_with_token()
    here = services()
    _require(here, person)
    own.require_rename(here, person)
    return answer(names.document(names.rename(here, person, body(NameBody).name)))


@blueprint.route("/people/<person:person>", methods=["DELETE"])
@blueprint.answers(204, description="The name is erased; games keep the id")
def erase_person(person: str) -> Response:
    """Erase a person's name, for good

    For an admin and the person himself, with a link of role `person`. The log keeps the id and no
    event changes; wherever the name stood there is "a former player" from now on.
    """
    caller_with_token()
    here = services()
    _require(here, person)
    own.require_own(person)
    names.erase(here, person)
    return Response(status=204)


@blueprint.route("/people/<person:person>/export", methods=["GET"])
@blueprint.answers(200, Everything, header="Content-Disposition")
@blueprint.refuses(403)
def export_person(person: str) -> Response:
    """All that is kept about a person, as one file

    For an admin and the person himself, with a link of role `person`.
    """
    caller_with_token()
    here = services()
    _require(here, person)
    own.require_own(person)
    found = here.people.get(person)
    assert found is not None
    name = f'attachment; filename="{person}.json"'
    response = Response(own.as_file(own.everything(here, found)), mimetype="application/json")
    response.headers.update({"Content-Disposition": name, "Cache-Control": "no-store"})
    return response


def _require(here: Services, person: str) -> None:
    if here.people.get(person) is None:
        raise not_found(f"There is no person {person}; GET /api/v1/people lists who there is.")
