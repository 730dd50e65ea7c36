"""A worker process: takes jobs, and sweeps at the start and every minute."""

from __future__ import annotations

from threading import Thread
from time import sleep

import structlog
from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from sqlalchemy.exc import SQLAlchemyError

from events.keeping.witness import NotSigned, Witness
from workers.context import context
from workers.deliveries import courier
from workers.queue import NAME, REFEREE
from workers.sweep import EVERY, my_turn, sweep

ROUND = 10
"""Seconds between two looks at what webhooks are to be sent."""

BREATHES = 60
"""Seconds within which a worker that lives says so; a quarter of them earlier while it waits."""

_log = structlog.get_logger()


def work(url: str, witness: Witness | None = None, *, burst: bool = False) -> None:
    """Works until told to stop (`burst`: until the queue is empty), one job at a time.

    `witness` is told what is in the log, at each sweep and at the end.

    Jobs run in this process, so that the tapes they fold stay in memory.
    """
    redis = Redis.from_url(url)
    if burst:
        sweep(context().engine, redis)
    else:
        Thread(target=_sweep_for_ever, args=(url, witness), name="sweep", daemon=True).start()
    queues = [Queue(name, connection=redis) for name in (REFEREE, NAME)]
    worker = SimpleWorker(queues, connection=redis, worker_ttl=BREATHES)
    worker.work(burst=burst, logging_level="WARNING")
    if burst:
        courier(context().engine).go()
        courier(context().engine).finish()
    if witness is not None:
        _testify(witness)


def _testify(witness: Witness) -> None:
    try:
        witness.take(context().store)
    except (NotSigned, OSError, SQLAlchemyError) as error:
        _log.warning("not witnessed", error=str(error))


def _sweep_for_ever(url: str, witness: Witness | None) -> None:
    redis = Redis.from_url(url)
    begins = True
    while True:
        try:
            # Whoever begins may follow one that died with a job in its hands.
            if my_turn(redis) or begins:
                begins = False
                found = sweep(context().engine, redis)
                if found:
                    _log.info("games were behind", games=found)
                if witness is not None:
                    _testify(witness)
        except (RedisError, SQLAlchemyError) as error:
            _log.warning("sweep put off", error=str(error))
        for _ in range(EVERY // ROUND):
            _send_what_is_due()
            sleep(ROUND)


def _send_what_is_due() -> None:
    """Also without Redis: attempts at deliveries are due by the clock."""
    try:
        courier(context().engine).go()
    except SQLAlchemyError as error:
        _log.warning("deliveries put off", error=str(error))
