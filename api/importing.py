"""Taking an export in: whole, unbroken, and readable by the rules it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from api.access import permissions
from api.access.callers import Caller
from api.access.fixture_rights import require_own_fixture
from api.games import serializers
from api.games.creation import enter, linked
from api.games.game_access import look_as, require_whole
from api.http.problems import Problem
from api.leagues import league_access
from api.leagues.league_access import LeagueDocument
from api.schemas import Header
from api.services import Services
from events import archive, corrections
from events.archive import Archive, BadArchive, OtherEvents
from events.event import Draft, Event
from events.export_lines import Fork
from events.store import Parent, UnknownParent
from events.strict_json import NotJson
from projections.games.tape import Recorded
from projections.games.validation import creation_errors, log_errors
from projections.kit.box import Box, box_of, components, refusals
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from projections.seasons import validation


def import_stream(
    here: Services, asking: Caller, content: bytes
) -> tuple[Header | LeagueDocument, bool]:
    """Puts an export into the store; the game's header or the league, and whether it is new.

    Raises as `take_in` does, 403 for a league that is not the caller's to bring in or to add a game
    to and for a branch of a game of which he does not see all, and 409 for a game that is there and
    not the caller's to record.
    """
    game, new = take_in(here, content, lambda found: _require_permission(here, asking, found))
    stream = here.store.stream(game)
    if stream is not None and stream.kind == "league":
        return league_access.document(league_access.look_as(here, asking, game)), new
    if new:
        return linked(here, asking, game), True
    if not permissions.may_record(here, asking, game):
        raise _taken(game)
    return serializers.header(look_as(here, asking, game)), False


def _require_permission(here: Services, asking: Caller, found: Archive) -> None:
    if found.kind == "league":
        if asking.role != "admin":
            raise Problem(
                403, "A league is brought in by an admin, who then says who organizes it."
            )
        return
    if asking.role == "admin":
        return  # A backup comes back in any order, games before their leagues too.
    if found.parent is not None:
        _require_whole_parent(here, asking, found.parent)
    for event in found.events:
        if event.type in ("GameCreated", "EventAmended"):
            require_own_fixture(here, asking, _plain(event))


def _require_whole_parent(here: Services, asking: Caller, fork: Fork) -> None:
    """Raises 403 for who does not see all of the game that a branch left.

    For who may not know of it, it is as if it were not there.
    """
    try:
        seen = look_as(here, asking, fork.game)
    except Problem:
        raise UnknownParent(Parent(fork.game, fork.version, fork.step)) from None
    require_whole(seen)


def take_in(
    here: Services, content: bytes, permit: Callable[[Archive], None] = lambda _: None
) -> tuple[str, bool]:
    """Puts an export into the store; the id of the game or league, and whether it is new.

    `permit` raises for what may not come in. Raises 400, 409 where other events are, and 422 with
    the version of the first event at fault.
    """
    try:
        found = archive.read(content)
        permit(found)
        if found.kind == "league":
            _require_league(here, found)
        else:
            here.boxes.add(_readable(here, found))
        new = archive.restore(here.store, found)
    except NotJson as error:
        raise Problem(400, str(error)) from None
    except BadArchive as error:
        raise _broken(error.reason, error.version) from None
    except OtherEvents:
        raise _taken(found.stream) from None
    except UnknownParent as error:
        parent = error.parent
        detail = f"This branch left {parent.stream} at step {parent.step}: import that game first."
        raise _broken(detail) from None
    if new and found.kind == "league":
        here.leagues.catch_up(found.stream)
    elif new:
        enter(here, found.stream)
    return found.stream, new


def _require_league(here: Services, found: Archive) -> None:
    """Raises 422 for a log that no league has, 409 for seasons and fixtures that are others'."""
    drafts = [_draft(event) for event in found.events]
    if faults := validation.append_errors((), drafts, told_before=True):
        first = min(faults)
        raise _faulty(found.events[first].version, faults[first])
    if taken := here.leagues.taken(*validation.ids(drafts), found.stream, named=False):
        raise Problem(409, f"Other leagues have {', '.join(sorted(taken))}; nothing was changed.")


def _broken(detail: str, version: int | None = None, **more: Any) -> Problem:
    if version is not None:
        more["version"] = version
    return Problem(422, detail, "broken-archive", **more)


def _taken(game: str) -> Problem:
    return Problem(409, f"{game} is here already, with other events; nothing was changed.")


def _readable(here: Services, found: Archive) -> Box:
    """The box of an archive whose every event can be read and folded. Raises 422."""
    inherited = _inherited(here, found)
    log = [*(inherited.events if inherited else ()), *found.events]
    rules = _rules(log[0])
    box = _box(rules, found)
    own = found.events
    if inherited is None:
        created = creation_errors(rules, _plain(own[0]), components(rules, box.content))
        if created:
            raise _faulty(1, created)
        first, own = own[:1], own[1:]
        recorded = Recorded(first, None)
    else:
        recorded = Recorded((), inherited)
    faults = log_errors(rules, box, recorded, [_draft(event) for event in own])
    if faults:
        first_fault = min(faults)
        raise _faulty(own[first_fault].version, faults[first_fault])
    return box


def _inherited(here: Services, found: Archive) -> corrections.Effective | None:
    fork = found.parent
    if fork is None:
        return None
    log = corrections.load(here.store, fork.game, until=fork.version)
    if not log.events or not 1 <= fork.step <= len(log.events):
        raise UnknownParent(Parent(fork.game, fork.version, fork.step))
    return corrections.Effective(log.version, log.events[: fork.step])


def _rules(first: Event) -> Ruleset[Any]:
    data = _plain(first)
    ruleset = data.get("ruleset") if first.type == "GameCreated" else None
    if not isinstance(ruleset, str) or ruleset not in rulesets():
        detail = f"A game begins with GameCreated of one of {', '.join(rulesets())}."
        raise _broken(detail, first.version)
    return rulesets()[ruleset]


def _box(rules: Ruleset[Any], found: Archive) -> Box:
    """The box as the archive has it, whose id its content must give."""
    if not isinstance(found.content, dict):
        raise _broken("The second line has the content of the box.")
    if errors := refusals(rules, found.content):
        raise _broken("The box is not as its schema says.", errors={"box": errors})
    box = box_of(rules, found.content)
    if box.id != found.box:
        raise _broken(f"The content of the box is that of {box.id}, not of {found.box}.")
    return box


def _faulty(version: int, errors: Any) -> Problem:
    detail = f"The event at version {version} is not as its schema says."
    return _broken(detail, version, errors={"events": {version: errors}})


def _draft(event: Event) -> Draft:
    return Draft(type=event.type, seat=event.seat, data=_plain(event))


def _plain(event: Event) -> Any:
    data = event.data
    return msgspec.json.decode(data) if isinstance(data, msgspec.Raw) else data
