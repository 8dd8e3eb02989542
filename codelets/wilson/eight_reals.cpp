#include "codelets/wilson/eight_reals.hpp"

#include <algorithm>
#include <cmath>

namespace tasuki::wilson {

namespace {

using lattice::Complex, lattice::Matrix3;

/// U G for the chart of columns (m, m + 1), turned to the sign of `s`.
Matrix3 into_chart(const Matrix3& u, int m, double s) {
    const double root = std::sqrt(0.5);
    Matrix3 v;
    for (int i = 0; i < 3; ++i) {
        const Complex first = u(i, m), second = u(i, (m + 1) % 3);
        v(i, 0) = root * (first + s * second);
        v(i, 1) = root * (second - s * first);
        v(i, 2) = u(i, (m + 2) % 3);
    }
    return v;
}

/// The divisor of rounding errors, in the worst place.
double distance_from_singular(const Matrix3& v) {
    const double a1 = std::abs(v(0, 0)), c1 = std::abs(v(2, 0));
    return std::min({a1, c1, 1 - a1 * a1});
}

struct Phase {
    double tangent;
    bool negative;
};

Phase phase_of(const Complex& z) {
    const double size = std::abs(z);
    const Complex unit = size > 0 ? z / size : Complex{1};
    const bool negative = unit.real() < 0;
    const Complex turned = negative ? -unit : unit;
    return {turned.imag() / (1 + turned.real()), negative};
}

}  // namespace

EightReals eight_reals(const Matrix3& u) {
    Matrix3 best{};
    int best_m = 0;
    bool best_negative = false;
    double farthest = -1;
    for (int m = 0; m < 3; ++m)
        for (const bool negative : {false, true}) {
            const Matrix3 v = into_chart(u, m, negative ? -1 : 1);
            const double distance = distance_from_singular(v);
            if (distance <= farthest) continue;
            farthest = distance;
            best = v;
            best_m = m;
            best_negative = negative;
        }
    const Phase a1 = phase_of(best(0, 0)), c1 = phase_of(best(2, 0));
    return {{best(0, 1).real(), best(0, 1).imag(), best(0, 2).real(),
             best(0, 2).imag(), best(1, 0).real(), best(1, 0).imag(),
             a1.tangent, c1.tangent},
            {best_m == 1, best_m == 2, best_negative, false, false, false,
             a1.negative, c1.negative}};
}

Matrix3 matrix_of(const EightReals& eight) {
    const auto& r = eight.r;
    const auto& bit = eight.low_bit;
    // exp(i arg) from the tangent of its half.
    const auto phase = [](double tangent, bool negative) {
        const Complex unit = Complex{1, tangent} / Complex{1, -tangent};
        return negative ? -unit : unit;
    };
    const Complex a2{r[0], r[1]}, a3{r[2], r[3]}, b1{r[4], r[5]};
    const double n = std::norm(a2) + std::norm(a3);
    const Complex a1 = std::sqrt(std::max(0.0, 1 - n)) * phase(r[6], bit[6]);
    const Complex c1 =
        std::sqrt(std::max(0.0, n - std::norm(b1))) * phase(r[7], bit[7]);
    const Complex p = -std::conj(a1) * b1 / n, q = std::conj(c1) / n;
    Matrix3 v;
    v(0, 0) = a1;
    v(0, 1) = a2;
    v(0, 2) = a3;
    v(1, 0) = b1;
    v(1, 1) = a2 * p - std::conj(a3) * q;
    v(1, 2) = a3 * p + std::conj(a2) * q;
    lattice::complete_third_row(v);
    const int m = bit[1] ? 2 : bit[0] ? 1 : 0;
    const double root = std::sqrt(0.5), s = bit[2] ? -1 : 1;
    Matrix3 u;
    for (int i = 0; i < 3; ++i) {
        u(i, m) = root * (v(i, 0) - s * v(i, 1));
        u(i, (m + 1) % 3) = root * (s * v(i, 0) + v(i, 1));
        u(i, (m + 2) % 3) = v(i, 2);
    }
    return u;
}

double store_links(lattice::GaugeField& u, int link_reals) {
    double largest = 0;
    for (Matrix3& link : u.links()) {
        const Matrix3 before = link;
        if (link_reals == 12)
            lattice::complete_third_row(link);
        else
            link = matrix_of(eight_reals(link));
        for (int k = 0; k < 9; ++k)
            largest = std::max(largest, std::abs(link.e[k] - before.e[k]));
    }
    return largest;
}

}  // namespace tasuki::wilson
