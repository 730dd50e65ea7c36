"""Keeps the seasons at what their games say, in the transaction that writes a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from projections.games.read_model import DECIDING, Written
from projections.seasons import game_records, team_assignment, writer


class SeasonFollower:
    """Follows the games: which team played which side, and what the game adds to its season."""

    def entered(self, connection: sa.Connection, row: Mapping[str, Any]) -> None:
        """A new game may count for its fixture."""
        team_assignment.assign(connection, _fixtures(row))

    def written(self, connection: sa.Connection, written: Written) -> None:
        """Another result may move the fixture; new facts change the season's sums."""
        tape, before, after = written.tape, written.before, written.after
        fell = game_records.record_rolls(connection, written)
        figures = game_records.record_figures(connection, written)
        # Step 1 holds the names by which a side's team is known.
        moved = written.first == 1 or any(before[key] != after[key] for key in DECIDING)
        if moved:
            team_assignment.assign(connection, _fixtures(before, after))
        found = any(verdict.facts or verdict.findings for verdict in written.judged)
        if moved or tape.ended or not written.appended or _takes_back(written):
            writer.recount_game(connection, tape.game)
        elif fell or found:
            writer.recount_game(connection, tape.game, figures)

    def removed(self, connection: sa.Connection, row: Mapping[str, Any]) -> None:
        """Its fixture is to be played again, or counts another game; the season's sums go down."""
        team_assignment.assign(connection, _fixtures(row))
        writer.recount_game(connection, row["game"])


def _takes_back(written: Written) -> bool:
    """Whether facts of earlier steps count no more."""
    return any(fact.kind == "withdrawn" for verdict in written.judged for fact in verdict.facts)


def _fixtures(*rows: Mapping[str, Any]) -> set[str]:
    """The fixtures that these rows of a game name."""
    return {row["fixture"] for row in rows if row.get("fixture") is not None}
