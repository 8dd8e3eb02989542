"""Tasks and graphs of kernels in Python."""

import gc
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import tasuki
from tasuki import read, update, write

HEAT = Path(__file__).parents[1] / "examples" / "heat.py"


@tasuki.kernel
def axpy(y, x, a=1):
    y += a * x


@tasuki.kernel
def fill(y, value):
    y[...] = value


@tasuki.kernel
def fail():
    raise LookupError("no such luck")


@tasuki.kernel
def sleep(seconds):
    time.sleep(seconds)


@pytest.fixture(autouse=True)
def no_runtime():
    """Tests before may have started it."""
    tasuki.Context().close()


@pytest.fixture
def context():
    with tasuki.Context() as context:
        yield context


def run(script, expected_code=0):
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == expected_code, done.stderr
    return done.stdout


def test_tasks_run_in_the_order_of_their_arrays(context):
    x = context.array(np.arange(5.0))
    y = context.array(np.ones(5))
    context.submit(axpy, update(y), read(x), 2)
    context.submit(fill, write(x), value=7)
    context.submit(axpy, update(y), x=read(x), a=-1)
    assert np.array_equal(y.read(), 1 + 2 * np.arange(5) - 7)
    assert np.array_equal(x.read(), np.full(5, 7))


@pytest.mark.parametrize("dtype", [bool, np.int8, np.float32, "c8", "c16", "i4,f8"])
@pytest.mark.parametrize("shape", [(), (3,), (4, 1, 3)])
def test_arrays_keep_their_shape_and_type(context, shape, dtype):
    values = np.ones(shape, dtype)
    array = context.array(values)
    assert (array.shape, array.dtype) == (values.shape, values.dtype)
    seen = []

    @tasuki.kernel
    def look(x):
        seen.append((x.shape, x.dtype, x.flags.writeable))

    context.submit(look, read(array))
    context.submit(look, write(array))
    assert array.read().tobytes() == values.tobytes()
    assert [s[:2] for s in seen] == 2 * [(values.shape, values.dtype)]
    assert [s[2] for s in seen] == [False, True]


def test_arrays_are_copies(context):
    values = np.arange(12.0).reshape(3, 4)[:, ::2]
    array = context.array(values)
    assert np.array_equal(array.read(), [[0, 2], [4, 6], [8, 10]])
    array.read()[:] = 1
    values[:] = 1
    array.write(array.read() + 1)
    assert np.array_equal(array.read(), [[1, 3], [5, 7], [9, 11]])
    with pytest.raises(tasuki.UsageError, match=r"\(3, 2\), found \(3,\)"):
        array.write([1, 2, 3])
    with pytest.raises(TypeError):
        array.write(np.full((3, 2), 1j))


@pytest.mark.parametrize("values", [[], np.zeros((3, 0)), [None], ["a", object()]])
def test_arrays_have_numbers(context, values):
    with pytest.raises(tasuki.UsageError, match="values"):
        context.array(values)


def test_a_graph_runs_as_often_as_it_is_told(context):
    x, y = context.array([1.0, 2.0]), context.array([0.0, 0.0])

    def submit():
        context.submit(axpy, update(y), read(x))
        context.submit(axpy, update(x), read(y), 0.5)

    graph = context.record(submit)
    assert isinstance(graph, tasuki.Graph)
    assert len(graph) == 2
    assert np.array_equal(y.read(), [0, 0])
    context.run(graph)
    context.run(graph, 0)
    context.run(graph, 20)
    plain_x, plain_y = np.array([1.0, 2.0]), np.zeros(2)
    for _ in range(21):
        plain_y += plain_x
        plain_x += 0.5 * plain_y
    np.testing.assert_allclose(y.read(), plain_y, rtol=1e-14)
    with pytest.raises(tasuki.UsageError, match="times: .*-1"):
        context.run(graph, -1)


def test_a_graph_keeps_its_arrays(context):
    y = context.array(np.zeros(3))

    def submit():
        ones = context.array(np.ones(3))
        context.submit(axpy, update(y), read(ones))

    graph = context.record(submit)
    gc.collect()
    context.run(graph, 5)
    assert np.array_equal(y.read(), [5, 5, 5])


