"""The barest web handler that stores an event: what our API is measured against.

It parses the same JSON, makes one insert of the same durability and answers the same JSON, and it
knows neither callers, schemas, versions, hashes nor retries.
"""

from __future__ import annotations

import json
import os
import sqlite3
from threading import Lock
from typing import Any

from flask import Flask, Response, request

from events.clock import now
from events.database import BUSY_SECONDS

DATABASE = "GAMETAPE_BENCH_DATABASE"
"""The environment variable that names the SQLite file."""


def create_app() -> Flask:
    """The application; its table is made at the start."""
    app = Flask(__name__)
    lock = Lock()
    connection = sqlite3.connect(
        os.environ[DATABASE], BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE log (version INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    @app.post("/api/v1/games/<game>/events")
    def append(game: str) -> Response:
        event = json.loads(request.get_data())["events"][0]
        event |= {"at": now(), "recorded_at": now(), "recorded_by": "bench", "schema": 1}
        body = json.dumps(event)
        with lock:
            version = connection.execute("INSERT INTO log (body) VALUES (?)", (body,)).lastrowid
        event |= {"game": game, "version": version, "position": version, "hash": "0" * 64}
        answer: dict[str, Any] = {"version": version, "events": [event]}
        return Response(json.dumps(answer), 201, mimetype="application/json")

    return app
