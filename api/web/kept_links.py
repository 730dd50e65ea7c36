"""The links of games that a browser's session keeps."""

from __future__ import annotations

from api.access import permissions
from api.access.callers import Caller
from api.access.sessions import remember
from api.schemas import Header
from api.services import Services


def keep(here: Services, asking: Caller, header: Header) -> None:
    """Puts the recorder's link of a new game into the session of who could not record it without.

    A session holds few links; whoever signed in would lose his own token to those of his games.
    """
    if header.links.recorder and not permissions.may_record(here, asking, header.id):
        remember(header.links.recorder.rpartition("#")[2])
