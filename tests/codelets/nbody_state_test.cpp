// kick, drift, moments, the potential of accelerate and keep against plain
// sums.
#include <doctest/doctest.h>

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "codelets/nbody/drift/drift.hpp"
#include "codelets/nbody/keep/keep.hpp"
#include "codelets/nbody/kick/kick.hpp"
#include "codelets/nbody/moments/moments.hpp"
#include "codelets/nbody/reference.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/nbody_support.hpp"
#include "tests/codelets/simd_widths.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::nbody;
using namespace tasuki::test;

constexpr std::size_t kSizes[] = {1, 2, 255, 256, 257, 1000};

template <class N>
double summed_potential(runtime::Where where, const Bodies& bodies, double eps,
                        std::size_t cut) {
    const auto all = positions_of<typename N::State>(bodies);
    const auto n = static_cast<std::uint32_t>(all.size());
    const double eps2 =
        std::max(eps * eps, accelerate::least_eps2<typename N::Force>());
    double sum = 0;
    // Two blocks, each in its own field and in that of the other.
    std::vector<runtime::Array<Quad<typename N::State>>> blocks;
    blocks.push_back(array_of(std::vector(all.begin(), all.begin() + cut)));
    if (cut < n)
        blocks.push_back(array_of(std::vector(all.begin() + cut, all.end())));
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const auto targets = static_cast<std::uint32_t>(blocks[b].size());
        runtime::Array<double> wells{context(), targets};
        runtime::Array<Quad<typename N::Force>> pull{context(), targets};
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            const auto& source = blocks[(b + k) % blocks.size()];
            const accelerate::Args args{
                targets, static_cast<std::uint32_t>(source.size()), eps2, {}};
            if (k == 0)
                runtime::submit<accelerate::PotentialKernel<N, false>>(
                    context(), args, {.where = where}, pull, wells, blocks[b],
                    source);
            else
                runtime::submit<accelerate::PotentialKernel<N, true>>(
                    context(), args, {.where = where}, pull, wells, blocks[b],
                    source);
        }
        const auto of_block = values_of(wells);
        for (std::size_t i = 0; i < targets; ++i)
            sum -= all[b * cut + i].w * of_block[i];
    }
    return sum / 2;
}

}  // namespace

TEST_CASE("kick and drift advance by dt and leave masses alone") {
    for (const auto where : backends())
        for (const std::size_t n : kSizes) {
            CAPTURE(name_of(where));
            CAPTURE(n);
            const auto bodies = scattered(n);
            const auto r = positions_of<double>(bodies);
            const auto v = velocities_of<double>(bodies);
            const auto a = velocities_of<float>(bodies);
            auto position = array_of(r);
            auto velocity = array_of(v);
            auto acceleration = array_of(a);
            const auto count = static_cast<std::uint32_t>(n);
            runtime::submit<kick::Kernel<Mixed>>(context(), {count, 0.5},
                                                 {.where = where}, velocity,
                                                 acceleration);
            runtime::submit<drift::Kernel<Mixed>>(
                context(), {count, 0.25}, {.where = where}, position, velocity);
            const auto new_v = values_of(velocity);
            const auto new_r = values_of(position);
            for (std::size_t i = 0; i < n; ++i) {
                const double kicked = v[i].y + 0.5 * double{a[i].y};
                CHECK(close(new_v[i].y, kicked, 1e-15));
                CHECK(close(new_r[i].y, r[i].y + 0.25 * kicked, 1e-15));
                CHECK(new_r[i].w == r[i].w);
            }
        }
}

