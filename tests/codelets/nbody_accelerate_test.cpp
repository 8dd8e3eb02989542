// accelerate against a direct sum in double precision.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/reference.hpp"
#include "runtime/core/error.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/nbody_support.hpp"
#include "tests/codelets/simd_widths.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::nbody;
using namespace tasuki::test;

/// Terms of both signs, each good to a few units in the last place.
template <class N>
constexpr double tolerance() {
    return 30 * std::numeric_limits<typename N::Force>::epsilon();
}

template <class N>
double square_of(double eps) {
    return std::max(eps * eps, accelerate::least_eps2<typename N::Force>());
}

/// What each source does to each target, targets being the first of them.
template <class N>
std::vector<Quad<typename N::Force>> accelerations(
    runtime::Where where, const Bodies& bodies, std::size_t targets, double eps,
    const std::string& wish = "") {
    const auto all = positions_of<typename N::State>(bodies);
    auto source = array_of(all);
    const auto target =
        array_of(std::vector(all.begin(), all.begin() + targets));
    runtime::Array<Quad<typename N::Force>> acceleration{context(), targets};
    runtime::submit<accelerate::Kernel<N, false>>(
        context(),
        {static_cast<std::uint32_t>(targets),
         static_cast<std::uint32_t>(bodies.size()), square_of<N>(eps),
         parse_wish(wish, most_unroll<N>())},
        {.where = where}, acceleration, target, source);
    return values_of(acceleration);
}

template <class F>
bool same_bits(const std::vector<Quad<F>>& a, const std::vector<Quad<F>>& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [](const Quad<F>& p, const Quad<F>& q) {
                          return p.x == q.x && p.y == q.y && p.z == q.z;
                      });
}

/// The accelerations and wells of all bodies, of two blocks of sources.
template <class N>
struct Field {
    std::vector<Quad<typename N::Force>> acceleration;
    std::vector<double> wells;  // none: not asked for
};
template <class N>
Field<N> field(runtime::Where where, const Bodies& bodies, double eps,
               bool with_wells, const std::string& wish = "") {
    const auto all = positions_of<typename N::State>(bodies);
    const auto n = static_cast<std::uint32_t>(all.size());
    const std::uint32_t cut = n - n / 3;
    auto target = array_of(all);
    auto other = array_of(std::vector(all.begin() + cut, all.end()));
    runtime::Array<Quad<typename N::Force>> pull{context(), n};
    runtime::Array<double> wells{context(), n};
    const auto args = [&](std::uint32_t sources) {
        return accelerate::Args{n, sources, square_of<N>(eps),
                                parse_wish(wish, most_unroll<N>())};
    };
    const runtime::SubmitOptions options{.where = where};
    if (!with_wells) {
        runtime::submit<accelerate::Kernel<N, false>>(
            context(), args(n), options, pull, target, target);
        runtime::submit<accelerate::Kernel<N, true>>(
            context(), args(n - cut), options, pull, target, other);
        return {values_of(pull), {}};
    }
    runtime::submit<accelerate::PotentialKernel<N, false>>(
        context(), args(n), options, pull, wells, target, target);
    runtime::submit<accelerate::PotentialKernel<N, true>>(
        context(), args(n - cut), options, pull, wells, target, other);
    return {values_of(pull), values_of(wells)};
}

/// The pull has the bits that it has without wells, and these are right.
template <class N>
void check_wells(runtime::Where where, const Bodies& bodies, double eps,
                 const std::string& wish = "") {
    const std::size_t n = bodies.size(), cut = n - n / 3;
    const auto with = field<N>(where, bodies, eps, true, wish);
    const auto without = field<N>(where, bodies, eps, false, wish);
    CHECK(same_bits(with.acceleration, without.acceleration));
    const double eps2 = square_of<N>(eps);
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
        double expected = 0;
        const auto add = [&](std::size_t j) {
            double s = eps2;
            for (int k = 0; k < 3; ++k)
                s += std::pow(bodies.position[j][k] - bodies.position[i][k], 2);
            expected += bodies.mass[j] / std::sqrt(s);
        };
        for (std::size_t j = 0; j < n; ++j)
            if (j != i) add(j);
        // The second block is another array: a body in it is any other.
        for (std::size_t j = cut; j < n; ++j)
            if (j != i || eps > 0) add(j);
        if (i >= cut && eps == 0) continue;
        worst = std::max(worst, std::abs(with.wells[i] / expected - 1));
    }
    // A rounding of positions, of each of up to 64 terms, and of their sum.
    CHECK(worst < tolerance<N>());
}

