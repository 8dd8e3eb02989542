// hopping in every stored form against the plain reference.
#include <doctest/doctest.h>

#include <numbers>

#include "codelets/lattice/relative_error.hpp"
#include "codelets/wilson/hopping/forms.hpp"
#include "codelets/wilson/hopping/hopping.hpp"
#include "codelets/wilson/transfer.hpp"
#include "tests/all_forms.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/wilson_records.hpp"
#include "tests/skip.hpp"
#include "tests/spinor_algebra.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using lattice::GaugeField, lattice::SpinorField;
using wilson::Fixed16, wilson::Geometry;

/// Largest error of one sweep over its largest result: rounding, and in 16-bit
/// fixed point a half of 1/32767 in each of links, source and result.  Eight
/// reals are worked with up to four times, see eight_reals.hpp.
template <class T, int kLinkReals>
constexpr double kBound = std::is_same_v<T, double>  ? 1e-14
                          : std::is_same_v<T, float> ? 1e-6
                          : kLinkReals == 8          ? 5e-4
                                                     : 2e-4;

struct Case {
    int parity;
    bool dagger;
    int bc_t;
    double a, b;
};

/// H psi, or H^dagger psi = g_5 H g_5 psi, on the whole lattice.
SpinorField hopping_reference(const GaugeField& u, const SpinorField& psi,
                              bool dagger, int bc_t) {
    // D = 1 - kappa H with kappa = -1.
    const SpinorField source = dagger ? times_gamma5(psi) : psi;
    SpinorField h = wilson::reference::wilson(u, source, {-1, bc_t});
    for (std::size_t n = 0; n < h.sites.size(); ++n)
        for (int k = 0; k < 12; ++k) h.sites[n][k] -= source.sites[n][k];
    return dagger ? times_gamma5(h) : h;
}

template <class T>
std::vector<T> imported(const SpinorField& psi, const Geometry& g) {
    std::vector<T> tiles(wilson::spinor_reals<T>(g));
    wilson::import_spinor(psi, {0, 0, 0, 0}, g, std::span<T>{tiles});
    return tiles;
}

template <class T>
std::vector<T> half_of(const std::vector<T>& both, int parity) {
    const auto half = static_cast<std::ptrdiff_t>(both.size() / 2);
    return {both.begin() + parity * half, both.begin() + (parity + 1) * half};
}

/// a psi + b H psi by the codelet, as a field; the other parity is zero.
template <class T, int kLinkReals>
SpinorField by_codelet(const GaugeField& u, const SpinorField& psi,
                       const Geometry& g, const Case& c, runtime::Where where) {
    std::vector<T> links(wilson::link_reals(g, kLinkReals));
    wilson::import_links<T, kLinkReals>(u, {0, 0, 0, 0}, g,
                                        std::span<T>{links});
    const auto tiles = imported<T>(psi, g);
    auto u_array = array_of(links);
    auto in = array_of(half_of(tiles, 1 - c.parity));
    auto x = array_of(half_of(tiles, c.parity));
    runtime::Array<T> out{context(), tiles.size() / 2};
    runtime::submit<wilson::hopping::Kernel<T, kLinkReals>>(
        context(), {g, c.parity, c.dagger, c.bc_t, c.a, c.b}, {.where = where},
        out, in, c.a != 0 ? x : in, u_array);
    std::vector<T> both(tiles.size());
    const auto found = values_of(out);
    std::copy(
        found.begin(), found.end(),
        both.begin() + c.parity * static_cast<std::ptrdiff_t>(found.size()));
    SpinorField field{psi.extents};
    wilson::export_spinor(std::span<const T>{both}, g, {0, 0, 0, 0}, field);
    return field;
}

/// Largest error over largest result, on the sites of `parity`.
double relative_error(const SpinorField& found, const SpinorField& h,
                      const SpinorField& psi, const Case& c) {
    lattice::RelativeError error;
    for (std::size_t n = 0; n < psi.sites.size(); ++n) {
        const auto at = psi.extents.coordinates(n);
        if (((at[0] + at[1] + at[2] + at[3]) & 1) != c.parity) continue;
        for (int k = 0; k < 12; ++k)
            error.add(found.sites[n][k],
                      c.a * psi.sites[n][k] + c.b * h.sites[n][k]);
    }
    return error.value();
}