def test_a_recording_refuses_to_wait(context):
    y = context.array(np.zeros(3))
    for function in (y.read, context.wait, lambda: context.record(y.read)):
        with pytest.raises(tasuki.UsageError):
            context.record(function)
    with pytest.raises(ZeroDivisionError):
        context.record(lambda: 1 // 0)
    context.submit(fill, write(y), 1)
    assert np.array_equal(y.read(), np.ones(3))


@pytest.mark.parametrize("blocks", [1, 2, 4])
def test_heat_spreads_as_a_wave_decays(blocks):
    heat = runpy.run_path(str(HEAT))["heat"]
    n, steps, alpha = 24, 10, 0.2
    k = 2 * np.pi / n * np.arange(n)
    u = np.cos(k)[:, None] + np.sin(2 * k)[None, :]
    # Eigenvectors of a step, with these eigenvalues.
    first, second = (1 - 2 * alpha * (1 - np.cos(m * k[1])) for m in (1, 2))
    expected = first**steps * np.cos(k)[:, None] + second**steps * np.sin(2 * k)
    found = heat(u, steps, alpha, blocks)
    assert np.abs(found - expected).max() < 1e-14 * steps


def test_heat_is_short():
    assert len(HEAT.read_text().splitlines()) <= 40


def test_what_a_kernel_raises_is_the_cause():
    with pytest.raises(tasuki.TaskFailed) as raised:
        with tasuki.Context() as context:
            y = context.array(np.zeros(3))
            kept = context.array(np.ones(3))
            context.submit(fail)
            for _ in range(2):
                with pytest.raises(tasuki.TaskFailed, match="no such luck"):
                    context.wait()
            with pytest.raises(tasuki.TaskFailed):
                context.submit(fill, write(y), 1)
            with pytest.raises(tasuki.TaskFailed):
                y.read()
    assert raised.value.kernel == "fail"
    assert "LookupError: no such luck" in str(raised.value)
    assert isinstance(raised.value.__cause__, LookupError)
    assert isinstance(raised.value, tasuki.Error)
    with pytest.raises(tasuki.UsageError, match="has ended"):
        kept.read()


def test_a_new_context_takes_the_place_of_one_that_failed():
    failed = tasuki.Context()
    transform = tasuki.sht.Transform(5)
    graph = failed.record(lambda: failed.submit(fail))
    with pytest.raises(tasuki.TaskFailed):
        failed.run(graph, 3)
    with tasuki.Context() as context:
        y = context.array(np.zeros(3))
        context.submit(fill, write(y), 2)
        assert np.array_equal(y.read(), [2, 2, 2])
        for end in (failed.wait, transform.analysis, lambda: failed.run(graph)):
            with pytest.raises((tasuki.UsageError, TypeError)):
                end()
    # So does whatever computes next.
    for compute in (
        tasuki.workers,
        lambda: tasuki.sht.Transform(5),
        lambda: tasuki.nbody.accelerations(np.eye(3), np.ones(3), 1),
    ):
        failed = tasuki.Context()
        failed.submit(fail)
        with pytest.raises(tasuki.TaskFailed):
            failed.wait()
        assert not failed.closed
        compute()
        assert failed.closed


def test_wrong_submissions_are_refused_before_they_run(context):
    x, y = context.array(np.ones(3)), context.array(np.ones(3))
    with pytest.raises(TypeError, match="x"):
        context.submit(axpy, update(y))
    with pytest.raises(TypeError, match="@tasuki.kernel"):
        context.submit(lambda: None)
    with pytest.raises(tasuki.UsageError, match="argument 2 of axpy"):
        context.submit(axpy, update(y), x)
    with pytest.raises(tasuki.UsageError, match="argument x of axpy: .*ndarray"):
        context.submit(axpy, update(y), x=read(np.ones(3)))
    many = [read(context.array([k])) for k in range(33)]
    with pytest.raises(tasuki.UsageError, match="33"):
        context.submit(tasuki.kernel(lambda *_: None), *many)
    context.wait()
    assert np.array_equal(y.read(), np.ones(3))


@pytest.mark.parametrize(
    "function, cause, message",
    [
        (lambda y: y + 1, TypeError, "returned a value"),
        (lambda y: y.fill(1), ValueError, "read-only"),
        (lambda y: tasuki.workers(), tasuki.UsageError, "a kernel has called"),
    ],
)
def test_kernels_that_do_what_they_may_not(function, cause, message):
    context = tasuki.Context()
    y = context.array(np.ones(3))
    context.submit(tasuki.kernel(function), read(y))
    with pytest.raises(tasuki.TaskFailed, match=message) as raised:
        context.wait()
    assert isinstance(raised.value.__cause__, cause)
    context.close()


def test_an_array_twice_is_one_that_is_changed(context):
    y = context.array(np.ones(3))
    context.submit(axpy, write(y), read(y), 2)
    assert np.array_equal(y.read(), [3, 3, 3])


def test_a_kernel_is_a_function_too():
    y = np.ones(3)
    axpy(y, np.ones(3), a=2)
    assert np.array_equal(y, [3, 3, 3])
    assert axpy.__name__ == "axpy"


def test_arrays_may_go_before_their_tasks(context):
    kept = []

    @tasuki.kernel
    def keep(y):
        time.sleep(0.001)
        y += 1
        kept.append(y)

    for _ in range(50):
        context.submit(keep, update(context.array(np.zeros(1000))))
        gc.collect(0)
    context.wait()
    assert len(kept) == 50
    assert all(np.array_equal(y, np.ones(1000)) for y in kept)


def test_memory_comes_back(context):
    def resident():
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def work():
        for _ in range(40):
            y = context.array(np.zeros(100_000))
            context.submit(fill, write(y), 1)
            y.read()

    work()
    before = resident()
    for _ in range(5):
        work()
    assert resident() - before < 40e6  # of 160 MB


def test_workers_compute_at_once():
    with tasuki.Context(workers=2) as context:
        if len([w for w in tasuki.workers() if "CPU" in w]) < 2:
            pytest.skip("one CPU")
        meet = threading.Barrier(2)

        @tasuki.kernel
        def wait():
            meet.wait(timeout=20)

        context.submit(wait)
        context.submit(wait)
        context.wait()


def test_several_threads_submit(context):
    sums = [context.array(np.zeros(10)) for _ in range(4)]
    one = context.array(np.ones(10))

    def work(k):
        for _ in range(50):
            context.submit(axpy, update(sums[k]), read(one))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(s.read(), np.full(10, 50)) for s in sums)


