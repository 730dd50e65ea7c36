"""A client for programs that record games, follow them and read what became of them.

    from gametape.client import Client, Draft

    with Client("https://games.example.org", token) as client:
        game = client.make("wannabe-football", {"1": "Ana", "2": "Bo"})
        game.record(Draft("NoteAdded", {"text": "Rain."}))
        for news in game.watch():
            print(news)

What is recorded has ids of its own: it is sent until an answer comes, and is stored once.
"""

from gametape.client.connection import Connection, Problem, Unreachable
from gametape.client.games import Client, Game
from gametape.client.models import (
    Checked,
    Draft,
    Event,
    Finding,
    Findings,
    Header,
    Log,
    Option,
    Seat,
)

__all__ = [
    "Checked",
    "Client",
    "Connection",
    "Draft",
    "Event",
    "Finding",
    "Findings",
    "Game",
    "Header",
    "Log",
    "Option",
    "Problem",
    "Seat",
    "Unreachable",
]
