// norm2 against a plain sum.
#include <doctest/doctest.h>

#include <limits>
#include <numeric>

#include "codelets/lattice/random.hpp"
#include "codelets/linalg/norm2/norm2.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/with_threads.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
namespace norm2 = linalg::norm2;

template <class T>
std::vector<T> numbers(std::size_t size) {
    std::vector<T> x(size);
    for (std::size_t k = 0; k < size; ++k)
        x[k] =
            static_cast<T>(lattice::RandomStream{5, lattice::Purpose::source, k}
                               .gaussian()
                               .real());
    return x;
}

/// Fewer reals than partial sums, as many, and no multiple of them.
constexpr std::size_t kSizes[] = {1, 7, 255, 256, 257, 2049, 100003};

template <class T>
void check_norm2() {
    for (const auto where : backends())
        for (const std::size_t size : kSizes) {
            CAPTURE(name_of(where));
            CAPTURE(size);
            const auto x = numbers<T>(size);
            auto x_array = array_of(x);
            runtime::Array<double> partials{context(), norm2::kPartials};
            runtime::submit<norm2::Kernel<T>>(
                context(), {size}, {.where = where}, partials, x_array);
            const auto parts = values_of(partials);
            long double expected = 0;
            for (const T v : x) expected += static_cast<long double>(v) * v;
            const double found =
                std::accumulate(parts.begin(), parts.end(), 0.0);
            // Terms are of one sign, so each of the additions costs half a unit
            // in the last digit at most; most cancel.
            CHECK(close(found, static_cast<double>(expected), 1e-13));
        }
}

}  // namespace

TEST_CASE("norm2 is the sum of the squares") {
    SUBCASE("double") {
        check_norm2<double>();
    }
    SUBCASE("single, summed in double") {
        check_norm2<float>();
    }
}

TEST_CASE("the partial sums are the same bits for any number of threads") {
    constexpr std::size_t size = 100003;
    const auto x = numbers<double>(size);
    std::vector<std::vector<double>> results;
    for (const int n : {1, 2, 3, 7}) {
        std::vector<double> partials(norm2::kPartials,
                                     std::numeric_limits<double>::quiet_NaN());
        with_threads(n, [&] { norm2::run_cpu<double>({size}, {partials, x}); });
        results.push_back(partials);
    }
    for (const auto& partials : results) CHECK(partials == results.front());
}
