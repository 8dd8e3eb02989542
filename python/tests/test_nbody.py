"""Gravity against a plain sum, and what a leap-frog keeps."""

import numpy as np
import pytest

import tasuki
from tasuki.nbody import Simulation, accelerations


def plain_accelerations(x, m, eps):
    d = x[None, :, :] - x[:, None, :]
    r2 = (d**2).sum(axis=2) + eps**2
    with np.errstate(divide="ignore"):
        pull = m[None, :] * r2**-1.5
    np.fill_diagonal(pull, 0)
    return np.einsum("ij,ijk->ik", pull, d)


def plain_energy(x, v, m, eps):
    d = x[None, :, :] - x[:, None, :]
    i, j = np.triu_indices(len(m), 1)
    potential = -(m[i] * m[j] / np.sqrt((d[i, j] ** 2).sum(axis=1) + eps**2)).sum()
    return potential + 0.5 * (m * (v**2).sum(axis=1)).sum()


def cluster(n, seed=1):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 3)), 0.3 * rng.normal(size=(n, 3)), rng.uniform(0.5, 1, n) / n


def error(found, expected):
    assert found.shape == expected.shape
    return np.abs(found - expected).max() / np.abs(expected).max()


@pytest.mark.parametrize("n", [1, 2, 7, 300, 1025])
@pytest.mark.parametrize("eps", [0.0, 0.05])
def test_accelerations_are_those_of_a_plain_sum(n, eps):
    x, _, m = cluster(n)
    found = accelerations(x, m, eps)
    if n == 1:
        assert np.array_equal(found, np.zeros((1, 3)))
    else:
        assert error(found, plain_accelerations(x, m, eps)) < 1e-13


def test_single_precision_is_near():
    x, _, m = cluster(500)
    expected = plain_accelerations(x, m, 0.1)
    for precision in ("single", "mixed"):
        found = accelerations(x, m, 0.1, precision=precision)
        assert 1e-9 < error(found, expected) < 1e-5


def test_no_bodies_have_no_accelerations():
    assert accelerations(np.zeros((0, 3)), np.zeros(0), 0.1).shape == (0, 3)


def test_bodies_move_as_by_a_plain_leap_frog():
    x, v, m = cluster(200)
    # Far from 0, where digits are few.
    x += [100.0, -50.0, 0.0]
    eps, dt = 0.1, 0.01
    s = Simulation(x, v, m, eps, dt)
    assert len(s) == 200
    assert np.array_equal(s.velocities, v)
    assert error(s.positions, x) < 1e-15
    before = plain_energy(x, v, m, eps)
    assert abs(s.energy() - before) < 1e-12 * abs(before)
    px, pv = x.copy(), v.copy()
    for _ in range(30):
        pv += dt / 2 * plain_accelerations(px, m, eps)
        px += dt * pv
        pv += dt / 2 * plain_accelerations(px, m, eps)
    s.step()
    s.step(29)
    assert s.steps == 30
    assert abs(s.time - 0.3) < 1e-15
    assert error(s.positions, px) < 1e-13
    assert error(s.velocities, pv) < 1e-12
    assert error(s.accelerations, plain_accelerations(px, m, eps)) < 1e-11
    assert abs(s.energy() - plain_energy(px, pv, m, eps)) < 1e-11
    assert abs(s.energy() - before) < 1e-3 * abs(before)
    s.step(0)
    assert s.steps == 30


def test_wrong_arguments_are_named():
    x, v, m = cluster(10)
    with pytest.raises(tasuki.UsageError, match=r"x: .*\(10, 3\), found \(10, 2\)"):
        accelerations(x[:, :2], m, 0.1)
    with pytest.raises(ValueError, match=r"v: .*\(10, 3\), found \(9, 3\)"):
        Simulation(x, v[:9], m, 0.1, 0.1)
    with pytest.raises(tasuki.UsageError, match="one axis"):
        accelerations(x, m[:, None], 0.1)
    with pytest.raises(tasuki.UsageError, match="mass of body 3"):
        accelerations(x, np.where(np.arange(10) == 3, -1.0, m), 0.1)
    with pytest.raises(tasuki.UsageError, match="eps"):
        accelerations(x, m, -0.1)
    with pytest.raises(tasuki.UsageError, match="bodies 0 and 1 are both at"):
        accelerations(np.zeros((2, 3)), np.ones(2), 0)
    with pytest.raises(tasuki.UsageError, match="dt"):
        Simulation(x, v, m, 0.1, float("nan"))
    with pytest.raises(tasuki.UsageError, match="half"):
        accelerations(x, m, 0.1, precision="half")
    with pytest.raises(tasuki.UsageError, match="step"):
        Simulation(x, v, m, 0.1, 0.1).step(-1)
