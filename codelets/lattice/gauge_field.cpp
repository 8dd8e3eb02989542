#include "codelets/lattice/gauge_field.hpp"

#include <algorithm>
#include <cmath>

#include "codelets/lattice/hot_link-inl.hpp"
#include "codelets/lattice/matrix3-inl.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::lattice {

Matrix3 Matrix3::identity() {
    Matrix3 one;
    for (int i = 0; i < 3; ++i) one(i, i) = 1;
    return one;
}

Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
    return inl::product(a, b);
}

Matrix3 operator+(const Matrix3& a, const Matrix3& b) {
    Matrix3 c;
    for (int k = 0; k < 9; ++k) c.e[k] = a.e[k] + b.e[k];
    return c;
}

Matrix3 adjoint(const Matrix3& a) {
    Matrix3 c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) c(i, j) = std::conj(a(j, i));
    return c;
}

Complex trace(const Matrix3& a) {
    return a(0, 0) + a(1, 1) + a(2, 2);
}

Complex determinant(const Matrix3& a) {
    return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) -
           a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
           a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}

void complete_third_row(Matrix3& u) {
    inl::complete_third_row(u);
}

double unitarity_defect(const Matrix3& u) {
    double worst = std::abs(determinant(u) - 1.0);
    if (std::isnan(worst)) return worst;
    const Matrix3 product = u * adjoint(u);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double defect =
                std::abs(product(i, j) - (i == j ? 1.0 : 0.0));
            if (std::isnan(defect)) return defect;
            worst = std::max(worst, defect);
        }
    return worst;
}

Matrix3 reunitarized(const Matrix3& u) {
    return inl::reunitarized(u);
}

GaugeField cold_start(const Region& region) {
    GaugeField u{region};
    for (Matrix3& link : u.links()) link = Matrix3::identity();
    return u;
}

Matrix3 hot_link(std::uint64_t seed, std::uint64_t link) {
    return inl::hot_link(seed, link);
}

GaugeField hot_start(const Region& region, std::uint64_t seed) {
    GaugeField u{region};
    runtime::parallel_ranges(
        u.links().size(), 1, [&](std::size_t begin, std::size_t end) {
            for (auto k = begin; k < end; ++k) {
                const auto site =
                    region.whole().index(region.site(k / kDimensions));
                u.links()[k] =
                    hot_link(seed, site * kDimensions + k % kDimensions);
            }
        });
    return u;
}

}  // namespace tasuki::lattice
