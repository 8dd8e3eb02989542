"""Solutions and the pion, against a dense matrix of numpy."""

import functools
import os
import signal
import threading

import numpy as np
import pytest

import tasuki
from tasuki import lattice
from test_lattice import error, plain_wilson, random_links, random_spinors

EXTENTS = (4, 2, 4, 2)
KAPPA = 0.11


@functools.cache
def dense_wilson(sign):
    """The matrix of random_links(EXTENTS) and KAPPA."""
    u = random_links(EXTENTS)
    shape = (*u.shape[:4], 4, 3)
    size = int(np.prod(shape))
    columns = [
        plain_wilson(u, KAPPA, unit.reshape(shape), sign).ravel()
        for unit in np.eye(size, dtype=complex)
    ]
    return np.array(columns).T


@pytest.mark.parametrize("method", ["cg", "bicgstab"])
@pytest.mark.parametrize("bc_t", ["antiperiodic", "periodic"])
@pytest.mark.parametrize("blocks", [(1, 1, 1, 1), (1, 2, 1, 2)])
def test_a_solution_is_that_of_numpy(blocks, bc_t, method):
    u, b = random_links(EXTENTS), random_spinors(EXTENTS)
    d = lattice.Wilson(u, KAPPA, bc_t=bc_t, blocks=blocks)
    x, info = d.solve(b, tol=1e-12, method=method)
    matrix = dense_wilson(1 if bc_t == "periodic" else -1)
    assert x.dtype == np.complex128
    assert error(x, np.linalg.solve(matrix, b.ravel()).reshape(b.shape)) < 1e-10
    assert info.converged
    assert 1 < info.iterations < 500
    assert len(info.residuals) == info.iterations + 1
    rest = np.linalg.norm(b - d.apply(x)) / np.linalg.norm(b)
    assert rest <= 1e-12
    assert abs(info.residual - rest) < 1e-14
    assert "converged=True" in repr(info)


@pytest.mark.parametrize("inner", ["single", "half"])
def test_a_refined_solution_is_one_in_double(inner):
    u, b = random_links((4, 4, 4, 4)), random_spinors((4, 4, 4, 4))
    x, info = lattice.Wilson(u, KAPPA).solve(b, tol=1e-11, inner=inner)
    assert info.converged
    rest = plain_wilson(u, KAPPA, x, -1) - b
    assert np.linalg.norm(rest) < 1.1e-11 * np.linalg.norm(b)


def test_several_sources_have_the_solutions_that_each_has_alone():
    u = random_links(EXTENTS)
    d = lattice.Wilson(u, KAPPA)
    sources = np.stack([random_spinors(EXTENTS, seed) for seed in range(6)])
    x, infos = d.solve(sources)
    assert x.shape == sources.shape
    assert len(infos) == 6
    for k in (0, 3, 5):
        alone, info = d.solve(sources[k])
        assert np.array_equal(x[k], alone)
        assert info.iterations == infos[k].iterations


def test_the_pion_is_that_of_the_whole_propagator():
    u = random_links(EXTENTS)
    x, y, z, t = point = (1, 3, 0, 2)
    found = lattice.Wilson(u, KAPPA).pion(point, tol=1e-12)
    inverse = np.linalg.inv(dense_wilson(-1))
    inverse = inverse.reshape(*EXTENTS, 12, *EXTENTS, 12)
    norms = (np.abs(inverse[..., t, z, y, x, :]) ** 2).sum(axis=(1, 2, 3, 4, 5))
    assert found.shape == (4,)
    np.testing.assert_allclose(found, np.roll(norms, -t), rtol=1e-9)


def test_a_solution_that_has_not_converged_says_so():
    u, b = random_links(EXTENTS), random_spinors(EXTENTS)
    d = lattice.Wilson(u, KAPPA)
    _, info = d.solve(b, maxiter=3)
    assert not info.converged
    assert info.iterations == 3
    assert info.residual > 1e-10
    with pytest.raises(tasuki.NumericsError, match="3 iterations.*maxiter"):
        d.pion(maxiter=3)
    # It still solves.
    assert d.solve(b)[1].converged


def test_wrong_sources_and_settings_are_named():
    u, b = random_links(EXTENTS), random_spinors(EXTENTS)
    d = lattice.Wilson(u, KAPPA)
    for settings, message in (
        ({"tol": 0}, "tol: .*found 0"),
        ({"tol": float("nan")}, "tol"),
        ({"maxiter": 0}, "maxiter: .*found 0"),
        ({"method": "gmres"}, "method: .*'gmres'"),
        ({"inner": "quarter"}, "inner: .*'quarter'"),
    ):
        with pytest.raises(tasuki.UsageError, match=message):
            d.solve(b, **settings)
        with pytest.raises(tasuki.UsageError, match=message):
            d.pion(**settings)
    with pytest.raises(tasuki.UsageError, match="not zero"):
        d.solve(0 * b)
    with pytest.raises(tasuki.UsageError, match=r"source: .*\(4, 2, 4, 2, 3, 4\)"):
        d.solve(np.zeros((*EXTENTS, 3, 4), complex))
    with pytest.raises(tasuki.UsageError, match="found none"):
        d.solve(np.zeros((0, *EXTENTS, 4, 3), complex))
    with pytest.raises(tasuki.UsageError, match="point: .*t of 0 to 3, found 4"):
        d.pion((0, 0, 0, 4))
    assert d.solve(b)[1].converged


def test_control_c_ends_a_solution():
    u, b = random_links((8, 8, 8, 8)), random_spinors((8, 8, 8, 8))
    d = lattice.Wilson(u, 0.5)  # of which no solver sees the end
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(1000):
            d.solve(b, maxiter=10**8)
    timer.join()
    x, info = d.solve(b, maxiter=2)
    assert info.iterations == 2
