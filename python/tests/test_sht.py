"""Transforms against ducc0 and pyshtools where they are here, and against
themselves."""

import math

import numpy as np
import pytest

import tasuki
from tasuki.sht import Transform

GEOMETRY = {"gauss": "GL", "regular": "F1", "poles": "CC", "inner": "F2"}


def orders(lmax):
    """l and m of the coefficients, in their order."""
    m = np.repeat(np.arange(lmax + 1), np.arange(lmax + 1, 0, -1))
    l = np.concatenate([np.arange(k, lmax + 1) for k in range(lmax + 1)])
    return l, m


def random_alm(lmax, seed=1, fields=None):
    rng = np.random.default_rng(seed)
    l, m = orders(lmax)
    shape = (len(l),) if fields is None else (fields, len(l))
    alm = rng.normal(size=shape) + 1j * rng.normal(size=shape)
    alm[..., m == 0] = alm[..., m == 0].real
    return alm


def error(found, expected):
    """Relative to the greatest."""
    assert found.shape == expected.shape
    return np.abs(found - expected).max() / np.abs(expected).max()


@pytest.mark.parametrize("grid", GEOMETRY)
@pytest.mark.parametrize("lmax, nlat, nlon", [(31, 64, 80), (84, 171, 180)])
def test_ducc0_computes_the_same(grid, lmax, nlat, nlon):
    ducc0 = pytest.importorskip("ducc0", reason="ducc0 is not installed")
    t = Transform(lmax, nlat, nlon, grid=grid)
    alm = random_alm(lmax)
    expected = ducc0.sht.synthesis_2d(
        alm=alm[None], spin=0, lmax=lmax, ntheta=nlat, nphi=nlon,
        geometry=GEOMETRY[grid],
    )[0]
    found = t.synthesis(alm)
    assert found.dtype == np.float64
    assert error(found, expected) < 1e-13
    field = expected + 0.1 * np.random.default_rng(2).normal(size=expected.shape)
    if grid != "gauss":
        field = expected  # quadratures of other fields differ
    back = ducc0.sht.analysis_2d(
        map=field[None], spin=0, lmax=lmax, geometry=GEOMETRY[grid]
    )[0]
    found = t.analysis(field)
    assert found.dtype == np.complex128
    assert error(found, back) < 1e-13


@pytest.mark.parametrize("grid", GEOMETRY)
@pytest.mark.parametrize("norm", ["ortho", "orthonormal", "4pi", "schmidt"])
@pytest.mark.parametrize("condon_shortley", [True, False])
def test_analysis_after_synthesis_gives_the_coefficients(grid, norm, condon_shortley):
    lmax = 42
    t = Transform(lmax, grid=grid, norm=norm, condon_shortley=condon_shortley)
    alm = random_alm(lmax)
    assert error(t.analysis(t.synthesis(alm)), alm) < 1e-13


def test_norms_differ_by_the_integral_of_their_functions():
    lmax = 20
    l, m = orders(lmax)
    alm = random_alm(lmax)
    expected = Transform(lmax).synthesis(alm)
    root = np.sqrt(4 * math.pi)
    for norm, factor in [("4pi", 1 / root), ("schmidt", np.sqrt(2 * l + 1) / root)]:
        found = Transform(lmax, norm=norm).synthesis(alm * factor)
        assert error(found, expected) < 1e-14
    found = Transform(lmax, condon_shortley=False).synthesis(alm * (-1.0) ** m)
    assert error(found, expected) < 1e-14


@pytest.mark.parametrize("norm", ["ortho", "4pi", "schmidt"])
@pytest.mark.parametrize("condon_shortley", [True, False])
def test_pyshtools_computes_the_same(norm, condon_shortley):
    pysh = pytest.importorskip("pyshtools", reason="pyshtools is not installed")
    lmax = 17
    l, m = orders(lmax)
    alm = random_alm(lmax)
    t = Transform(lmax, 24, 36, norm=norm, condon_shortley=condon_shortley)
    pair = alm * np.where(m > 0, math.sqrt(2), 1)
    cilm = np.zeros((2, lmax + 1, lmax + 1))
    cilm[0, l, m] = pair.real
    cilm[1, l, m] = -pair.imag
    theirs = pysh.SHCoeffs.from_array(
        cilm, normalization=norm, csphase=-1 if condon_shortley else 1
    )
    lat, lon = np.meshgrid(np.degrees(t.latitudes), np.degrees(t.longitudes), indexing="ij")
    expected = theirs.expand(lat=lat.ravel(), lon=lon.ravel()).reshape(lat.shape)
    assert error(t.synthesis(alm), expected) < 1e-12


def test_known_harmonics():
    t = Transform(3, 9, 12)
    alm = np.zeros(t.nalm, complex)
    assert t.nalm == 10
    alm[1] = 2  # l = 1, m = 0
    alm[4 + 0] = 0.5 - 0.25j  # l = 1, m = 1
    lat, lon = np.meshgrid(t.latitudes, t.longitudes, indexing="ij")
    expected = 2 * math.sqrt(3 / (4 * math.pi)) * np.sin(lat)
    y11 = -math.sqrt(3 / (8 * math.pi)) * np.cos(lat) * np.exp(1j * lon)
    expected += 2 * ((0.5 - 0.25j) * y11).real
    assert error(t.synthesis(alm), expected) < 1e-14
    # What a real field does not have changes nothing.
    with_imaginary = alm.copy()
    with_imaginary[:4] += 3j
    assert np.array_equal(t.synthesis(with_imaginary), t.synthesis(alm))


