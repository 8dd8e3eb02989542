// The kernels of the iterative solvers against plain loops over std::complex
// and long double.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numeric>

#include "codelets/lattice/random.hpp"
#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/difference/difference.hpp"
#include "codelets/linalg/dot/dot.hpp"
#include "codelets/linalg/report/report.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using linalg::Course, linalg::kPartials, linalg::Phase;
namespace cg = linalg::cg;
namespace bicgstab = linalg::bicgstab;
using Number = std::complex<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Fewer numbers than partial sums, and no multiple of them; [complex]
constexpr std::size_t kNumbers[] = {1, 129, 256, 2049, 50001};

template <class T>
std::vector<T> reals(std::size_t size, std::uint64_t seed) {
    std::vector<T> x(2 * size);
    for (std::size_t k = 0; k < size; ++k) {
        const auto g =
            lattice::RandomStream{seed, lattice::Purpose::source, k}.gaussian();
        x[2 * k] = static_cast<T>(g.real());
        x[2 * k + 1] = static_cast<T>(g.imag());
    }
    return x;
}

template <class T>
Number at(const std::vector<T>& x, std::size_t i) {
    return {x[2 * i], x[2 * i + 1]};
}

/// Component `s` of the sums.
double total(const runtime::Array<double>& partials, int s) {
    const auto values = values_of(partials);
    const auto begin = values.begin() + s * kPartials;
    return std::accumulate(begin, begin + kPartials, 0.0);
}

std::complex<double> number(linalg::Complex c) {
    return {c.re, c.im};
}

/// Rounding of a result of type T, of a few terms of size 1 to 10.
template <class T>
constexpr double kRounding = std::is_same_v<T, double> ? 1e-14 : 3e-6;
/// Of a sum of terms with signs, beside the sum of their sizes.
constexpr double kOfSum = 1e-13;

template <class T, class Test>
void for_all(const Test& test) {
    for (const auto where : backends())
        for (const std::size_t size : kNumbers) {
            CAPTURE(name_of(where));
            CAPTURE(size);
            test(runtime::SubmitOptions{.where = where}, size);
        }
}

template <class T>
double largest_difference(const std::vector<T>& found,
                          const std::vector<Number>& expected) {
    double largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        largest = std::max(largest, std::abs(at(found, i) - expected[i]));
    return largest;
}

template <class T>
void check_difference() {
    for_all<T>([](const auto& options, std::size_t size) {
        const auto b = reals<T>(size, 1), q = reals<T>(size, 2);
        auto b_array = array_of(b), q_array = array_of(q);
        runtime::Array<T> r{context(), 2 * size};
        runtime::Array<double> partials{context(), kPartials};
        runtime::submit<linalg::difference::Kernel<T>>(
            context(), {}, options, r, partials, b_array, q_array);
        long double norm = 0;
        std::vector<Number> expected(size);
        for (std::size_t i = 0; i < size; ++i) {
            expected[i] = at(b, i) - at(q, i);
            norm += std::norm(expected[i]);
        }
        CHECK(largest_difference(values_of(r), expected) < kRounding<T>);
        CHECK(close(total(partials, 0), static_cast<double>(norm), kOfSum));
    });
}

template <class T>
void check_dot() {
    for_all<T>([](const auto& options, std::size_t size) {
        const auto x = reals<T>(size, 3), y = reals<T>(size, 4);
        auto x_array = array_of(x), y_array = array_of(y);
        runtime::Array<double> partials{context(),
                                        linalg::dot::kDotSums * kPartials};
        runtime::submit<linalg::dot::Kernel<T>>(context(), {}, options,
                                                partials, x_array, y_array);
        std::complex<long double> product = 0;
        double norm = 0, size_of_terms = 0;
        for (std::size_t i = 0; i < size; ++i) {
            product += std::conj(at(x, i)) * at(y, i);
            norm += std::norm(at(x, i));
            size_of_terms += std::abs(at(x, i) * at(y, i));
        }
        const Number found{total(partials, 0), total(partials, 1)};
        CHECK(std::abs(found - Number{product}) < kOfSum * size_of_terms);
        CHECK(close(total(partials, 2), norm, kOfSum));
    });
}

