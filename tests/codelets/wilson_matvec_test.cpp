// matvec against 3 x 3 products of std::complex.
#include <doctest/doctest.h>

#include "codelets/wilson/matvec/matvec.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/codelets/wilson_records.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using wilson::Hop;

/// All three rows: of two, the third is the conjugate of their cross product.
template <std::size_t kSize>
lattice::Matrix3 completed(const std::array<Complex, kSize>& rows) {
    lattice::Matrix3 u;
    std::copy(rows.begin(), rows.end(), u.e.begin());
    if constexpr (kSize == 6)
        for (int c = 0; c < 3; ++c) {
            const int d = (c + 1) % 3, e = (c + 2) % 3;
            u(2, c) = std::conj(u(0, d) * u(1, e) - u(0, e) * u(1, d));
        }
    return u;
}

/// U h, or U^dagger h for the backward hop, for both spins.
HalfSpinor product(const lattice::Matrix3& u, Hop hop, const HalfSpinor& h) {
    HalfSpinor out{};
    for (int s = 0; s < 2; ++s)
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                out[3 * s + i] +=
                    (hop == Hop::forward ? u(i, j) : std::conj(u(j, i))) *
                    h[3 * s + j];
    return out;
}

template <class T, int kLinkReals>
void check_matvec(int sites, Hop hop, runtime::Where where) {
    const auto count = static_cast<std::size_t>(sites);
    const auto half = random_reals<T>(count, 12, 8);
    // Any matrix will do: nothing in matvec needs a unitary one.
    const auto u = random_reals<T>(count, kLinkReals, 9);
    const auto half_array = array_of(half);
    const auto u_array = array_of(u);
    const runtime::Array<T> product_array{context(), count * 12};
    runtime::submit(wilson::matvec::codelet<T, kLinkReals>(),
                    wilson::matvec::Args{sites, hop}, {.where = where},
                    product_array, half_array, u_array);
    const auto found = values_of(product_array);
    for (std::size_t f = 0; f < count; ++f) {
        const auto expected = product(completed(record_at<kLinkReals>(u, f)),
                                      hop, record_at<12>(half, f));
        // Third rows are products themselves: components up to 100.
        REQUIRE(difference(record_at<12>(found, f), expected) <
                10 * kRounding<T>);
    }
    CHECK(values_of(half_array) == half);
    CHECK(values_of(u_array) == u);
}

template <class T, int kLinkReals>
void check_all() {
    // One tile, an odd number of them, and more than a GPU's block of threads
    // without being a multiple of it.
    for (const auto where : backends())
        for (const int sites : {8, 24, 40, 8 * 37})
            for (const Hop hop : {Hop::forward, Hop::backward}) {
                CAPTURE(name_of(where));
                CAPTURE(sites);
                CAPTURE(static_cast<int>(hop));
                check_matvec<T, kLinkReals>(sites, hop, where);
            }
}

}  // namespace

TEST_CASE("matvec is the matrix product, in double precision") {
    SUBCASE("18 reals") {
        check_all<double, 18>();
    }
    SUBCASE("12 reals") {
        check_all<double, 12>();
    }
}

TEST_CASE("matvec is the matrix product, in single precision") {
    SUBCASE("18 reals") {
        check_all<float, 18>();
    }
    SUBCASE("12 reals") {
        check_all<float, 12>();
    }
}
