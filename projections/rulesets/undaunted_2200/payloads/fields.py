"""The ids, numbers and words that payloads have in their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

Side = Literal["lfa", "breakers"]
Squad = Literal["A", "B"]
Rotation = Literal["left", "right"]
"""A turn by one edge: right is clockwise seen from above."""

Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
"""Id of a unit, card, object, objective, board or scenario, or the key of an action."""

Space = Annotated[str, Meta(pattern=r"^(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})$")]
"""A space in axial coordinates, `q,r`."""

Few = Annotated[int, Meta(ge=0, le=200)]
