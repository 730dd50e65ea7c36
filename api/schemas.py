"""The documents that the API answers with, as types: they are encoded and described from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from events.damage import Broken
from projections.kit.common import Seated, Status, Time
from projections.kit.finding import Severity
from projections.kit.grade import Grade

Moment = Annotated[str, Meta(max_length=40, extra_json_schema={"format": "date-time"})]
"""A time as a client sends it."""

Uuid = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]

Role = Literal["admin", "organizer", "recorder", "spectator", "person"]
"""`person`: somebody who plays, for what is kept about himself."""

Visibility = Literal["public", "unlisted", "private"]


class Problem(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An error (RFC 9457). What is more than its first four fields depends on its type.

    `errors` holds messages keyed by field, of a batch by the index of the event and its field;
    `findings` are those for which the rules of an enforced game refuse it; `known` are the ids that
    are stored already; `version` is the present one, or in an export that of the event at fault;
    `stream` is the game or league that is damaged.
    """

    type: Annotated[str, Meta(extra_json_schema={"format": "uri-reference"})]
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    errors: dict[str, Any] | UnsetType = UNSET
    findings: list[RefusedBy] | UnsetType = UNSET
    known: list[str] | UnsetType = UNSET
    stream: str | UnsetType = UNSET
    version: int | UnsetType = UNSET


class Links(Struct, frozen=True, omit_defaults=True):
    """Where a game is on the web. `recorder`, `spectator` carry tokens: shown once."""

    web: str
    recorder: str | None = None
    spectator: str | None = None


class BranchedOff(Struct, frozen=True):
    """The game that a branch left, and the step it left it at."""

    game: str
    step: int


class Count(Struct, frozen=True):
    """Findings of a game by severity."""

    illegal: int
    unverifiable: int


class Unconfirmed(Struct, frozen=True):
    """An end that the recorder of one side alone brought about, at a step.

    It opens no hand to others before another side, or who records the whole game, has confirmed it,
    or the day is over at `opens_at`.
    """

    step: int
    by: str
    opens_at: Time


class Disputed(Struct, frozen=True):
    """That a side does not agree with how the game ended; `note` null: it did not say why."""

    at: Time
    note: str | None


class Header(Struct, frozen=True):
    """A game in short: what it is, who plays, how it stands.

    `confirmed`: by side when it said that the game ended as it did, null: it did not. `disputed`:
    by side who does not agree.

    `unconfirmed`: the end that waits to be confirmed; null: none does. `opened`: from this step on
    the hands were open, and play went on after that; null: that never happened.

    `created_at` is when it was stored, `played_at` when the first thing happened at the table;
    `time_zone` is that of its season, null: it is of none, or of one that goes by UTC.
    `unjudged_since` is when the first event was recorded that the referee has not come to; null: he
    has seen all of them.
    """

    id: str
    ruleset: str
    edition: str
    box: str
    seats: list[Seated]
    options: dict[str, Any]
    fixture: str | None
    visibility: Visibility
    parent: BranchedOff | None
    grade: Grade
    status: Status
    turn: Any
    score: Any
    result: Any
    version: int
    step: int
    checked_version: int
    unjudged_since: str | None
    findings: Count
    created_at: Time
    updated_at: Time
    played_at: Time
    time_zone: str | None
    unconfirmed: Unconfirmed | None
    confirmed: dict[str, Time | None]
    disputed: dict[str, Disputed]
    opened: int | None
    links: Links


class Recorded(Struct, frozen=True, kw_only=True):
    """An event as it is served, of whatever stream. `step` if effective."""

    id: Uuid
    version: int
    position: int | UnsetType | None = UNSET
    type: str
    schema: int
    seat: str | None
    data: Any
    at: Time
    recorded_at: Time
    recorded_by: str
    hash: str
    amended_by: int | UnsetType = UNSET
    step: int | UnsetType = UNSET