def test_several_fields_are_those_of_one():
    lmax, fields = 30, 3
    alm = random_alm(lmax, fields=fields)
    one, three = Transform(lmax), Transform(lmax, fields=fields)
    maps = three.synthesis(alm)
    assert maps.shape == (fields, one.nlat, one.nlon)
    for k in range(fields):
        assert error(maps[k], one.synthesis(alm[k])) < 1e-14
    assert error(three.analysis(maps), alm) < 1e-13
    u, v = three.winds(alm, alm[::-1])
    for k in range(fields):
        expected = one.winds(alm[k], alm[fields - 1 - k])
        assert error(u[k], expected[0]) < 1e-14
        assert error(v[k], expected[1]) < 1e-14


def test_the_wind_of_solid_rotation():
    t = Transform(10)
    zero = np.zeros(t.nalm, complex)
    vorticity = zero.copy()
    # Vorticity 2 sin(latitude) is that of u = cos(latitude).
    vorticity[1] = 2 / math.sqrt(3 / (4 * math.pi))
    u, v = t.winds(vorticity, zero)
    expected = np.broadcast_to(np.cos(t.latitudes)[:, None], u.shape)
    assert error(u, expected) < 1e-14
    assert np.abs(v).max() < 1e-14


def test_winds_are_derivatives_of_ducc0():
    ducc0 = pytest.importorskip("ducc0", reason="ducc0 is not installed")
    lmax = 40
    l, _ = orders(lmax)
    t = Transform(lmax, 64, 100, norm="4pi")
    vorticity, divergence = random_alm(lmax, 3), random_alm(lmax, 4)
    vorticity[0] = divergence[0] = 0
    u, v = t.winds(vorticity, divergence)
    inverse = -math.sqrt(4 * math.pi) / np.maximum(l * (l + 1), 1)

    def derivatives(alm):
        # by colatitude, and by longitude over its sine
        return ducc0.sht.synthesis_2d(
            alm=(alm * inverse)[None], spin=1, lmax=lmax, ntheta=64, nphi=100,
            geometry="GL", mode="DERIV1",
        )

    psi, chi = derivatives(vorticity), derivatives(divergence)
    assert error(u, psi[0] + chi[1]) < 1e-12
    assert error(v, psi[1] - chi[0]) < 1e-12
    back = t.vordiv(u, v)
    assert error(back[0], vorticity) < 1e-12
    assert error(back[1], divergence) < 1e-12


def test_arrays_of_other_kinds_are_converted():
    t = Transform(12)
    alm = random_alm(12)
    expected = t.synthesis(alm)
    strided = np.zeros(2 * len(alm), complex)
    strided[::2] = alm
    assert np.array_equal(t.synthesis(strided[::2]), expected)
    fortran = np.asfortranarray(expected)
    assert np.array_equal(t.analysis(fortran), t.analysis(expected))
    single = t.analysis(expected.astype(np.float32))
    assert error(single, alm) < 1e-6
    # Results own their memory.
    del t
    assert error(expected, Transform(12).synthesis(alm)) < 1e-14


def test_wrong_arguments_are_named():
    t = Transform(10, 16, 24)
    with pytest.raises(tasuki.UsageError, match=r"alm: .*\(66,\), found \(65,\)"):
        t.synthesis(np.zeros(65, complex))
    with pytest.raises(ValueError, match=r"map: .*\(16, 24\), found \(24, 16\)"):
        t.analysis(np.zeros((24, 16)))
    with pytest.raises(TypeError):
        t.analysis(np.zeros((16, 24), complex))
    with pytest.raises(tasuki.UsageError, match="latitudes"):
        Transform(10, nlat=10)
    with pytest.raises(tasuki.UsageError, match="longitudes"):
        Transform(10, nlon=20)
    with pytest.raises(tasuki.UsageError, match="unknown normalization 'unnorm'"):
        Transform(10, norm="unnorm")
    with pytest.raises(tasuki.UsageError, match="healpix"):
        Transform(10, grid="healpix")
    with pytest.raises(tasuki.UsageError, match="lmax"):
        Transform(-1)
    with pytest.raises(tasuki.UsageError, match="fields"):
        Transform(10, fields=0)
    # Winds have a degree more, for which this grid is too small.
    least = Transform(10, nlat=11, nlon=21)
    zero = np.zeros(least.nalm, complex)
    with pytest.raises(tasuki.UsageError, match="latitudes"):
        least.winds(zero, zero)
    assert np.array_equal(least.synthesis(zero), np.zeros((11, 21)))


def test_what_a_transform_says_of_itself():
    t = Transform(10, grid="poles")
    assert (t.lmax, t.grid, t.fields) == (10, "poles", 1)
    assert t.nlon >= 31 and t.nlat >= 21
    assert t.latitudes.shape == (t.nlat,)
    assert abs(t.latitudes[0] - math.pi / 2) < 1e-15
    assert np.allclose(t.latitudes, -t.latitudes[::-1], atol=1e-15)
    assert np.allclose(np.diff(t.longitudes), 2 * math.pi / t.nlon)
