"""The web server's settings, and the application that it serves (`-c python:scripts.serving.web`).

One process with many threads: a live page holds a thread for as long as it is open.
"""

from __future__ import annotations

import signal
from typing import Any

from scripts.serving.processes import die_with_parent

wsgi_app = "api.app:create_app()"
worker_class = "gthread"
workers = 1
threads = 512
graceful_timeout = 3
"""Seconds that an open live page may hold up the end."""
limit_request_line = 8_190
"""Bytes, the most that gunicorn admits: an address may carry a long line of a score sheet."""
control_socket_disable = True
loglevel = "warning"


def post_fork(_arbiter: Any, _worker: Any) -> None:
    """Without its arbiter a worker would wait for its open live pages for ever."""
    die_with_parent(signal.SIGKILL)
