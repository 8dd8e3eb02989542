"""The runtime: how it begins and ends, what it does to threads and signals."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import tasuki
from tasuki import lattice
from tasuki.nbody import Simulation, accelerations
from tasuki.sht import Transform


def run(script, expected_code=0):
    """A Python of its own; what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == expected_code, done.stderr
    return done.stdout


def bodies(n):
    rng = np.random.default_rng(1)
    return rng.normal(size=(n, 3)), np.zeros((n, 3)), np.full(n, 1 / n)


def test_versions():
    assert tasuki.version().startswith(tasuki.__version__)
    assert "StarPU" in tasuki.version()


def test_everything_has_documentation():
    things = [tasuki.configure, tasuki.workers, tasuki.version, accelerations]
    things += [lattice.read, lattice.write, tasuki.kernel]
    things += [tasuki.read, tasuki.write, tasuki.update, tasuki.TaskFailed]
    for of in (
        Transform,
        Simulation,
        lattice.Wilson,
        lattice.SolveInfo,
        tasuki.Context,
        tasuki.Array,
        tasuki.Graph,
    ):
        things.append(of)
        things += [getattr(of, n) for n in dir(of) if not n.startswith("_")]
    for thing in things:
        assert thing.__doc__ and len(thing.__doc__) > 10, thing


def test_errors_are_those_of_python_too():
    assert issubclass(tasuki.UsageError, (tasuki.Error, ValueError))
    assert issubclass(tasuki.UsageError, RuntimeError)
    assert issubclass(tasuki.InputError, ValueError)
    assert issubclass(tasuki.NumericsError, ArithmeticError)
    assert tasuki.UsageError.__module__ == "tasuki"


def test_configure_says_what_computes():
    out = run(
        "import tasuki; tasuki.configure(cpus=1, gpus=0, placement='cpu');"
        "print(len(tasuki.workers()));"
        "t = tasuki.sht.Transform(5)\n"
        "try: tasuki.configure(cpus=1)\n"
        "except tasuki.UsageError as e: print(e)"
    )
    assert out.startswith("1\n") and "has started" in out


def test_configure_refuses_what_it_does_not_know():
    with pytest.raises(TypeError):
        tasuki.configure(cpus="two")
    out = run(
        "import tasuki\n"
        "for settings in ({'placement': 'moon'}, {'cpus': -2}):\n"
        "    try: tasuki.configure(**settings)\n"
        "    except tasuki.UsageError as e: print(e)\n"
        "tasuki.configure(cpus=100000)\n"
        "try: tasuki.workers()\n"
        "except tasuki.UnavailableError as e: print(e)\n"
        "tasuki.configure()\n"
        "print(len(tasuki.workers()) > 0)"
    ).splitlines()
    assert "moon" in out[0] and "-2" in out[1] and "100000" in out[2]
    assert out[3] == "True"


def test_placements_of_the_operator_are_none_of_a_transform():
    out = run(
        "import tasuki; tasuki.configure(placement='host-t')\n"
        "try: tasuki.sht.Transform(5)\n"
        "except tasuki.UsageError as e: print(e)"
    )
    assert "host-t" in out


def test_objects_may_outlive_the_runtime():
    out = run(
        "import atexit, numpy as np, tasuki\n"
        "def last():\n"
        "    try: t.synthesis(np.zeros(t.nalm, complex))\n"
        "    except tasuki.UsageError as e: print(e)\n"
        "    try: tasuki.sht.Transform(3)\n"
        "    except tasuki.UsageError as e: print(e)\n"
        "atexit.register(last)\n"  # called after that of the runtime
        "t = tasuki.sht.Transform(5)\n"
        "x = np.random.default_rng(1).normal(size=(50, 3))\n"
        "s = tasuki.nbody.Simulation(x, 0 * x, np.ones(50), 0.1, 0.1)\n"
        "s.step(3)\n"
    )
    assert out.count("has ended") == 2


def test_an_object_that_goes_gives_its_memory_back():
    for _ in range(200):
        Transform(63).synthesis(np.zeros(64 * 65 // 2, complex))

    def resident():
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before = resident()
    for _ in range(400):
        Transform(63).synthesis(np.zeros(64 * 65 // 2, complex))
    assert resident() - before < 64e6  # each has 0.3 MB of arrays


def test_other_threads_run_meanwhile():
    x, v, m = bodies(16000)
    s = Simulation(x, v, m, 0.1, 1e-3)
    s.step(1)
    counts = []

    def count():
        while not done.is_set():
            counts.append(time.perf_counter())
            time.sleep(0.001)

    done = threading.Event()
    other = threading.Thread(target=count)
    other.start()
    begin = time.perf_counter()
    # One batch of steps, of which Python knows nothing.
    s.step(1)
    took = time.perf_counter() - begin
    done.set()
    other.join()
    inside = [c for c in counts if 0.1 < (c - begin) / took < 0.9]
    assert len(inside) >= 3


def test_threads_take_turns():
    t = Transform(31)
    rng = np.random.default_rng(3)
    spectra = [
        rng.normal(size=t.nalm) + 1j * rng.normal(size=t.nalm) for _ in range(4)
    ]
    expected = [t.synthesis(a) for a in spectra]
    wrong = []

    def work(k):
        for _ in range(20):
            if not np.allclose(t.synthesis(spectra[k]), expected[k], atol=1e-12):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_control_c_ends_steps():
    x, v, m = bodies(2000)
    s = Simulation(x, v, m, 0.1, 1e-3)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        s.step(10**9)
    made = s.steps
    assert 0 < made < 10**9
    # It goes on from there.
    s.step(2)
    assert s.steps == made + 2
    assert np.isfinite(s.energy())


def test_a_forked_process_is_told_to_be_spawned():
    out = run(
        "import os, sys, tasuki\n"
        "t = tasuki.sht.Transform(5)\n"
        "if os.fork() == 0:\n"
        "    try: tasuki.sht.Transform(5)\n"
        "    except tasuki.UsageError as e: print(e)\n"
        "    del t\n"
        "    sys.exit()\n"
        "os.wait()\n"
        "t.analysis(__import__('numpy').zeros((t.nlat, t.nlon)))\n"
        "print('parent', t.lmax)"
    )
    assert "forked" in out and "parent 5" in out
