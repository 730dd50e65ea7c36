"""A finished game as a link that hands it to the app BG Stats.

Source: bgstatsapp.com/support, "Push plays to BG Stats from other apps or websites". The app asks
before it keeps anything. It wants `winner` of every player, though its page calls it optional.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from api.schemas import Header
from api.web.sides import scored
from events.clock import local
from projections.kit.common import Seated

_PUSH = "https://app.bgstatsapp.com/createPlay.html?data="
_LONGEST = 24 * 60
"""Minutes; what took longer was recorded on several days, and says nothing of the time played."""


def push_link(
    header: Header,
    name: str,
    sides: Mapping[str, str],
    people: Mapping[str, str],
    times: Sequence[str],
) -> str | None:
    """The link for a game; None: it has not ended, or nobody knows how.

    `name` is the game's, `sides` says which side a seat belongs to, `people` what persons are
    called, `times` are those of the first and the last event.
    """
    if header.status != "ended" or header.result is None:
        return None
    play = {
        "sourceName": "gametape",
        "sourcePlayId": header.id,
        "playDate": f"{local(times[-1], header.time_zone):%Y-%m-%d %H:%M:%S}",
        **_duration(times),
        "comments": header.links.web,
        "game": {
            "name": name,
            "sourceGameId": header.ruleset,
            "highestWins": True,
            "noPoints": not header.score,
        },
        "players": [_player(header, seat, sides, people) for seat in header.seats],
    }
    return _PUSH + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(
    header: Header, seated: Seated, sides: Mapping[str, str], people: Mapping[str, str]
) -> dict[str, Any]:
    """A seat as a player: the person, whose role is the side he played; without one the side."""
    person = people.get(seated.person or "")
    role = seated.name if person not in (None, seated.name) else seated.team
    side = sides.get(seated.seat, seated.seat)
    winner = msgspec.to_builtins(header.result).get("winner")
    score = scored(header.score, (seated.seat, side))
    return {
        "name": person or seated.name,
        "sourcePlayerId": seated.person or seated.name,
        "winner": winner is not None and winner in (seated.seat, side),
        **({"score": score} if isinstance(score, int | float) else {}),
        **({"role": role} if role else {}),
        **({"team": side} if side != seated.seat else {}),
    }


def _duration(times: Sequence[str]) -> dict[str, int]:
    minutes = round((_moment(times[-1]) - _moment(times[0])).total_seconds() / 60)
    return {"durationMin": minutes} if 0 < minutes <= _LONGEST else {}


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)