template <class T, int kLinkReals>
double worst_error(const GaugeField& u, const SpinorField& psi, const Case& c) {
    const bool cut[4] = {};
    const auto g = wilson::make_geometry(psi.extents, cut);
    const auto h = hopping_reference(u, psi, c.dagger, c.bc_t);
    lattice::Largest worst;
    for (const auto where : backends()) {
        const auto found = by_codelet<T, kLinkReals>(u, psi, g, c, where);
        worst.add(relative_error(found, h, psi, c));
    }
    return worst.value();
}

template <class T, int kLinkReals>
void check_form() {
    for (const lattice::Extents& extents :
         {lattice::Extents{{8, 4, 12, 6}}, lattice::Extents{{8, 8, 8, 16}},
          lattice::Extents{{6, 4, 2, 10}}}) {
        const auto u = lattice::hot_start(extents, 5);
        const auto psi = lattice::random_source(extents, 6);
        for (const Case& c :
             {Case{0, false, -1, 0, 1}, Case{1, false, +1, 1, -0.02},
              Case{0, true, -1, 0.5, 0.3}, Case{1, true, -1, 0, -0.2}}) {
            CAPTURE(lattice::to_string(extents));
            CAPTURE(c.parity);
            CAPTURE(c.dagger);
            CAPTURE(c.a);
            const double error = worst_error<T, kLinkReals>(u, psi, c);
            CHECK(error < kBound<T, kLinkReals>);
        }
    }
}

/// Links at a distance `step` from where a form of eight reals is singular:
/// the unit matrix, and permutations of rows with signs.
GaugeField near_singular(const lattice::Extents& extents, double step) {
    auto u = lattice::hot_start(extents, 11);
    int k = 0;
    for (lattice::Matrix3& link : u.links()) {
        lattice::Matrix3 phases{};
        const double angle = step * (1 + k % 7);
        phases(0, 0) = std::polar(1.0, angle);
        phases(1, 1) = std::polar(1.0, -0.3 * angle);
        phases(2, 2) = std::polar(1.0, -0.7 * angle);
        lattice::Matrix3 turn{};
        const int shift = k % 3;
        for (int i = 0; i < 3; ++i) turn(i, (i + shift) % 3) = 1;
        if (k % 2 == 1) {
            turn(0, shift % 3) = -1;
            turn(1, (1 + shift) % 3) = -1;
        }
        link = turn * (link * (phases * lattice::adjoint(link)));
        ++k;
    }
    return u;
}

template <class T, int kLinkReals>
void check_near_singular() {
    const lattice::Extents extents{{4, 4, 4, 8}};
    const auto psi = lattice::random_source(extents, 7);
    for (const double step : {0.0, 1e-12, 1e-8, 1e-5, 1e-3, 1e-1}) {
        CAPTURE(step);
        const auto u = near_singular(extents, step);
        const double error =
            worst_error<T, kLinkReals>(u, psi, {0, false, -1, 0, 1});
        CHECK(error < kBound<T, kLinkReals>);
    }
}

template <class Number, int kLinkReals>
struct Form {
    static void check() { check_form<Number, kLinkReals>(); }
    static void check_near() { check_near_singular<Number, kLinkReals>(); }
};

}  // namespace

TEST_CASE_TEMPLATE("hopping is the reference's in every form", F,
                   Form<double, 18>, Form<double, 12>, Form<double, 8>,
                   Form<float, 18>, Form<float, 12>, Form<float, 8>,
                   Form<Fixed16, 12>) {
    F::check();
}

TEST_CASE("hopping is the reference's with all reals in 16-bit fixed point") {
    if (!wilson::forms::is_here<Fixed16, 18>())
        return test::skip_part("18 reals are for a benchmark alone");
    check_form<Fixed16, 18>();
}

TEST_CASE_TEMPLATE("few reals per link hold near singular points", F,
                   Form<double, 12>, Form<double, 8>, Form<float, 12>,
                   Form<float, 8>) {
    F::check_near();
}

TEST_CASE("NaN in a source is not lost in 16-bit fixed point") {
    const lattice::Extents extents{{8, 4, 4, 4}};
    const auto u = lattice::cold_start(extents);
    auto psi = lattice::random_source(extents, 7);
    psi.sites[1][5] = std::numeric_limits<double>::quiet_NaN();
    const double error = worst_error<Fixed16, 12>(u, psi, {0, false, -1, 0, 1});
    CHECK(std::isnan(error));
}
