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
void check_matvec(const wilson::Geometry& g, const wilson::FaceList& faces,
                  runtime::Where where) {
    struct Face {
        std::vector<T> half, u;
        runtime::Array<T> product_array, half_array, u_array;
    };
    std::vector<Face> data;
    runtime::List<wilson::matvec::Face<T>> list;
    for (const auto& face : faces) {
        const auto count =
            static_cast<std::size_t>(wilson::face_sites(g, face.mu));
        const auto half = random_reals<T>(count, 12, 8 + data.size());
        // Any matrix will do: nothing in matvec needs a unitary one.
        const auto u = random_reals<T>(count, kLinkReals, 20 + data.size());
        data.push_back(
            {half, u, {context(), count * 12}, array_of(half), array_of(u)});
        Face& last = data.back();
        list.add(last.product_array, last.half_array, last.u_array);
    }
    runtime::submit<wilson::matvec::Kernel<T, kLinkReals>>(
        context(), {g, faces}, {.where = where}, list);
    for (int k = 0; k < faces.count; ++k) {
        const Face& face = data[k];
        const auto found = values_of(face.product_array);
        for (std::size_t f = 0; f < found.size() / 12; ++f) {
            const auto expected =
                product(completed(record_at<kLinkReals>(face.u, f)),
                        faces.face[k].hop, record_at<12>(face.half, f));
            // Third rows are products themselves: components up to 100.
            REQUIRE(difference(record_at<12>(found, f), expected) <
                    10 * kRounding<T>);
        }
        CHECK(values_of(face.half_array) == face.half);
        CHECK(values_of(face.u_array) == face.u);
    }
}

template <class T, int kLinkReals>
void check_matvec() {
    for (const auto where : backends())
        for_face_lists(
            [where](const wilson::Geometry& g, const wilson::FaceList& faces) {
                CAPTURE(name_of(where));
                CAPTURE(describe(g, faces));
                check_matvec<T, kLinkReals>(g, faces, where);
            });
}

}  // namespace

TEST_CASE_TEMPLATE("matvec is the matrix product", T, double, float) {
    check_matvec<T, 18>();
    check_matvec<T, 12>();
}
