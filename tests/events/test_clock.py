"""Times as the log writes them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

import pytest

from events import clock


def test_now_has_milliseconds_and_z() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", clock.now())


def test_a_stamp_is_in_utc() -> None:
    moment = datetime(2026, 3, 1, 0, 30, 0, 999999, timezone(timedelta(hours=2)))

    assert clock.stamp(moment) == "2026-02-28T22:30:00.999Z"


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("2026-03-01T19:30:00Z", "2026-03-01T19:30:00.000Z"),
        ("2026-03-01T19:30:00.1239Z", "2026-03-01T19:30:00.123Z"),
        ("2026-03-01t19:30:00z", "2026-03-01T19:30:00.000Z"),
        ("2026-03-01T20:30:00+01:00", "2026-03-01T19:30:00.000Z"),
        ("2026-03-01 14:00:00.5-05:30", "2026-03-01T19:30:00.500Z"),
    ],
)
def test_any_rfc_3339_time_is_written_alike(given: str, written: str) -> None:
    assert clock.utc(given) == written
    assert clock.utc(written) == written


@pytest.mark.parametrize(
    "given",
    [
        "",
        "2026-03-01",
        "2026-03-01T19:30Z",
        "2026-03-01T19:30:00",
        "2026-W09-7T19:30:00Z",
        "20260301T193000Z",
        "2026-03-01T19:30:00Z\n",
        "２026-03-01T19:30:00Z",
        "2026-02-30T19:30:00Z",
        "2026-03-01T24:30:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        None,
        7,
    ],
)
def test_anything_else_is_no_time(given: object) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        clock.utc(given)


@pytest.mark.parametrize("name", ["localtime", "posixrules", "Factory", "right/UTC", "posix/UTC"])
def test_a_zone_is_the_same_on_every_machine(name: str) -> None:
    with pytest.raises(ValueError, match="There is no time zone"):
        clock.zone(name)


@pytest.mark.parametrize(
    ("at", "zone"),
    [
        ("0001-01-01T00:00:00Z", "America/New_York"),
        ("9999-12-31T23:59:59Z", "Pacific/Auckland"),
    ],
)
def test_a_day_that_a_zone_does_not_reach_is_told_in_utc(at: str, zone: str) -> None:
    assert clock.local(at, zone) == clock.local(at, None)