template <class T>
void check_cg() {
    for_all<T>([](const auto& options, std::size_t size) {
        const auto x = reals<T>(size, 1), s = reals<T>(size, 2),
                   p = reals<T>(size, 3), q = reals<T>(size, 4);
        auto xs = array_of(x), ss = array_of(s), ps = array_of(p),
             qs = array_of(q);
        cg::Scalars values{};
        values.alpha = 0.7;
        values.beta = -1.3;
        auto scalars = array_of(std::vector{values});
        runtime::Array<double> partials{context(), kPartials};
        runtime::submit<cg::Update<T>>(context(), {}, options, xs, ss, partials,
                                       ps, qs, scalars);
        runtime::submit<cg::Direction<T>>(context(), {}, options, ps, qs,
                                          scalars);
        std::vector<Number> new_x(size), new_s(size), new_p(size);
        double norm = 0;
        for (std::size_t i = 0; i < size; ++i) {
            new_x[i] = at(x, i) + 0.7 * at(p, i);
            new_s[i] = at(s, i) - 0.7 * at(q, i);
            new_p[i] = at(q, i) - 1.3 * at(p, i);
            norm += std::norm(new_s[i]);
        }
        CHECK(largest_difference(values_of(xs), new_x) < kRounding<T>);
        CHECK(largest_difference(values_of(ss), new_s) < kRounding<T>);
        CHECK(largest_difference(values_of(ps), new_p) < kRounding<T>);
        CHECK(close(total(partials, 0), norm, kOfSum));
    });
}

template <class T>
void check_bicgstab() {
    const Number alpha{0.7, -0.2}, omega{-0.4, 1.1}, beta{0.3, 0.9};
    for_all<T>([&](const auto& options, std::size_t size) {
        const auto x = reals<T>(size, 1), r = reals<T>(size, 2),
                   r0 = reals<T>(size, 3), p = reals<T>(size, 4),
                   v = reals<T>(size, 5), t = reals<T>(size, 6);
        auto xs = array_of(x), rs = array_of(r), r0s = array_of(r0),
             ps = array_of(p), vs = array_of(v), ts = array_of(t);
        bicgstab::Scalars values{};
        values.alpha = {alpha.real(), alpha.imag()};
        values.omega = {omega.real(), omega.imag()};
        values.beta = {beta.real(), beta.imag()};
        auto scalars = array_of(std::vector{values});
        runtime::Array<double> sums{context(),
                                    bicgstab::kUpdateSums * kPartials};
        runtime::submit<bicgstab::HalfUpdate<T>>(context(), {}, options, rs, vs,
                                                 scalars);
        runtime::submit<bicgstab::Update<T>>(context(), {}, options, xs, rs,
                                             sums, r0s, ps, ts, scalars);
        runtime::submit<bicgstab::Direction<T>>(context(), {}, options, ps, rs,
                                                vs, scalars);
        std::vector<Number> new_x(size), new_r(size), new_p(size);
        Number product = 0;
        double norm = 0, terms = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const Number half = at(r, i) - alpha * at(v, i);
            new_x[i] = at(x, i) + alpha * at(p, i) + omega * half;
            new_r[i] = half - omega * at(t, i);
            new_p[i] = new_r[i] + beta * (at(p, i) - omega * at(v, i));
            product += std::conj(at(r0, i)) * new_r[i];
            norm += std::norm(new_r[i]);
            terms += std::abs(at(r0, i) * new_r[i]);
        }
        CHECK(largest_difference(values_of(xs), new_x) < kRounding<T>);
        CHECK(largest_difference(values_of(rs), new_r) < kRounding<T>);
        CHECK(largest_difference(values_of(ps), new_p) < kRounding<T>);
        // In single precision the sums take the exact values before rounding,
        // of fields that were rounded.
        const double of_sum = std::is_same_v<T, double> ? kOfSum : 3e-7;
        const Number found{total(sums, 0), total(sums, 1)};
        CHECK(std::abs(found - product) < of_sum * terms);
        CHECK(close(total(sums, 2), norm, of_sum));
    });
}

/// Partial sums whose totals are these.
runtime::Array<double> sums_of(const std::vector<double>& totals) {
    std::vector<double> partials(totals.size() * kPartials);
    for (std::size_t s = 0; s < totals.size(); ++s) {
        partials[s * kPartials] = 3 * totals[s];
        partials[s * kPartials + 77] = -totals[s];
        partials[s * kPartials + 255] = -totals[s];
    }
    return array_of(partials);
}

template <class Scalars>
Scalars only(const runtime::Array<Scalars>& scalars) {
    return values_of(scalars).front();
}

}  // namespace

TEST_CASE_TEMPLATE("the passes of solvers are those of their formulas", T,
                   double, float) {
    check_difference<T>();
    check_dot<T>();  // antilinear in its first factor
    check_cg<T>();
    check_bicgstab<T>();
}

