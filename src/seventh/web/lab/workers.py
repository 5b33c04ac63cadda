"""Computations for the lab's pages: in a few processes of their own, queued, shared, and given up when nobody waits.

A question is asked again and again until its answer is there: each time the caller waits a moment, and gets the answer
or the progress. Equal questions are computed once. A page that asks something else no longer wants what it asked
before, and what nobody has asked for during some seconds is not wanted either; what nobody wants is not computed, and
a process that is computing it is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from seventh.web.errors import Failure
from seventh.web.lab.questions import Answer, Question
from seventh.web.logs import log
from seventh.web.rate_limits import Buckets
from seventh.web.settings import LabLimits

_MODULE = "seventh.web.lab.process"
_KEPT = 200
"""Answers kept."""
_FAILED = 5.0
"""Seconds after which what failed may be tried again."""


@dataclass(frozen=True)
class Pending:
    """The answer is not there yet."""

    progress: float
    """The fraction of the work that is done, 0 to 1."""
    queued: bool
    """Whether the work has not begun, because other computations go first."""


@dataclass(eq=False)
class _Job:
    key: str
    address: str
    long: bool
    done: asyncio.Future[Answer]
    wanted: dict[str, None] = field(default_factory=dict)
    """The pages that want it."""
    progress: float = 0.0
    process: _Process | None = None
    """What computes it; None while it is queued."""
    forgetting: asyncio.TimerHandle | None = None
    deadline: asyncio.TimerHandle | None = None


class Laboratory:
    """Answers questions. Used from one event loop."""

    def __init__(self, limits: LabLimits) -> None:
        self._limits = limits
        self._buckets = Buckets(limits.questions)
        self._jobs: dict[str, _Job] = {}
        self._queue: deque[_Job] = deque()
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._idle: list[_Process] = []
        self._threads = ThreadPoolExecutor(limits.processes, "seventh-lab")
        self._closing: asyncio.TimerHandle | None = None
        self._closed = False

    async def ask(self, question: Question, page: str, address: str, *, long: bool = False) -> Answer | Pending:
        """The answer, or how far it is; raises `Failure` if there is too much to do.

        `page` names what asks, and wants nothing else from now on; `long` work leaves one process free for the rest.
        """
        return (await self.ask_all([question], page, address, long=long))[0]

    async def ask_all(
        self, questions: list[Question], page: str, address: str, *, long: bool = False
    ) -> list[Answer | Pending]:
        """The same for several questions, which the page wants together."""
        keys = [json.dumps(question, sort_keys=True) for question in questions]
        self._wants_only(page, keys)
        jobs = [self._job(key, page, address, long) for key in dict.fromkeys(keys) if key not in self._answers]
        if jobs:
            await asyncio.wait([job.done for job in jobs], timeout=self._limits.patience)
        return [self._state(key) for key in keys]

    def _state(self, key: str) -> Answer | Pending:
        known = self._answers.get(key)
        if known is not None:
            self._answers.move_to_end(key)
            return known
        job = self._jobs.get(key)
        return Pending(0.0, True) if job is None else Pending(job.progress, job.process is None)

    def warm(self) -> None:
        """Start a process, so that the first question finds it ready."""
        if not self._idle and not any(job.process for job in self._jobs.values()) and not self._closed:
            self._idle.append(_Process())
            self._close_when_idle()

    def close(self) -> None:
        self._closed = True
        for job in list(self._jobs.values()):
            self._give_up(job)
        self._close_idle()
        self._threads.shutdown(wait=True)

    @property
    def processes(self) -> int:
        """The number of running processes."""
        return len(self._idle) + sum(job.process is not None for job in self._jobs.values())

    @property
    def computing(self) -> int:
        """The number of computations that run or wait."""
        return len(self._jobs)

    # Jobs.

    def _job(self, key: str, page: str, address: str, long: bool) -> _Job:
        job = self._jobs.get(key)
        if job is None:
            job = self._new(key, address, long)
        job.wanted[page] = None
        if job.forgetting:
            job.forgetting.cancel()
        job.forgetting = asyncio.get_running_loop().call_later(self._limits.forgotten, self._give_up, job)
        return job

    def _new(self, key: str, address: str, long: bool) -> _Job:
        if self._closed or len(self._queue) >= self._limits.queue:
            raise Failure("busy", "the lab is busy with other computations; try again in a moment", wait=2)
        if sum(job.address == address for job in self._jobs.values()) >= self._limits.address_questions:
            raise Failure("busy", "other computations for this address have not finished yet; wait for them", wait=2)
        bucket = self._buckets.of(address)
        if not bucket.take():
            raise Failure("too_fast", "too many computations for this address; wait a moment", wait=bucket.wait)
        job = self._jobs[key] = _Job(key, address, long, asyncio.get_running_loop().create_future())
        self._queue.append(job)
        self._pump()
        return job

    def _wants_only(self, page: str, keys: list[str]) -> None:
        for job in [job for job in self._jobs.values() if page in job.wanted and job.key not in keys]:
            del job.wanted[page]
            if not job.wanted:
                self._give_up(job)

    def _give_up(self, job: _Job) -> None:
        """Compute it no longer."""
        if self._jobs.get(job.key) is job:
            self._finish(job)
            if job.process is None:
                self._queue.remove(job)
            else:
                job.process.kill()
            job.done.cancel()

    def _finish(self, job: _Job) -> None:
        del self._jobs[job.key]
        for timer in (job.forgetting, job.deadline):
            if timer:
                timer.cancel()

    # Processes.

    def _pump(self) -> None:
        """Give queued work to processes: the oldest first, but long work leaves a process free."""
        running = [job for job in self._jobs.values() if job.process is not None]
        for job in list(self._queue):
            if len(running) >= self._limits.processes:
                return
            if job.long and sum(other.long for other in running) >= max(1, self._limits.processes - 1):
                continue
            self._queue.remove(job)
            job.process = self._idle.pop() if self._idle else _Process()
            running.append(job)
            loop = asyncio.get_running_loop()
            job.deadline = loop.call_later(self._limits.longest, self._too_long, job)
            loop.create_task(self._run(job, job.process))  # noqa: RUF006 - the job holds what it waits for

    async def _run(self, job: _Job, process: _Process) -> None:
        loop = asyncio.get_running_loop()

        def progress(done: float) -> None:
            loop.call_soon_threadsafe(setattr, job, "progress", done)

        try:
            found = await loop.run_in_executor(self._threads, process.ask, job.key, progress)
        except (OSError, ValueError) as error:  # it was killed, or died
            process.kill()
            found = {"problem": "this could not be computed (logged); try again"}
            if self._jobs.get(job.key) is job:
                log.error("lab process failed", extra={"error": str(error)[:200]})
                loop.call_later(_FAILED, self._answers.pop, job.key, None)
        if self._jobs.get(job.key) is job:
            self._finish(job)
            self._keep(job.key, found)
            job.done.set_result(found)
        if process.alive and not self._closed:
            self._idle.append(process)
        else:
            process.kill()
        if not self._closed:
            self._close_when_idle()
            self._pump()

    def _keep(self, key: str, found: Answer) -> None:
        self._answers[key] = found
        if len(self._answers) > _KEPT:
            self._answers.popitem(last=False)

    def _too_long(self, job: _Job) -> None:
        seconds = round(self._limits.longest)
        process = job.process
        self._finish(job)
        refusal = f"this takes more than {seconds} seconds; use the command line, which has no limit"
        self._keep(job.key, {"problem": refusal})
        job.done.set_result({"problem": refusal})
        if process:
            process.kill()

    def _close_when_idle(self) -> None:
        if self._closing:
            self._closing.cancel()
        self._closing = asyncio.get_running_loop().call_later(self._limits.idle, self._close_idle)

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().kill()
        if self._closing:
            self._closing.cancel()


class _Process:
    """One process. `ask` is called in one thread at a time; `kill` from any."""

    def __init__(self) -> None:
        self._asked = False
        # Kernels with threads of their own would take processors from the tables.
        settings = {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path), "NUMBA_NUM_THREADS": "1"}
        self._child = subprocess.Popen(  # noqa: S603 - fixed arguments
            [sys.executable, "-P", "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **settings},
            process_group=0,
        )

    @property
    def alive(self) -> bool:
        return self._child.poll() is None

    def ask(self, question: str, progress: Callable[[float], None]) -> Answer:
        """The answer to a question as JSON; raises `OSError` or `ValueError` if the process ends or fails."""
        self._asked = True
        try:
            return self._ask(question, progress)
        finally:
            self._asked = False
            if not self.alive and self._child.stdout:
                self._child.stdout.close()

    def _ask(self, question: str, progress: Callable[[float], None]) -> Answer:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(question.encode() + b"\n")
        self._child.stdin.flush()
        for line in self._child.stdout:
            found: dict[str, Any] = json.loads(line)
            if "answer" in found:
                answer: Answer = found["answer"]
                return answer
            if "failed" in found:
                raise ValueError(found["failed"])
            progress(found["progress"])
        raise OSError("the process has ended")

    def kill(self) -> None:
        if self._child.poll() is None:
            self._child.kill()
            self._child.wait()
        for pipe in (self._child.stdin, None if self._asked else self._child.stdout):  # else `ask` closes it
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
