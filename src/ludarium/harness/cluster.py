"""Experiments on many machines: a Dask cluster behind `concurrent.futures`.

`local:4` starts four worker processes here; `tcp://HOST:8786` is a scheduler that runs already (`dask scheduler`, and
`dask worker tcp://HOST:8786 --nthreads 1` on each machine, as often as it has cores). Workers may come and go: what a
lost one was doing is done again elsewhere. Only this process writes to the store.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any, TypeVar

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.extras import optional
from ludarium.harness.processes import one_thread
from ludarium.harness.workers import About, Bundles, Work, about, cores, insist_on_none_lost, through

T = TypeVar("T")
R = TypeVar("R")

CONNECT_S = 10
"""How long a scheduler may take to answer."""
CALM_S = 2.0
"""How long workers that died may take to come back, before a suspect is tried alone."""
TRIALS = 2
"""How often a suspect is tried alone before it is found guilty."""
WORKERS_S = 30
"""How long we wait for a first worker."""


def on_cluster(
    work: Work[T, R], tasks: Sequence[T], address: str, *, fair: bool, children: bool
) -> Iterator[Sequence[R]]:
    """Do all tasks on a cluster.

    *fair* says that milliseconds count, so that crowded workers are refused; *children* that tasks start processes.
    """
    suspects: list[T] = []

    def lost(bundle: tuple[T, ...], fault: BaseException) -> bool:
        """Go on without a bundle whose workers died one after the other, or that Dask itself lost sight of."""
        if type(fault).__name__ != "KilledWorker" and not _is_dasks_own(fault):
            return False
        suspects.extend(bundle)
        return True

    with _client(address, fair) as (client, revive):
        check_workers(_described(client), fair=fair, children=children)
        try:
            pool, idle = client.get_executor(pure=False), _patience(client, address, revive)
            yield from through(pool, work, Bundles(tasks), _ahead(client), lost, idle)
            for _ in range(TRIALS):
                # Dask suspects whatever lay on a worker that died: each is tried again alone, when all is calm
                again, suspects[:] = suspects[:], []
                for task in again:
                    time.sleep(CALM_S)
                    yield from through(pool, work, Bundles([task]), lambda: 1, lost, idle)
        except CancelledError:
            raise LudariumError(
                f"the scheduler at '{address}' is gone; what was done is in the store, the same command goes on there"
            ) from None
    insist_on_none_lost(suspects)


def _is_dasks_own(fault: BaseException) -> bool:
    """Say whether Dask's executor stumbled, and not the work: over a task whose state changed while it was read.

    `cfexecutor._cascade_future` then unpacks three values of what has two, when a worker leaves at that moment.
    """
    place = fault.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place is not None and place.tb_frame.f_code.co_name == "_cascade_future"


def check_workers(workers: dict[str, tuple[About | Exception, int]], *, fair: bool, children: bool) -> None:
    """Refuse workers of another Ludarium, and crowded ones where milliseconds count.

    *workers* are what each address said of itself, with the tasks that it does at the same time.
    """
    ours = about()
    tasks_on: dict[str, int] = defaultdict(int)
    for address, (told, threads) in sorted(workers.items()):
        if isinstance(told, Exception) and "No module named 'ludarium" in str(told):  # Dask sends the words only
            raise BadParameter(
                f"worker {address} has no Ludarium, or an old one: install {ours.ludarium} there ({told})"
            )
        if isinstance(told, Exception):
            raise BadParameter(f"worker {address} does not answer: {type(told).__name__}: {told}")
        if (told.ludarium, told.sources) != (ours.ludarium, ours.sources):
            raise BadParameter(
                f"worker {address} has Ludarium {told.ludarium} ({told.sources}), here it is {ours.ludarium} "
                f"({ours.sources}): install the same version there, and start the worker anew"
            )
        if children and told.daemon:
            raise BadParameter(
                f"worker {address} may not start processes, which a sandbox needs: "
                "start it with DASK_DISTRIBUTED__WORKER__DAEMON=False"
            )
        tasks_on[told.host] += threads
        if fair and threads > 1:
            raise BadParameter(
                f"worker {address} does {threads} runs at the same time in one process, which would make milliseconds "
                "unfair: start it with --nthreads 1, use steps, or force it"
            )
        if fair and tasks_on[told.host] > told.cpus:
            raise BadParameter(
                f"{tasks_on[told.host]} workers or more share the {told.cpus} cores of {told.host}, which would make "
                "milliseconds unfair: use fewer workers, steps, or force it"
            )
        if fair and told.threads > 1:
            raise BadParameter(
                f"worker {address} lets libraries use {told.threads} threads, which would make milliseconds unfair: "
                "start it with NUMBA_NUM_THREADS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 in its "
                "environment, use steps, or force it"
            )


@contextmanager
def _client(address: str, fair: bool) -> Iterator[tuple[Any, Callable[[], None]]]:
    """Connect to a cluster, or start one here, and say how lost workers are replaced; close what was opened."""
    distributed = optional("distributed", "cluster", f"the cluster '{address}'")
    if address.startswith("local:"):
        count = address.removeprefix("local:")
        if not count.isdecimal() or int(count) < 1:
            raise BadParameter(f"cluster '{address}': as in local:4, or tcp://HOST:8786")
        if fair and int(count) > cores():
            raise BadParameter(
                f"{count} workers on {cores()} cores would make milliseconds unfair; use fewer, steps, or force it"
            )
        settings = {
            "distributed.worker.daemon": False,
            "distributed.deploy.lost-worker-timeout": "1s",
            "distributed.scheduler.allowed-failures": 1,
        }
        with (
            one_thread(),
            optional("dask", "cluster", "clusters").config.set(settings),
            distributed.LocalCluster(
                n_workers=int(count), threads_per_worker=1, dashboard_address=None, silence_logs=50
            ) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            yield client, lambda: cluster.scale(int(count))
        return
    if "://" not in address:
        raise BadParameter(f"cluster '{address}': as in local:4, or tcp://HOST:8786")
    try:
        client = distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as fault:
        raise BadParameter(
            f"no Dask scheduler answers at '{address}' ({type(fault).__name__}): start one with `dask scheduler`"
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError:
            raise BadParameter(
                f"the scheduler at '{address}' has no workers: start some with `dask worker {address} --nthreads 1`"
            ) from None
        yield client, lambda: None


def _described(client: Any) -> dict[str, tuple[About | Exception, int]]:
    threads = client.nthreads()
    told = client.run(about, on_error="return")
    return {address: (answer, threads.get(address, 1)) for address, answer in told.items()}


def _patience(client: Any, address: str, revive: Callable[[], None]) -> Callable[[], None]:
    """Return what to do while nothing ends: replace workers that are gone, and give up when none has come for long."""
    alone = {"since": float("inf")}

    def idle() -> None:
        revive()
        try:
            there = bool(client.nthreads())
        except (OSError, TimeoutError):
            return  # a scheduler that is gone is told by what we wait for
        alone["since"] = float("inf") if there else min(alone["since"], time.monotonic())
        if time.monotonic() - alone["since"] > WORKERS_S * 10:
            raise LudariumError(
                f"'{address}' has had no workers for {WORKERS_S * 10} s; what was done is in the store, the same "
                "command goes on there"
            )

    return idle


def _ahead(client: Any) -> Callable[[], int]:
    """Return how many bundles to keep under way: twice what the workers of the moment can do."""
    known = {"at": float("-inf"), "threads": 1.0}

    def ahead() -> int:
        if time.monotonic() - known["at"] > 2:
            known["threads"] = sum(client.nthreads().values())
            known["at"] = time.monotonic()
        return 2 * max(1, int(known["threads"]))

    return ahead