template <class N>
void check_sizes() {
    for (const auto where : backends())
        for (const std::size_t n : {1, 2, 31, 33, 257, 1000, 1537}) {
            const auto bodies = scattered(n);
            const auto expected = reference_accelerations(bodies, 0.05);
            for (const std::size_t targets : {n, (n + 1) / 2}) {
                CAPTURE(name_of(where));
                CAPTURE(n);
                CAPTURE(targets);
                const std::vector some(expected.begin(),
                                       expected.begin() + targets);
                CHECK(relative_difference(
                          accelerations<N>(where, bodies, targets, 0.05),
                          some) < tolerance<N>());
            }
        }
}

}  // namespace

TEST_CASE("accelerate is the direct sum, for any number of bodies") {
    SUBCASE("single") {
        check_sizes<Single>();
    }
    SUBCASE("mixed") {
        check_sizes<Mixed>();
    }
    SUBCASE("double") {
        check_sizes<Double>();
    }
}

TEST_CASE("accelerate is the direct sum at every SIMD width") {
    // Not a multiple of any vector's length.
    const auto bodies = scattered(331);
    const auto expected = reference_accelerations(bodies, 0.05);
    for_each_simd_width([&] {
        const auto check = [&]<class N>(N) {
            CHECK(relative_difference(
                      accelerations<N>(runtime::Where::cpu, bodies, 331, 0.05),
                      expected) < tolerance<N>());
        };
        check(Single{});
        check(Mixed{});
        check(Double{});
    });
}

TEST_CASE("wells come with the pull and change no bit of it") {
    for (const auto where : backends())
        for (const std::size_t n : {3, 33, 64, 257, 1537})
            for (const double eps : {0.0, 0.05}) {
                CAPTURE(name_of(where));
                CAPTURE(n);
                CAPTURE(eps);
                const auto bodies = scattered(n);
                check_wells<Single>(where, bodies, eps);
                check_wells<Mixed>(where, bodies, eps);
                check_wells<Double>(where, bodies, eps);
            }
}

TEST_CASE("wells come with the pull at every SIMD width") {
    const auto bodies = scattered(331);
    for_each_simd_width([&] {
        check_wells<Single>(runtime::Where::cpu, bodies, 0.05);
        check_wells<Mixed>(runtime::Where::cpu, bodies, 0.05);
        check_wells<Double>(runtime::Where::cpu, bodies, 0.05);
    });
}

TEST_CASE("accelerate adds to what is there") {
    const auto bodies = scattered(300);
    const auto expected = reference_accelerations(bodies, 0.1);
    const auto all = positions_of<float>(bodies);
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        auto target = array_of(all);
        auto head = array_of(std::vector(all.begin(), all.begin() + 77));
        auto tail = array_of(std::vector(all.begin() + 77, all.end()));
        runtime::Array<Quad<float>> acceleration{context(), 300};
        const auto args = [](std::uint32_t sources) {
            return accelerate::Args{300, sources, 0.1 * 0.1, {}};
        };
        runtime::submit<accelerate::Kernel<Single, false>>(
            context(), args(77), {.where = where}, acceleration, target, head);
        runtime::submit<accelerate::Kernel<Single, true>>(
            context(), args(223), {.where = where}, acceleration, target, tail);
        CHECK(relative_difference(values_of(acceleration), expected) <
              tolerance<Single>());
    }
}

