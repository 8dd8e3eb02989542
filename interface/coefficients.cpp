#include "interface/coefficients.hpp"

#include <numbers>

namespace tasuki::interface {

namespace {

using sphere::Truncation;

/// That of codelets/sphere/recurrence.hpp.
constexpr io::Convention kInner{io::Normalization::orthonormal, true};

/// C - i S of io/sphere/normalization.hpp over the complex coefficient.
double root_of(int m) {
    return m > 0 ? std::numbers::sqrt2 : 1;
}

template <class Act>
void for_all(const Truncation& truncation, const Act& act) {
    for (int m = 0; m <= truncation.orders; ++m)
        for (int l = m; l <= truncation.degrees; ++l)
            act(l, m, truncation.index(m, l));
}

}  // namespace

std::vector<Coefficients::Complex> Coefficients::inner(
    std::span<const Complex> from, const Truncation& to) const {
    std::vector<Complex> all(to.size());
    for_all(truncation_, [&](int l, int m, std::size_t k) {
        Complex& s = all[to.index(m, l)];
        s = from[k];
        if (convention_ != kInner) {
            const Complex pair = root_of(m) * s;
            s = io::to_complex({pair.real(), -pair.imag()}, l, m, convention_);
        }
        // A real field has none.
        if (m == 0) s.imag(0);
    });
    return all;
}

void Coefficients::outer(std::span<const Complex> from, const Truncation& of,
                         std::span<Complex> to) const {
    for_all(truncation_, [&](int l, int m, std::size_t k) {
        to[k] = from[of.index(m, l)];
        if (convention_ == kInner) return;
        const auto pair = io::to_real(to[k], l, m, convention_);
        to[k] = Complex{pair.c, -pair.s} / root_of(m);
    });
}

}  // namespace tasuki::interface
