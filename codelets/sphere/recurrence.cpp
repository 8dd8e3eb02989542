#include "codelets/sphere/recurrence.hpp"

#include <cmath>
#include <numbers>

namespace tasuki::sphere {

namespace {

using Real = long double;

Real epsilon(int m, int n) {
    const Real nn = n, mm = m;
    return std::sqrt((nn - mm) * (nn + mm) / (4 * nn * nn - 1));
}

}  // namespace

double legendre_epsilon(int m, int n) {
    return static_cast<double>(epsilon(m, n));
}

Recurrences recurrences_of(const Orders& orders) {
    Recurrences all;
    all.step.resize(orders.terms());
    all.conversion.resize(orders.terms());
    const int degrees = orders.truncation().degrees;
    // P_mm^2 4 pi / (2 m + 1) = prod over k <= m of (2 k - 1) / (2 k)
    std::vector<Real> product(
        static_cast<std::size_t>(orders.truncation().orders) + 1, 1);
    for (std::size_t k = 1; k < product.size(); ++k)
        product[k] = product[k - 1] * (2 * k - 1) / (2 * k);
    for (const Order& order : orders.list()) {
        const int m = order.m, count = orders.truncation().count(m);
        const Real size = std::sqrt(
            (2 * m + 1) /
            (4 *
             std::numbers::pi_v<Real>)*product[static_cast<std::size_t>(m)]);
        const Real first = epsilon(m, m + 1), second = epsilon(m, m + 2);
        all.lead.push_back({static_cast<double>(m % 2 == 0 ? size : -size),
                            static_cast<double>(1 / (first * second)),
                            static_cast<double>(-first / second)});
        Real before = 1, alpha = 1;  // alpha_(l-1), alpha_l
        for (int l = 0; 2 * l < count; ++l) {
            const int n = m + 2 * l;
            const Real e1 = epsilon(m, n + 1), e2 = epsilon(m, n + 2);
            const Real e0 = l > 0 ? epsilon(m, n) : 0;
            const Real below = l > 0 ? epsilon(m, n - 1) : 0;
            const Real next = l > 0 ? before * e0 * below / (e1 * e2) : 1;
            auto& c = all.conversion[order.series + l];
            c.alpha = static_cast<double>(alpha);
            if (n + 1 <= degrees) c.g = static_cast<double>(alpha / e1);
            if (n + 3 <= degrees)
                c.h = static_cast<double>(alpha * e2 / (next * e1));
            // The step to term l + 1 is stored with the term before.
            if (l > 0) {
                const Real a = alpha / (next * e1 * e2);
                const Real b = -a * (e1 * e1 + e0 * e0);
                all.step[order.series + l - 1] = {static_cast<double>(a),
                                                  static_cast<double>(b)};
            }
            before = alpha;
            alpha = next;
        }
    }
    return all;
}

}  // namespace tasuki::sphere