TEST_CASE("the scalars of CG follow from the sums") {
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        runtime::Array<cg::Scalars> scalars{context(), 1};
        auto four = sums_of({4}), eight = sums_of({8}), two = sums_of({2}),
             tiny = sums_of({1e-3}), one = sums_of({1});
        runtime::submit<cg::Begin>(context(), {1e-2}, options, scalars, four,
                                   eight);
        CHECK(only(scalars).course.begin2 == 4);
        CHECK(only(scalars).gamma == 8);
        runtime::submit<cg::Alpha>(context(), {}, options, scalars, two);
        CHECK(only(scalars).alpha == 4);
        runtime::submit<cg::Beta>(context(), {}, options, scalars, one, two);
        const auto after = only(scalars);
        CHECK(after.beta == 0.25);
        CHECK(after.gamma == 2);
        CHECK(after.course.iterations == 1);
        CHECK(after.course.residual2[1] == 1);
        CHECK(after.course.phase == Phase::running);
        runtime::submit<cg::Beta>(context(), {}, options, scalars, tiny, two);
        CHECK(only(scalars).course.phase == Phase::converged);
        // What comes later changes nothing.
        runtime::submit<cg::Beta>(context(), {}, options, scalars, one, one);
        CHECK(only(scalars).course.iterations == 2);
        CHECK(only(scalars).gamma == 2);
    }
}

TEST_CASE("the scalars of BiCGStab follow from the sums") {
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        runtime::Array<bicgstab::Scalars> scalars{context(), 1};
        auto four = sums_of({4}), dots = sums_of({0, 2, 99}),
             omegas = sums_of({3, 1, 2}), updates = sums_of({1, 1, 0.5});
        runtime::submit<bicgstab::Begin>(context(), {1e-2}, options, scalars,
                                         four);
        runtime::submit<bicgstab::Alpha>(context(), {}, options, scalars, dots);
        runtime::submit<bicgstab::Omega>(context(), {}, options, scalars,
                                         omegas);
        runtime::submit<bicgstab::Beta>(context(), {}, options, scalars,
                                        updates);
        const auto s = only(scalars);
        const Number alpha{0, -2}, omega{1.5, 0.5}, rho{1, 1};
        CHECK(std::abs(number(s.alpha) - alpha) < 1e-15);
        CHECK(std::abs(number(s.omega) - omega) < 1e-15);
        CHECK(std::abs(number(s.rho) - rho) < 1e-15);
        CHECK(std::abs(number(s.beta) - rho / 4.0 * alpha / omega) < 1e-15);
        CHECK(s.course.residual2[1] == 0.5);
    }
}

TEST_CASE("a division by zero or a NaN ends a solver as broken") {
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        auto one = sums_of({1}), zero = sums_of({0}), nan = sums_of({kNan}),
             no_dots = sums_of({0, 0, 1});
        runtime::Array<cg::Scalars> of_cg{context(), 1};
        const auto begin = [&] {
            runtime::submit<cg::Begin>(context(), {0.1}, options, of_cg, one,
                                       one);
        };
        begin();
        runtime::submit<cg::Alpha>(context(), {}, options, of_cg, zero);
        CHECK(only(of_cg).course.phase == Phase::broken);
        begin();
        runtime::submit<cg::Beta>(context(), {}, options, of_cg, nan, one);
        CHECK(only(of_cg).course.phase == Phase::broken);
        runtime::Array<bicgstab::Scalars> of_bicgstab{context(), 1};
        runtime::submit<bicgstab::Begin>(context(), {0.1}, options, of_bicgstab,
                                         one);
        runtime::submit<bicgstab::Alpha>(context(), {}, options, of_bicgstab,
                                         no_dots);
        CHECK(only(of_bicgstab).course.phase == Phase::broken);
    }
}

TEST_CASE("a solver that has ended changes no field, and is reported") {
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const runtime::SubmitOptions options{.where = where};
        const auto x = reals<double>(300, 1);
        auto xs = array_of(x), ss = array_of(x), ps = array_of(x);
        cg::Scalars ended{};
        ended.alpha = ended.beta = 1;
        ended.course.phase = Phase::converged;
        ended.course.iterations = 42;
        auto scalars = array_of(std::vector{ended});
        runtime::Array<double> partials{context(), kPartials};
        runtime::submit<cg::Update<double>>(context(), {}, options, xs, ss,
                                            partials, ps, ps, scalars);
        runtime::submit<cg::Direction<double>>(context(), {}, options, ps, xs,
                                               scalars);
        runtime::Array<Course> course{context(), 1};
        runtime::submit<linalg::report::Kernel<cg::Scalars>>(
            context(), {}, options, course, scalars);
        CHECK(values_of(xs) == x);
        CHECK(values_of(ss) == x);
        CHECK(values_of(ps) == x);
        CHECK(only(course).iterations == 42);
    }
}
