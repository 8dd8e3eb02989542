// What solvers do with spinors in 16-bit fixed point, and with fields of two
// precisions, against plain loops over the numbers that are stored.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/dot/dot.hpp"
#include "codelets/linalg/norm2/norm2.hpp"
#include "codelets/wilson/refinement/refinement.hpp"
#include "codelets/wilson/transfer.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/spinor_algebra.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using lattice::Complex, lattice::SpinorField;
using linalg::kPartials;
using wilson::Fixed16;
namespace bicgstab = linalg::bicgstab;
namespace cg = linalg::cg;
namespace refinement = wilson::refinement;

constexpr lattice::Extents kExtents{{4, 6, 2, 8}};

wilson::Geometry geometry() {
    return wilson::make_geometry(kExtents, {false, false, false, false});
}

template <class T>
SpinorField read(const runtime::Array<T>& array) {
    SpinorField field{kExtents};
    const auto tiles = values_of(array);
    wilson::export_spinor(std::span<const T>{tiles}, geometry(), {0, 0, 0, 0},
                          field);
    return field;
}

/// A random field, stored, and what is stored of it: components of a site that
/// differ, and sites that do.
template <class T>
struct Stored {
    explicit Stored(std::uint64_t seed)
        : array{context(), wilson::spinor_reals<T>(geometry())} {
        auto field = lattice::random_source(kExtents, seed);
        for (std::size_t n = 0; n < field.sites.size(); ++n)
            for (Complex& c : field.sites[n]) c *= std::pow(10, n % 7);
        std::vector<T> tiles(array.size());
        wilson::import_spinor(field, {0, 0, 0, 0}, geometry(),
                              std::span<T>{tiles});
        array.assign(tiles);
        values = read(array);
    }
    runtime::Array<T> array;
    SpinorField values{kExtents};
};

double largest_in(const lattice::SpinorSite& site) {
    double largest = 0;
    for (const Complex& c : site)
        largest = std::max({largest, std::abs(c.real()), std::abs(c.imag())});
    return largest;
}

/// Whether each site is the expected one, to `unit` of its largest component.
template <class Expected>
bool is_near(const SpinorField& found, const Expected& expected, double unit) {
    bool near = true;
    for (std::size_t n = 0; n < found.sites.size(); ++n) {
        lattice::SpinorSite right{};
        for (int k = 0; k < 12; ++k) right[k] = expected(n, k);
        for (int k = 0; k < 12; ++k)
            near = near && std::abs(found.sites[n][k] - right[k]) <=
                               unit * largest_in(right);
    }
    return near;
}

/// Half a unit in re and im each, and the rounding of floats.
constexpr double kFixedUnit = 0.75 / wilson::kFixedOne;

double total(const runtime::Array<double>& partials, int s = 0) {
    const auto values = values_of(partials);
    const auto begin = values.begin() + s * kPartials;
    return std::accumulate(begin, begin + kPartials, 0.0);
}

template <class T>
void check_refinement(double unit) {
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        Stored<double> b{1}, q{2}, x{3};
        Stored<T> d{4}, r{5};
        runtime::Array<double> partials{context(), kPartials};
        runtime::submit<refinement::Residual<T>>(
            context(), {}, options, r.array, partials, b.array, q.array);
        runtime::submit<refinement::Correction<T>>(context(), {}, options,
                                                   x.array, d.array);
        double rest2 = 0;
        const auto rest = [&](std::size_t n, int k) {
            return b.values.sites[n][k] - q.values.sites[n][k];
        };
        for (std::size_t n = 0; n < b.values.sites.size(); ++n)
            for (int k = 0; k < 12; ++k) rest2 += std::norm(rest(n, k));
        CHECK(close(total(partials), rest2, 1e-13));
        CHECK(is_near(read(r.array), rest, unit));
        CHECK(is_near(
            read(x.array),
            [&](std::size_t n, int k) {
                return x.values.sites[n][k] + d.values.sites[n][k];
            },
            1e-6));
        CHECK(lattice::norm2(read(d.array)) == 0);
        // What is not finite changes nothing.
        auto bad = values_of(r.array);
        SpinorField nan{kExtents};
        for (auto& site : nan.sites)
            site.fill(std::numeric_limits<double>::quiet_NaN());
        wilson::import_spinor(nan, {0, 0, 0, 0}, geometry(), std::span<T>{bad});
        d.array.assign(bad);
        const auto before = read(x.array);
        runtime::submit<refinement::Correction<T>>(context(), {}, options,
                                                   x.array, d.array);
        CHECK(read(x.array).sites == before.sites);
        CHECK(lattice::norm2(read(d.array)) == 0);
    }
}

}  // namespace

