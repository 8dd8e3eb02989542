// Shared by the tests of the C interface.
#pragma once

#include <doctest/doctest.h>
#include <tasuki/tasuki.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace tasuki::test {

using Complexes = std::vector<tasuki_complex>;
using Reals = std::vector<double>;

/// A context of tasuki.h, as long as it lives: one after the other, also those
/// of C++.
class Runtime {
  public:
    explicit Runtime(const char* placement = nullptr, int gpus = TASUKI_ALL) {
        REQUIRE(tasuki_context_create(TASUKI_ALL, gpus, placement, &context_) ==
                TASUKI_DONE);
    }
    ~Runtime() { CHECK(tasuki_context_destroy(context_) == TASUKI_DONE); }
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    operator tasuki_context*() const { return context_; }  // NOLINT: it is one

  private:
    tasuki_context* context_ = nullptr;
};

/// The CPUs alone.
struct Cpus : Runtime {
    Cpus() : Runtime{"cpu", 0} {}
};

/// Both parts are normal deviates.
inline Complexes random_complexes(std::size_t n, unsigned seed) {
    std::mt19937_64 random{seed};
    std::normal_distribution<double> normal;
    Complexes all(n);
    for (auto& z : all) {
        const double real = normal(random);
        z = {real, normal(random)};
    }
    return all;
}

/// Largest |a - b| over the largest |b|; infinite where one is NaN.
template <class T>
double error(const std::vector<T>& a, const std::vector<T>& b) {
    REQUIRE(a.size() == b.size());
    double most = 0, size = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double off = std::abs(a[k] - b[k]);
        if (!(off < 1e300)) return off;
        most = std::max(most, off);
        size = std::max(size, std::abs(b[k]));
    }
    return most / size;
}

/// That a call returned this code, and that its message has these texts.
inline void check_error(int found, int code,
                        std::initializer_list<std::string> texts) {
    const std::string message = tasuki_error_text();
    CAPTURE(message);
    CHECK(found == code);
    CHECK_FALSE(message.empty());
    CHECK(message.find('\n') == std::string::npos);
    for (const auto& text : texts) {
        CAPTURE(text);
        CHECK(message.find(text) != std::string::npos);
    }
}

}  // namespace tasuki::test
