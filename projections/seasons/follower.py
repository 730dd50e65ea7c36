"""Keeps the seasons at what their games say, in the transaction that writes a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from projections.games.read_model import DECIDING, Written
from projections.seasons import team_assignment, writer


class SeasonFollower:
    """Follows the games: which team played which side, and what the game adds to its season."""

    def entered(self, connection: sa.Connection, row: Mapping[str, Any]) -> None:
        """A new game may count for its fixture."""
        team_assignment.assign(connection, _fixtures(row))

    def written(self, connection: sa.Connection, written: Written) -> None:
        """Another result may move the fixture; new facts change the season's sums."""
        tape, first, before, after = written.tape, written.first, written.before, written.after
        fell = writer.record_rolls(connection, tape, first)
        # Step 1 holds the names by which a side's team is known.
        moved = first == 1 or any(before[key] != after[key] for key in DECIDING)
        if moved:
            team_assignment.assign(connection, _fixtures(before, after))
        appended = not moved and first == before["step"] + 1
        if not appended or written.counting:
            writer.record_figures(connection, tape, first)
        if not appended or fell or written.counting:
            writer.recount_game(connection, tape.game)


def _fixtures(*rows: Mapping[str, Any]) -> set[str]:
    """The fixtures that these rows of a game name."""
    return {row["fixture"] for row in rows if row.get("fixture") is not None}
