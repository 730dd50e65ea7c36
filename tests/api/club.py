"""A league in an installation, for the tests of leagues, seasons and their pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from projections.seasons import kept_standings
from tests.api.site import ADMIN, CREATION, Game, Site, event, read

TEAMS = ("ants", "bees", "cats")


@dataclass(frozen=True)
class Club:
    """The league `club` with the open season `autumn` of three teams, and its organizer's token."""

    site: Site
    token: str

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> Any:
        return self.site.ask(method, path, token or self.token, **more)

    def get(self, path: str, token: str | None = None) -> Any:
        answer = self.ask("GET", path, token)
        assert answer.status_code == 200, answer.text
        return read(answer)

    def record(self, type_: str, **data: Any) -> int:
        """Appends one event to the league; its version."""
        body = {"events": [event(type_, None, **data)]}
        answer = self.ask("POST", "/leagues/club/events", json=body)
        assert answer.status_code == 201, answer.text
        return int(read(answer)["version"])

    def play(self, fixture: str, home: int, away: int, **body: Any) -> Game:
        """A game of which only the score was recorded, judged."""
        game = self.site.make(self.token, fixture=fixture, **body)
        over = [
            event("TableAdjusted", None, score={"1": home, "2": away}),
            event("GameEnded", None, reason="time"),
        ]
        self.site.record(game, *over)
        self.site.judge(game)
        return game

    def standings(self) -> list[tuple[int, str, float]]:
        """Place, team and points of each row."""
        rows = self.get("/seasons/autumn/standings")["rows"]
        return [(row["place"], row["team"], row["points"]) for row in rows]

    def rows(self) -> dict[str, Any]:
        return {row["team"]: row for row in self.get("/seasons/autumn/standings")["rows"]}

    def export(self) -> dict[str, Any]:
        """Everything that a season shows."""
        kept_standings.refresh(self.site.services.engine, "autumn")
        parts = ("", "/teams", "/fixtures", "/standings")
        return {part: self.get(f"/seasons/autumn{part}") for part in parts}


def club(site: Site, **season: Any) -> Club:
    """Makes the league, the season, its teams and one leg of fixtures."""
    body = {"id": "club", "name": "The Club", "ruleset": CREATION["ruleset"]}
    assert site.post("/leagues", body).status_code == 201
    made = Club(site, site.token("organizer", league="club"))
    opened = {"id": "autumn", "name": "Autumn", **season}
    assert made.ask("POST", "/leagues/club/seasons", json=opened).status_code == 201
    for team in TEAMS:
        entered = {"id": team, "name": team.title()}
        assert made.ask("POST", "/seasons/autumn/teams", json=entered).status_code == 201
    body = {"generate": "round-robin"}
    assert made.ask("POST", "/seasons/autumn/fixtures", json=body).status_code == 201
    return made


def pairs(league: Club) -> dict[tuple[str, ...], str]:
    return {tuple(one["teams"]): one["id"] for one in league.get("/seasons/autumn/fixtures")}


def fixture(league: Club, home: str, away: str) -> str:
    return pairs(league).get((home, away)) or pairs(league)[away, home]


def win(league: Club, winner: str, loser: str, goals: int = 1, **body: Any) -> Any:
    """A game that `winner` won, whoever was at home."""
    found = fixture(league, winner, loser)
    at_home = (winner, loser) in pairs(league)
    return league.play(found, goals if at_home else 0, 0 if at_home else goals, **body)


def elsewhere(site: Site) -> str:
    """Who organizes another league."""
    assert site.post("/leagues", {"id": "elsewhere", "name": "Elsewhere"}).status_code == 201
    return site.token("organizer", league="elsewhere")


__all__ = ["ADMIN", "TEAMS", "Club", "club", "elsewhere", "fixture", "pairs", "win"]
