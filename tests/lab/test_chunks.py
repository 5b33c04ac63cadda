"""Work in chunks: in order, lazily, with any number of threads, and kept when it is stopped."""

import os
import threading
from itertools import count

import pytest

from seventh.games.design import design
from seventh.games.high_card_flush.collusion import collusion
from seventh.lab.chunks import fold
from seventh.lab.design.bounds import Band, Pays
from seventh.lab.equity.shares import equity
from seventh.lab.text.equity import render
from tests.known import known


def add(state, chunk, result):
    return (*state, (chunk, result))


@pytest.mark.parametrize("workers", [1, 3, 8])
def test_results_are_put_together_in_order(workers):
    found, whole = fold(lambda n: n * n, range(100), (), add, workers, lambda _: None)
    assert whole
    assert found == tuple((n, n * n) for n in range(100))


def test_only_a_few_chunks_are_taken_ahead():
    taken = 0

    def endless():
        nonlocal taken
        for number in count():
            taken += 1
            yield number

    def stop(state):
        if len(state) == 50:
            raise KeyboardInterrupt

    found, whole = fold(lambda n: n, endless(), (), add, 4, stop)
    assert not whole
    assert len(found) == 50
    assert taken <= 50 + 2 * 4 + 1


def test_no_more_threads_work_than_there_are_processors():
    at_work, most, lock = 0, 0, threading.Lock()
    full, released = threading.Semaphore(0), threading.Event()

    def work(_):
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        full.release()
        released.wait()
        with lock:
            at_work -= 1

    def release(_):
        if full.acquire(blocking=False):
            full.release()
            released.set()

    _, whole = fold(work, range(600), (), add, 256, release)
    assert whole
    assert 1 <= most <= known(os.cpu_count())


def test_progress_is_called_while_a_chunk_takes_long():
    released = threading.Event()
    states = []

    def progress(state):
        states.append(state)
        if len(states) == 3:
            raise KeyboardInterrupt

    try:
        found, whole = fold(lambda _: released.wait(), range(2), (), add, 2, progress)
    finally:
        released.set()
    assert (found, whole) == ((), False)


def test_an_error_in_a_chunk_is_raised():
    def fails(number):
        if number == 5:
            raise TimeoutError("of its own")
        return number

    with pytest.raises(TimeoutError, match="of its own"):
        fold(fails, range(10), (), add, 2, lambda _: None)


def stop_after(chunks):
    """Ctrl-C after this many progress updates."""
    seen = {0}

    def progress(done):
        seen.add(done)
        if len(seen) > chunks:
            raise KeyboardInterrupt

    return progress


def test_a_trillion_samples_are_drawn_lazily_and_those_drawn_are_kept():
    hands = ["(AsKs)Qs", "(????)2c"]
    report = equity(hands, samples=10**12, seed=3, workers=2, progress=stop_after(3))
    assert report.stopped
    assert report.asked == 10**12
    assert 0 < report.samples < 10**8
    assert report.hands == equity(hands, samples=report.samples, seed=3, workers=1).hands


def test_a_partial_enumeration_is_marked_as_not_a_sample():
    hands = ["(AsAh)Ad2c3c", "(KsKh)Kd9c8d"]
    report = equity(hands, workers=2, progress=stop_after(3))
    assert (report.exact, report.stopped, report.seed) == (False, True, None)
    assert 0 < report.samples < report.asked == report.runouts
    assert [hand.std_error for hand in report.hands] == [None, None]
    assert "equity_exact" not in report.as_data()["hands"][0]
    *_, last = render(report).splitlines()
    assert last.startswith(f"partial: stopped after {report.samples:,} of {report.runouts:,} run-outs")
    assert "not a random sample" in last


def test_a_trillion_deals_are_made_lazily_and_those_made_are_kept():
    report = collusion(deals=10**12, seed=3, workers=2, progress=stop_after(3))
    assert report.stopped
    assert report.asked == 10**12
    assert report.gains == collusion(deals=report.deals, seed=3, workers=1).gains


def test_a_search_that_is_stopped_keeps_the_tables_found():
    rows = {"pair": Pays.parse("1..4"), "flush": Pays.parse("1..200"), "straight": Pays.parse("1..200")}
    rows |= {"royal": Pays.parse("1..100"), "straight_flush": Pays.parse("1..50")}
    target, stop = Band.parse("2%..9%"), stop_after(2)
    report = design("boston-7-stud", "three_card_bonus", rows, target, any_order=True, workers=2, progress=stop)
    assert report.stopped
    assert 0 < report.searched < report.candidates
    assert report.tables
