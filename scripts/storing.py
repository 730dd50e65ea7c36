"""Puts simulated games into an installation as if somebody had recorded them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from api.games.creation import enter
from api.services import Services
from events.clock import stamp
from events.event import Draft
from projections.games.validation import salted
from projections.kit.ruleset import Ruleset

RECORDER = "simulation"
PACE = timedelta(seconds=20)
"""Between two events of a simulated game."""


def is_there(here: Services, game: str) -> bool:
    """Whether a stream of that id is there."""
    return here.store.stream(game) is not None


def store_game(
    here: Services,
    rules: Ruleset[Any],
    game: str,
    drafts: Sequence[Draft],
    *,
    began: datetime | None = None,
    visibility: str = "unlisted",
) -> None:
    """Appends a whole game under a new id and wakes the referee.

    `began` is when it was played, by default so that it ends now. Raises WrongVersion for an id
    that is taken, ValueError for one that is none.
    """
    first = began or datetime.now(UTC) - PACE * len(drafts)
    ready = [
        msgspec.structs.replace(salted(rules, draft), at=stamp(first + PACE * number))
        for number, draft in enumerate(drafts)
    ]
    # In one go: whatever is interrupted leaves a whole game or none.
    here.store.append(
        game, ready, recorded_by=RECORDER, expected="no_stream", visibility=visibility
    )
    enter(here, game)
