"""The ids, numbers and words that payloads have in their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

PlayerId = Annotated[str, Meta(pattern=r"^[ab][1-9][0-9]?$")]
"""Seat and jersey number: `a9`, `b11`."""

BoxId = Annotated[str, Meta(pattern=r"^[A-P]([1-9]|1[0-4])$")]
PlaceId = Annotated[str, Meta(pattern=r"^([A-P]([1-9]|1[0-4])|G[ab])$")]
CardId = Annotated[str, Meta(min_length=1, max_length=60)]
Natural = Annotated[int, Meta(ge=0, le=1_000_000)]
Score = Annotated[int, Meta(ge=-1000, le=1000)]
FaceOfDie = Annotated[int, Meta(ge=1, le=1000)]

Phase = Literal[
    "setup",
    "kickoff_roll",
    "kickoff",
    "actions",
    "roll",
    "choose_interceptor",
    "free_move",
    "lineup",
    "reposition",
    "end_turn",
    "draw",
    "over",
]
Status = Literal["setup", "playing", "ended", "abandoned"]
Must = Literal["kickoff", "goalkeeper_pass"]
RollKind = Literal["kickoff", "pass", "cross", "tackle", "dribble", "shot", "header"]
PendingKind = Literal[
    "kickoff",
    "pass",
    "cross",
    "tackle",
    "dribble",
    "shot",
    "header",
    "interception",
    "free_move",
    "reposition",
]
