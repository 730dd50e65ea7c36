"""What follows from who beat whom, in the order of the games: form, streaks, meetings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from projections.statistics.tables import Form, Meeting

LAST = 5
"""Games that count as form."""

_WORDS = {"W": "won", "D": "drawn", "L": "lost"}


class Line(Struct, frozen=True):
    """A team's outcome in a game, the points it is worth, and the score where it is known."""

    game: str
    team: str
    outcome: str
    points: float
    score: str | None = None


class Said(Struct, frozen=True):
    """A game of a team's: W, D or L for more, as many or fewer points than the best of its
    opponents, and the same in words."""

    letter: str
    words: str


def results(lines: Iterable[Line]) -> Mapping[str, list[Said]]:
    """Team -> its games in order."""
    found: defaultdict[str, list[Said]] = defaultdict(list)
    for _, group in groupby(lines, key=lambda line: line.game):
        sides = list(group)
        for one in sides:
            best = max((other.points for other in sides if other is not one), default=0.0)
            letter = "W" if one.points > best else "D" if one.points == best else "L"
            found[one.team].append(Said(letter, _said(one, letter)))
    return found


def _said(line: Line, letter: str) -> str:
    kicks = " the shoot-out" if line.outcome.startswith("shootout_") else ""
    return f"{_WORDS[letter]}{kicks}" + (f" {line.score}" if line.score else "")


def forms(lines: Iterable[Line], names: Mapping[str, str]) -> list[Form]:
    """Each team's last games and its longest streaks, by name."""
    by_name = sorted(
        results(lines).items(), key=lambda item: names.get(item[0], item[0]).casefold()
    )
    return [_form(team, names.get(team, team), games) for team, games in by_name]


def _form(team: str, name: str, games: Sequence[Said]) -> Form:
    letters = "".join(game.letter for game in games)
    return Form(
        team=team,
        name=name,
        last=letters[-LAST:],
        said=", ".join(game.words for game in games[-LAST:]),
        winning=_longest(letters, "W"),
        unbeaten=_longest(letters, "WD"),
        losing=_longest(letters, "L"),
        current=_current(letters),
    )


def _longest(letters: str, wanted: str) -> int:
    runs = groupby(letters, key=lambda letter: letter in wanted)
    return max((len(list(run)) for fits, run in runs if fits), default=0)


def _current(letters: str) -> str:
    last = letters[-1:]
    length = len(letters) - len(letters.rstrip(last))
    return f"{_WORDS[last]} {length} in a row" if length > 1 else _WORDS.get(last, "")


def meetings(
    met: Mapping[tuple[str, str], Mapping[str, int]],
    points: Callable[[str], float],
    names: Mapping[str, str],
) -> list[Meeting]:
    """Each team's games with each opponent, by names; `met`: (team, opponent) -> its outcomes."""

    def called(pair: tuple[str, str]) -> list[str]:
        return [names.get(one, one).casefold() for one in pair]

    def worth(pair: tuple[str, str]) -> float:
        return sum(points(outcome) * count for outcome, count in met.get(pair, {}).items())

    return [
        Meeting(
            team=team,
            opponent=opponent,
            name=names.get(team, team),
            opponent_name=names.get(opponent, opponent),
            games=sum(met[team, opponent].values()),
            points=worth((team, opponent)),
            opponent_points=worth((opponent, team)),
            outcomes=_listed(met[team, opponent]),
        )
        for team, opponent in sorted(met, key=called)
    ]


def _listed(counts: Mapping[str, int]) -> str:
    common: Sequence[tuple[str, int]] = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count} {outcome.replace('_', ' ')}" for outcome, count in common)
