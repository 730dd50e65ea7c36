"""Measures contenders in turns, so that a slow moment of the machine hits them all."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter

Work = Callable[[], int]
"""Does some work once and says how many pieces of it."""

ROUNDS = 9


def rates(contenders: Mapping[str, Work], rounds: int = ROUNDS) -> dict[str, float]:
    """Pieces per second of each contender: the median of `rounds`, after one to warm up."""
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for work in contenders.values():
        work()
    for _ in range(rounds):
        for name, work in contenders.items():
            gc.collect()
            began = perf_counter()
            pieces = work()
            found[name].append(pieces / (perf_counter() - began))
    return {name: median(each) for name, each in found.items()}


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """How long a piece of work takes: the best of `times`."""
    best = float("inf")
    for _ in range(times):
        began = perf_counter()
        work()
        best = min(best, perf_counter() - began)
    return best
