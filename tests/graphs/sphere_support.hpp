// Transforms of small truncations, for tests.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "graphs/sphere/transform/transform.hpp"
#include "runtime/core/context.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/skip.hpp"

namespace tasuki::test {

inline constexpr double kPi = std::numbers::pi;

using Coefficients = std::vector<std::complex<double>>;

/// One StarPU for all tests of the program.
inline runtime::Context& sphere_context() {
    static runtime::Context instance{{.ranks = &runtime::mpi_ranks()}};
    return instance;
}

inline bool gpu_is_here() {
    return sphere_context().count(runtime::Worker::Kind::gpu) > 0;
}

/// The shares that can run here.
inline std::vector<graphs::Share> sphere_shares() {
    using Name = graphs::Share::Name;
    if (gpu_is_here())
        return {Name::cpu, Name::gpu, graphs::Share::split(0.3), Name::dynamic};
    skip_part("shares with a GPU: none is here");
    return {Name::cpu, Name::dynamic};
}

/// Of a real field: orders 0 are real.
inline Coefficients random_spectrum(const sphere::Truncation& t,
                                    unsigned seed) {
    std::mt19937_64 random{seed};
    std::normal_distribution<double> normal;
    Coefficients s(t.size());
    for (auto& x : s) x = {normal(random), normal(random)};
    for (int n = 0; n <= t.degrees; ++n) s[t.index(0, n)].imag(0);
    return s;
}

/// Root of the mean of |a - b|^2 over that of |b|^2.
template <class T>
double relative_rms(const std::vector<T>& a, const std::vector<T>& b) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference += std::norm(a[i] - b[i]);
        size += std::norm(b[i]);
    }
    return std::sqrt(difference / size);
}

inline std::vector<double> synthesized(graphs::sphere::Transform& transform,
                                       const Coefficients& spectrum) {
    auto spectra = transform.make_spectra(1);
    auto fields = transform.make_fields(1);
    transform.assign(spectra, 0, spectrum);
    transform.submit_synthesis(spectra, fields);
    return transform.collect(fields, 0);
}

inline Coefficients analyzed(graphs::sphere::Transform& transform,
                             const std::vector<double>& field) {
    auto spectra = transform.make_spectra(1);
    auto fields = transform.make_fields(1);
    transform.assign(fields, 0, field);
    transform.submit_analysis(fields, spectra);
    return transform.collect(spectra, 0);
}

}  // namespace tasuki::test
