"""Component catalogues: their id, their check, reading them into a ruleset's type."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from events.canonical import canonical, digest
from projections.kit.ruleset import Errors, Ruleset
from projections.kit.schema import errors_in


class Box(msgspec.Struct, frozen=True):
    """One physical game's components. `content` is the JSON as given, `id` names its hash."""

    id: str
    ruleset: str
    name: str
    edition: str | None
    sample: bool
    hash: str
    content: Mapping[str, Any]


def box_of(rules: Ruleset[Any], content: Mapping[str, Any]) -> Box:
    """The box that `content` is; `refusals` must be empty. The same content is the same box."""
    name = str(content.get("name") or rules.id)
    hash_ = hash_of(content)
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "box"
    return Box(
        id=f"{slug}@{hash_[:12]}",
        ruleset=rules.id,
        name=name,
        edition=content.get("edition"),
        sample=canonical(content) == canonical(rules.sample_box),
        hash=hash_,
        content=content,
    )


def hash_of(content: Mapping[str, Any]) -> str:
    """The hash that names a box: SHA-256 of its canonical JSON, 64 hex digits."""
    return digest(canonical(content))


def sample(rules: Ruleset[Any]) -> Box:
    """The sample box of a ruleset."""
    return box_of(rules, rules.sample_box)


def refusals(rules: Ruleset[Any], content: Any) -> Errors:
    """Everything that is wrong with a box's content, keyed by field; empty: nothing."""
    return errors_in(rules.box, content) or rules.check_box(components(rules, content))


def components(rules: Ruleset[Any], content: Mapping[str, Any]) -> Any:
    """A box's content as the ruleset's own type. Raises msgspec.ValidationError."""
    return msgspec.convert(content, rules.box)


def load_sample(folder: Path) -> Mapping[str, Any]:
    """Reads `box/sample.json` of a ruleset's folder."""
    content: Mapping[str, Any] = json.loads((folder / "box/sample.json").read_text("utf-8"))
    return content