def test_control_c_ends_waiting_and_cancels():
    with pytest.raises(KeyboardInterrupt):
        with tasuki.Context() as context:
            for _ in range(300):
                context.submit(sleep, 0.1)
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            begin = time.perf_counter()
            context.wait()
    assert time.perf_counter() - begin < 10


def test_control_c_ends_runs(context):
    y = context.array([0])
    one = context.array([1])
    graph = context.record(lambda: context.submit(axpy, update(y), read(one)))
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        context.run(graph, 10**9)
    done = y.read()[0]
    assert 0 < done < 10**9
    context.run(graph, 3)
    assert y.read()[0] == done + 3


def test_numbers_are_those_of_the_start():
    with tasuki.Context(cpus=1, gpus=0):
        assert len(tasuki.workers()) == 1
        with pytest.raises(tasuki.UsageError, match="has started"):
            tasuki.Context(cpus=1)
    for wrong in ({"workers": 0}, {"cpus": -2}):
        with pytest.raises(tasuki.UsageError, match=list(wrong)[0]):
            tasuki.Context(**wrong)
    with tasuki.Context(workers=1) as context:
        assert not context.closed
        context.close()
        context.close()
        assert context.closed
        with pytest.raises(tasuki.UsageError, match="has ended"):
            context.array([1])


def test_a_program_may_end_with_open_tasks():
    out = run(
        "import numpy as np, tasuki, time\n"
        "context = tasuki.Context()\n"
        "y = context.array(np.zeros(3))\n"
        "@tasuki.kernel\n"
        "def slow(y, k):\n"
        "    time.sleep(0.01); print(k, flush=True)\n"
        "for k in range(20): context.submit(slow, tasuki.update(y), k)\n"
        "graph = context.record(lambda: context.submit(slow, tasuki.update(y), 1))\n"
    )
    assert out.split() == [str(k) for k in range(20)]
    run(
        "import tasuki\n"
        "context = tasuki.Context()\n"
        "context.submit(tasuki.kernel(lambda: 1 // 0))\n"
    )
