"""Configurations as arrays, and the operator against one of numpy."""

from pathlib import Path

import numpy as np
import pytest

import tasuki
from tasuki import lattice

SAMPLE = Path(__file__).parents[2] / "samples" / "wilson_b6.0_8x8x8x16.nersc"

# The basis of DeGrand and Rossi: g_t is diagonal.
GAMMA = np.array(
    [
        [[0, 0, 0, -1j], [0, 0, -1j, 0], [0, 1j, 0, 0], [1j, 0, 0, 0]],
        [[0, 0, 0, -1], [0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0]],
        [[0, 0, -1j, 0], [0, 0, 0, 1j], [1j, 0, 0, 0], [0, -1j, 0, 0]],
        np.diag([1, 1, -1, -1]),
    ]
)
AXIS = [3, 2, 1, 0]  # of x, y, z, t in arrays (T, Z, Y, X, ...)


def random_links(extents, seed=1):
    """Of SU(3), for extents (T, Z, Y, X)."""
    rng = np.random.default_rng(seed)
    shape = (*extents, 4, 3, 3)
    q, r = np.linalg.qr(rng.normal(size=shape) + 1j * rng.normal(size=shape))
    return q / np.linalg.det(q)[..., None, None] ** (1 / 3)


def random_spinors(extents, seed=2):
    rng = np.random.default_rng(seed)
    shape = (*extents, 4, 3)
    return rng.normal(size=shape) + 1j * rng.normal(size=shape)


def plain_wilson(u, kappa, psi, sign):
    out = psi.copy()
    for mu in range(4):
        links = u[..., mu, :, :]
        up = np.roll(psi, -1, AXIS[mu])
        below = np.einsum("...ji,...sj->...si", links.conj(), psi)
        down = np.roll(below, 1, AXIS[mu])
        if mu == 3:
            up[-1] *= sign
            down[0] *= sign
        forward = np.einsum("...ij,...sj->...si", links, up)
        one = np.eye(4)
        out -= kappa * np.einsum("rs,...si->...ri", one - GAMMA[mu], forward)
        out -= kappa * np.einsum("rs,...si->...ri", one + GAMMA[mu], down)
    return out


def plaquette(u):
    """Average of Re tr U_P / 3."""
    values = []
    for mu in range(4):
        for nu in range(mu):
            a, b = u[..., mu, :, :], u[..., nu, :, :]
            p = a @ np.roll(b, -1, AXIS[mu])
            p = p @ np.roll(a, -1, AXIS[nu]).conj().swapaxes(-1, -2)
            p = p @ b.conj().swapaxes(-1, -2)
            values.append(np.trace(p, axis1=-2, axis2=-1).real.mean() / 3)
    return np.mean(values)


def error(found, expected):
    assert found.shape == expected.shape
    return np.abs(found - expected).max() / np.abs(expected).max()


@pytest.mark.parametrize("blocks", [(1, 1, 1, 1), (1, 2, 1, 2), (2, 1, 3, 1)])
@pytest.mark.parametrize("bc_t", ["antiperiodic", "periodic"])
def test_the_operator_is_that_of_numpy(blocks, bc_t):
    extents = (8, 6, 4, 4)
    u, psi = random_links(extents), random_spinors(extents)
    d = lattice.Wilson(u, 0.13, bc_t=bc_t, blocks=blocks)
    assert d.kappa == 0.13
    sign = 1 if bc_t == "periodic" else -1
    expected = plain_wilson(u, 0.13, psi, sign)
    found = d.apply(psi)
    assert found.dtype == np.complex128
    assert error(found, expected) < 1e-14
    # It keeps its links, and nothing of the field before.
    u[:] = 0
    assert np.array_equal(d.apply(psi), found)
    assert error(d.apply(found), plain_wilson(random_links(extents), 0.13, found, sign)) < 1e-14


def test_the_operator_is_hermitian_with_gamma_5():
    extents = (4, 4, 2, 6)
    d = lattice.Wilson(random_links(extents), 0.12)
    psi, phi = random_spinors(extents, 3), random_spinors(extents, 4)
    gamma5 = np.linalg.multi_dot(GAMMA)

    def apply(field):
        return np.einsum("rs,...si->...ri", gamma5, d.apply(field))

    left, right = np.vdot(phi, apply(psi)), np.vdot(apply(phi), psi)
    assert abs(left - right) < 1e-13 * abs(left) + 1e-10


def test_the_sample_is_read_as_its_header_says():
    u = lattice.read(SAMPLE)
    assert u.shape == (16, 8, 8, 8, 4, 3, 3)
    assert u.dtype == np.complex128
    # Its links are in single precision.
    assert abs(plaquette(u) - 0.592566256855) < 1e-8
    assert np.abs(np.linalg.det(u) - 1).max() < 1e-6


@pytest.mark.parametrize(
    "ending, format, exact",
    [
        (".nersc", "", True),
        (".lime", "", True),
        (".dat", "scidac", True),
        (".milc", "milc", False),
        (".cnfg", "", True),
    ],
)
def test_what_is_written_is_read_back(tmp_path, ending, format, exact):
    u = random_links((4, 6, 2, 8))
    path = tmp_path / ("u" + ending)
    lattice.write(path, u, format)
    back = lattice.read(str(path))
    if exact:
        assert np.array_equal(back, u)
    else:
        assert 0 < np.abs(back - u).max() < 1e-7
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_wrong_files_are_named(tmp_path):
    u = random_links((4, 4, 4, 4))
    path = tmp_path / "u.nersc"
    lattice.write(path, u)
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(tasuki.InputError, match="u.nersc"):
        lattice.read(path)
    with pytest.raises(tasuki.Error, match="nothing"):
        lattice.read(tmp_path / "nothing")
    with pytest.raises(tasuki.UsageError, match="u.dat"):
        lattice.write(tmp_path / "u.dat", u)
    with pytest.raises(tasuki.UsageError, match="format"):
        lattice.write(tmp_path / "u.dat", u, format="hdf5")
    u[1, 2, 3, 0, 1] *= 1.5
    with pytest.raises(ArithmeticError, match=r"\(0, 3, 2, 1\)"):
        lattice.write(tmp_path / "v.nersc", u)
    assert not (tmp_path / "v.nersc").exists()


def test_wrong_arguments_are_named():
    u = random_links((4, 4, 4, 4))
    with pytest.raises(tasuki.UsageError, match=r"U: .*\(T, Z, Y, X, 4, 3, 3\)"):
        lattice.Wilson(u[..., :2, :, :], 0.1)
    with pytest.raises(tasuki.UsageError, match="kappa"):
        lattice.Wilson(u, float("inf"))
    with pytest.raises(tasuki.UsageError, match="blocks: .* direction Z, found 0"):
        lattice.Wilson(u, 0.1, blocks=(1, 1, 0, 1))
    with pytest.raises(tasuki.UsageError, match="bc_t: .*'open'"):
        lattice.Wilson(u, 0.1, bc_t="open")
    with pytest.raises(tasuki.UsageError):
        lattice.Wilson(u, 0.1, blocks=(3, 1, 1, 1))
    with pytest.raises(tasuki.UsageError):
        lattice.Wilson(random_links((4, 4, 4, 3)), 0.1)
    d = lattice.Wilson(u, 0.1)
    with pytest.raises(tasuki.UsageError, match=r"psi: .*found \(4, 4, 4, 4, 3, 4\)"):
        d.apply(np.zeros((4, 4, 4, 4, 3, 4), complex))
