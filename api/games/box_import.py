"""Taking component catalogues in: of a known game, as its ruleset reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.http.problems import unprocessable
from api.services import Services
from projections.kit.box import Box, box_of, refusals
from projections.kit.find import rulesets


def take_in(here: Services, ruleset: str, content: Mapping[str, Any]) -> tuple[Box, bool]:
    """Stores a box; it, and whether it is new. Raises 422 with every error by its place."""
    rules = rulesets().get(ruleset)
    if rules is None:
        there = f"There is no ruleset {ruleset}; there are {', '.join(rulesets())}."
        raise unprocessable({"ruleset": [there]})
    if errors := refusals(rules, content):
        raise unprocessable({"box": errors})
    box = box_of(rules, content)
    return box, here.boxes.add(box)