TEST_CASE("positions in double keep what single precision loses") {
    // A pair at a distance of 1e-8, far from the origin: as near as eps = 0 is.
    Bodies bodies;
    bodies.resize(2);
    bodies.mass = {1e-16, 1e-16};
    bodies.position = {{0.75, 0.5, 0.25}, {0.75 + 1e-8, 0.5, 0.25}};
    const auto expected = reference_accelerations(bodies, 0);
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        CHECK(relative_difference(accelerations<Mixed>(where, bodies, 2, 0),
                                  expected) < 1e-6);
        CHECK(relative_difference(accelerations<Double>(where, bodies, 2, 0),
                                  expected) < 1e-14);
    }
}

TEST_CASE(
    "without softening a body does not pull itself, nor one at its place") {
    Bodies bodies = scattered(40);
    bodies.position[17] = bodies.position[3];
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const auto a = accelerations<Single>(where, bodies, 40, 0);
        const auto b = accelerations<Double>(where, bodies, 40, 0);
        for (std::size_t i = 0; i < 40; ++i) {
            CHECK(std::isfinite(a[i].x));
            CHECK(std::isfinite(b[i].x));
        }
        // Both are pulled by the others alone, and alike.
        CHECK(a[3].x == a[17].x);
        CHECK(b[3].z == b[17].z);
    }
}

TEST_CASE("forces add up to nothing") {
    const auto bodies = scattered(1000);
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        const auto a = accelerations<Double>(where, bodies, 1000, 0.02);
        double sum[3] = {}, size = 0;
        for (std::size_t i = 0; i < 1000; ++i) {
            sum[0] += bodies.mass[i] * a[i].x;
            sum[1] += bodies.mass[i] * a[i].y;
            sum[2] += bodies.mass[i] * a[i].z;
            size += bodies.mass[i] * std::hypot(a[i].x, a[i].y, a[i].z);
        }
        for (const double s : sum) CHECK(std::abs(s) < 1e-13 * size);
    }
}

TEST_CASE("the variants of the GPU's kernel that are here give the same") {
    if (context().count(runtime::Worker::Kind::gpu) == 0)
        return skip("no GPU is here");
    const auto bodies = scattered(1111);
    const auto expected = reference_accelerations(bodies, 0.05);
    const auto check = [&]<class N>(N, const Variant& v) {
        const auto text = to_string(v);
        CAPTURE(text);
        CHECK(relative_difference(accelerations<N>(runtime::Where::gpu, bodies,
                                                   1111, 0.05, text),
                                  expected) < tolerance<N>());
        check_wells<N>(runtime::Where::gpu, bodies, 0.05, text);
    };
    for (const Variant& v : variants({}, most_unroll<Single>())) {
        // All kernels in two shapes of block, and one kernel in all.
        const bool kernel = v.threads == 256 && (v.parts == 1 || v.parts == 8);
        const bool shape = v.unroll == 8 && v.bodies == 2;
        if (!kernel && !shape) continue;
        check(Single{}, v);
        if (!kernel || v.parts != 8 || v.unroll > most_unroll<Double>())
            continue;
        check(Mixed{}, v);
        check(Double{}, v);
    }
}

TEST_CASE("a wish is read back as what it says") {
    const Variant v{Root::rsqrt, Staging::direct, 8, 4, 128, 2};
    const bool all = std::exchange(has_all_variants(), false);
    CHECK_THROWS_AS(parse_wish(to_string(v), 8), runtime::UnavailableError);
    for (const Variant& w : variants({}, 8)) CHECK(is_usual(w, 8));
    has_all_variants() = true;
    CHECK(variants(parse_wish(to_string(v), 8), 8) == std::vector{v});
    CHECK(parse_wish("", 32) == Wish{});
    for (const Variant& w : variants(parse_wish("sqrt unroll 32", 32), 32)) {
        CHECK(w.root == Root::sqrt);
        CHECK(w.unroll == 32);
    }
    for (const char* wrong :
         {"fast", "unroll", "unroll 3", "unroll 8x", "bodies 8", "threads 96",
          "threads 64, parts 4", "approx; shared"})
        CHECK_THROWS_AS(parse_wish(wrong, 32), runtime::UsageError);
    CHECK_THROWS_AS(parse_wish("unroll 16", 8), runtime::UsageError);
    has_all_variants() = all;
}
