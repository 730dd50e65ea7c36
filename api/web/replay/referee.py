"""What the referee's page shows: every finding, and whether the table noticed it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from api.schemas import FindingDocument, TimelineRow
from api.web.replay.step_summaries import StepSummary
from api.web.sides import Side, slots
from events.event import Event
from projections.kit.common import NoteAdded, OutcomeRuled
from projections.kit.rulebook import Rule, Rulebook, Ruling


class Ruled(Struct, frozen=True):
    """One finding with the step it judges. `noticed`: what the table said of it, None: nothing."""

    finding: FindingDocument
    row: TimelineRow
    rule: Rule | None
    side: Side | None
    noticed: str | None


def ruled(
    findings: Sequence[FindingDocument],
    summaries: Sequence[StepSummary],
    events: Sequence[Event],
    rulebook: Rulebook,
    sides: Sequence[Side],
) -> list[Ruled]:
    """The findings in the order of steps; `events` is the effective log, event k - 1 step k."""
    rules = {rule.id: rule for rule in rulebook.rules.values()}
    seated, notes = slots(sides), _notes(events)
    return [
        Ruled(
            finding=finding,
            row=summaries[finding.step - 1].row,
            rule=rules.get(finding.rule),
            side=seated.get(summaries[finding.step - 1].row.seat or ""),
            noticed=_noticed(finding, events, notes),
        )
        for finding in findings
    ]


def tally(found: Sequence[Ruled], sides: Sequence[Side]) -> list[tuple[str, list[int]]]:
    """Counts of findings by side, and of all."""

    def counts(wanted: Sequence[Ruled]) -> list[int]:
        return [*(sum(one.side == side for one in wanted) for side in sides), len(wanted)]

    against = [one for one in found if one.finding.severity == "illegal"]
    return [
        ("Against the rules", counts(against)),
        ("Noticed at the table", counts([one for one in against if one.noticed])),
        ("Not enough recorded", counts([o for o in found if o.finding.severity != "illegal"])),
    ]


def deviating(rulebook: Rulebook, chosen: Mapping[str, object]) -> list[tuple[Ruling, object]]:
    """The rulings that this game decided otherwise than the default."""
    return [
        (ruling, chosen[key])
        for key, ruling in rulebook.rulings.items()
        if key in chosen and chosen[key] != ruling.default
    ]


def _notes(events: Sequence[Event]) -> dict[int, str]:
    """Notes by the version they are about."""
    return {
        event.data.about: event.data.text
        for event in events
        if isinstance(event.data, NoteAdded) and event.data.about is not None
    }


def _noticed(
    finding: FindingDocument, events: Sequence[Event], notes: Mapping[int, str]
) -> str | None:
    if finding.version in notes:
        return f"noticed: “{notes[finding.version]}”"
    following = (e for e in events[finding.step :] if not isinstance(e.data, NoteAdded))
    after = next(following, None)
    if after is not None and isinstance(after.data, OutcomeRuled):
        reason = f": “{after.data.reason}”" if after.data.reason else ""
        return f"noticed, the table ruled on it{reason}"
    return None