TEST_CASE("moments are sums over the bodies") {
    for (const auto where : backends())
        for (const std::size_t n : kSizes) {
            CAPTURE(name_of(where));
            CAPTURE(n);
            const auto bodies = scattered(n);
            auto position = array_of(positions_of<double>(bodies));
            auto velocity = array_of(velocities_of<double>(bodies));
            std::vector<double> deep(n);
            for (std::size_t i = 0; i < n; ++i)
                deep[i] = 1 + 1.0 / static_cast<double>(i + 1);
            auto wells = array_of(deep);
            const auto count = static_cast<std::uint32_t>(n);
            runtime::Array<moments::Moments> sums{context(),
                                                  moments::groups(count)};
            runtime::submit<moments::Kernel<Double>>(context(), {count},
                                                     {.where = where}, sums,
                                                     position, velocity, wells);
            double mass = 0, kinetic = 0, potential = 0, x = 0, py = 0, lz = 0;
            for (const auto& m : values_of(sums)) {
                mass += m.mass;
                kinetic += m.kinetic;
                potential += m.potential;
                x += m.position[0];
                py += m.momentum[1];
                lz += m.angular[2];
            }
            for (std::size_t i = 0; i < n; ++i) {
                const double m = bodies.mass[i];
                const auto& r = bodies.position[i];
                const auto& v = bodies.velocity[i];
                mass -= m;
                kinetic -= 0.5 * m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
                potential += m * deep[i];
                x -= m * r[0];
                py -= m * v[1];
                lz -= m * (r[0] * v[1] - r[1] * v[0]);
            }
            for (const double rest : {mass, kinetic, potential, x, py, lz})
                CHECK(std::abs(rest) < 1e-14);
        }
}

TEST_CASE("the potential is the same at every SIMD width") {
    const auto bodies = scattered(331);
    const double expected = reference_potential(bodies, 0.05);
    for_each_simd_width([&] {
        const auto sum = [&]<class N>(N) {
            return summed_potential<N>(runtime::Where::cpu, bodies, 0.05, 200);
        };
        CHECK(close(sum(Double{}), expected, 1e-13));
        CHECK(close(sum(Single{}), expected, 2e-6));
        CHECK(close(sum(Mixed{}), expected, 2e-6));
    });
}

TEST_CASE("the potential has every pair from both sides and no body alone") {
    for (const auto where : backends())
        for (const std::size_t n : kSizes)
            for (const double eps : {0.0, 0.05}) {
                CAPTURE(name_of(where));
                CAPTURE(n);
                CAPTURE(eps);
                const auto bodies = scattered(n);
                const double expected = reference_potential(bodies, eps);
                for (const std::size_t cut : {n, (n + 1) / 2}) {
                    CAPTURE(cut);
                    CHECK(
                        close(summed_potential<Double>(where, bodies, eps, cut),
                              expected, 1e-13));
                    CHECK(
                        close(summed_potential<Single>(where, bodies, eps, cut),
                              expected, 2e-6));
                    CHECK(
                        close(summed_potential<Mixed>(where, bodies, eps, cut),
                              expected, 2e-6));
                }
            }
}

TEST_CASE("what is kept are copies, which a drift leaves alone") {
    for (const auto where : backends())
        for (const std::size_t n : kSizes) {
            CAPTURE(name_of(where));
            CAPTURE(n);
            const auto bodies = scattered(n);
            const auto r = positions_of<double>(bodies);
            const auto v = velocities_of<double>(bodies);
            auto position = array_of(r);
            auto velocity = array_of(v);
            runtime::Array<Quad<double>> kept_r{context(), n};
            runtime::Array<Quad<double>> kept_v{context(), n};
            runtime::submit<keep::Kernel<Mixed>>(context(), {},
                                                 {.where = where}, kept_r,
                                                 kept_v, position, velocity);
            runtime::submit<drift::Kernel<Mixed>>(
                context(), {static_cast<std::uint32_t>(n), 0.25},
                {.where = where}, position, velocity);
            const auto a = values_of(kept_r), b = values_of(kept_v);
            for (std::size_t i = 0; i < n; ++i) {
                CHECK(a[i].x == r[i].x);
                CHECK(a[i].z == r[i].z);
                CHECK(a[i].w == r[i].w);
                CHECK(b[i].y == v[i].y);
            }
        }
}