class Envelope(Recorded, frozen=True, kw_only=True):
    """An event of a game. `salt` only where private data may be seen."""

    game: str
    salt: str | UnsetType = UNSET
    digest: str | UnsetType = UNSET


class Log(Struct, frozen=True):
    """A part of a game's log; `version` is that of the whole log, or of the last event appended."""

    version: int
    events: list[Envelope]


class Options(Struct, frozen=True):
    """The legal next events."""

    options: list[dict[str, Any]]


class FindingDocument(Struct, frozen=True):
    """What the referee says of the event of a version, and its present step."""

    version: int
    step: int
    rule: str
    severity: Severity
    message: str
    citation: str
    expected: str | float | None
    got: str | float | None


class RefusedBy(Struct, frozen=True):
    """A finding for which an event of a batch was refused."""

    index: int
    rule: str
    severity: Severity
    message: str
    citation: str
    expected: str | float | None
    got: str | float | None


class Findings(Struct, frozen=True):
    """Every finding up to `checked_version`; above it nothing is known yet."""

    checked_version: int
    version: int
    findings: list[FindingDocument]


class TimelineRow(Struct, frozen=True):
    """One step in words. `turn` and `score` as in the view after it."""

    step: int
    version: int
    type: str
    seat: str | None
    at: Time
    text: str
    notation: str
    turn: Any
    score: Any
    findings: list[FindingDocument]
    facts: list[dict[str, Any]]


class Timeline(Struct, frozen=True):
    """A game in words; `step` is its last step."""

    version: int
    checked_version: int
    step: int
    rows: list[TimelineRow]


class StatisticsRow(Struct, frozen=True):
    """Facts summed up. `piece` null: the seat's sum; `seat` null: the table's.

    `successes`, `expected` and `luck` are null, and never 0 for that, where no fact tells of them.
    """

    kind: str
    seat: str | None
    piece: str | None
    count: int
    successes: float | None
    expected: float | None
    luck: float | None


class Statistics(Struct, frozen=True):
    """The sums of a game's facts, and how completely it was recorded."""

    version: int
    checked_version: int
    grade: Grade
    rows: list[StatisticsRow]


class BoxDocument(Struct, frozen=True):
    """A component catalogue."""

    id: str
    ruleset: str
    name: str
    edition: str | None
    sample: bool
    hash: str
    content: Any = field(name="box")


class TokenDocument(Struct, frozen=True):
    """A token as it is listed: never the token itself."""

    id: Uuid
    role: Role
    game: str | None
    seat: str | None
    league: str | None
    person: str | None
    name: str | None
    expires_at: Time | None = field(name="expires")
    created_at: Time
    created_by: str | None
    revoked_at: Time | None


class NewToken(Struct, frozen=True):
    """A new token, shown this once; `link` opens its game or league."""

    id: Uuid
    token: str
    link: str | None
    role: Role
    game: str | None
    seat: str | None
    league: str | None
    person: str | None
    name: str | None
    expires: Time | None


class RuleDocument(Struct, frozen=True):
    """A rule that the referee checks."""

    id: str
    title: str
    citation: str


class RulingDocument(Struct, frozen=True):
    """A decision where the rulebook is silent."""

    key: str
    question: str
    default: Any
    alternatives: list[Any]


class RulesetDocument(Struct, frozen=True):
    """What a game's rules need to be recorded; `teams` only for a box."""

    id: str
    name: str
    seats: list[list[str]]
    events: dict[str, Any]
    options: dict[str, Any]
    rules: list[RuleDocument]
    rulings: list[RulingDocument]
    sample_box: str
    teams: list[Any] | UnsetType = UNSET


class Ready(Struct, frozen=True):
    """Whether the server can record, and who judges what is recorded.

    `waiting` games are to be judged, the longest waiting one for `lag` seconds.
    `damaged`: how many games and leagues are set aside because they cannot be read; `set_aside`
    names them, for an admin.
    """

    ready: bool
    redis: bool
    workers: int
    waiting: int
    lag: float
    damaged: int = 0
    set_aside: list[Broken] = []