TEST_CASE("the kernels of CG work on sites in fixed point") {
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        Stored<Fixed16> x{1}, s{2}, p{3}, q{4}, d{5};
        cg::Scalars values{};
        values.alpha = 0.7;
        values.beta = -1.3;
        auto scalars = array_of(std::vector{values});
        runtime::Array<double> s2{context(), kPartials},
            p2{context(), kPartials}, d2{context(), kPartials};
        runtime::submit<linalg::norm2::Kernel<Fixed16>>(
            context(), {p.array.size()}, options, p2, p.array);
        runtime::submit<linalg::difference::Kernel<Fixed16>>(
            context(), {}, options, d.array, d2, p.array, q.array);
        runtime::submit<cg::Update<Fixed16>>(context(), {}, options, x.array,
                                             s.array, s2, p.array, q.array,
                                             scalars);
        runtime::submit<cg::Direction<Fixed16>>(context(), {}, options, p.array,
                                                q.array, scalars);
        const auto sum = [](const SpinorField& a, double f,
                            const SpinorField& b) {
            return [&a, f, &b](std::size_t n, int k) {
                return a.sites[n][k] + f * b.sites[n][k];
            };
        };
        const auto new_s = sum(s.values, -0.7, q.values),
                   difference = sum(p.values, -1, q.values);
        CHECK(is_near(read(x.array), sum(x.values, 0.7, p.values), kFixedUnit));
        CHECK(is_near(read(s.array), new_s, kFixedUnit));
        CHECK(
            is_near(read(p.array), sum(q.values, -1.3, p.values), kFixedUnit));
        CHECK(is_near(read(d.array), difference, kFixedUnit));
        double norm = 0, norm_d = 0;
        for (std::size_t n = 0; n < s.values.sites.size(); ++n)
            for (int k = 0; k < 12; ++k) {
                norm += std::norm(new_s(n, k));
                norm_d += std::norm(difference(n, k));
            }
        CHECK(close(total(s2), norm, 1e-6));
        CHECK(close(total(d2), norm_d, 1e-6));
        CHECK(close(total(p2), lattice::norm2(p.values), 1e-6));
    }
}

TEST_CASE("the kernels of BiCGStab work on sites in fixed point") {
    const Complex alpha{0.7, -0.2}, omega{-0.4, 1.1}, beta{0.3, 0.9};
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        Stored<Fixed16> x{1}, r{2}, r0{3}, p{4}, v{5}, t{6};
        bicgstab::Scalars values{};
        values.alpha = {alpha.real(), alpha.imag()};
        values.omega = {omega.real(), omega.imag()};
        values.beta = {beta.real(), beta.imag()};
        auto scalars = array_of(std::vector{values});
        runtime::Array<double> sums{context(),
                                    bicgstab::kUpdateSums * kPartials},
            dots{context(), linalg::dot::kDotSums * kPartials};
        runtime::submit<linalg::dot::Kernel<Fixed16>>(context(), {}, options,
                                                      dots, t.array, r.array);
        const auto expected = product(t.values, r.values);
        const double size =
            std::sqrt(lattice::norm2(t.values) * lattice::norm2(r.values));
        CHECK(std::abs(Complex{total(dots, 0), total(dots, 1)} - expected) <
              1e-6 * size);
        CHECK(close(total(dots, 2), lattice::norm2(t.values), 1e-6));
        runtime::submit<bicgstab::HalfUpdate<Fixed16>>(
            context(), {}, options, r.array, v.array, scalars);
        const auto half = read(r.array);
        CHECK(is_near(
            half,
            [&](std::size_t n, int k) {
                return r.values.sites[n][k] - alpha * v.values.sites[n][k];
            },
            kFixedUnit));
        runtime::submit<bicgstab::Update<Fixed16>>(
            context(), {}, options, x.array, r.array, sums, r0.array, p.array,
            t.array, scalars);
        CHECK(is_near(
            read(x.array),
            [&](std::size_t n, int k) {
                return x.values.sites[n][k] + alpha * p.values.sites[n][k] +
                       omega * half.sites[n][k];
            },
            kFixedUnit));
        const auto rest = read(r.array);
        CHECK(is_near(
            rest,
            [&](std::size_t n, int k) {
                return half.sites[n][k] - omega * t.values.sites[n][k];
            },
            kFixedUnit));
        // Of what was rounded afterwards.
        CHECK(close(total(sums, 2), lattice::norm2(rest), 1e-4));
        runtime::submit<bicgstab::Direction<Fixed16>>(
            context(), {}, options, p.array, r.array, v.array, scalars);
        CHECK(is_near(
            read(p.array),
            [&](std::size_t n, int k) {
                return rest.sites[n][k] + beta * (p.values.sites[n][k] -
                                                  omega * v.values.sites[n][k]);
            },
            kFixedUnit));
    }
}

TEST_CASE("a refinement goes between double and single or fixed point") {
    check_refinement<float>(1e-7);
    check_refinement<Fixed16>(kFixedUnit);
}

TEST_CASE("a solver goes on where the one before has converged") {
    const auto sums_of = [](std::vector<double> totals) {
        std::vector<double> partials(totals.size() * kPartials);
        for (std::size_t k = 0; k < totals.size(); ++k)
            partials[k * kPartials] = totals[k];
        return array_of(partials);
    };
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        cg::Scalars ended{};
        ended.course.phase = linalg::Phase::converged;
        ended.beta = 0.25;
        auto of_cg = array_of(std::vector{ended});
        auto four = sums_of({4}), eight = sums_of({8}),
             dots = sums_of({0, 2, 99});
        runtime::submit<cg::GoOn>(context(), {1e-3, 1e-2}, options, of_cg, four,
                                  eight);
        const auto s = values_of(of_cg)[0];
        CHECK(s.course.is_running());
        CHECK(s.course.target2 == 0.04);  // above 1e-3
        CHECK(s.course.begin2 == 4);
        CHECK(s.beta == 0.25);
        CHECK(s.gamma == 8);
        bicgstab::Scalars other{};
        other.course.phase = linalg::Phase::converged;
        other.beta = {3, 4};
        auto of_bicgstab = array_of(std::vector{other});
        runtime::submit<bicgstab::GoOn>(context(), {1, 1e-2}, options,
                                        of_bicgstab, four, dots);
        const auto b = values_of(of_bicgstab)[0];
        CHECK(b.course.target2 == 1);  // above 0.04
        CHECK(b.beta.im == 4);
        CHECK(b.rho.im == 2);
    }
}
