// Access of hop-inl.hpp for one site of two columns: a GPU thread that computes
// both loads each link, and finds each neighbour, once.
#pragma once

#include "codelets/wilson/hopping/site_access.hpp"

namespace tasuki::wilson::on_gpu {

/// The numbers of two columns.
template <class N>
struct Pair {
    N first, second;
};
template <class N>
TASUKI_HD Pair<N> operator+(const Pair<N>& a, const Pair<N>& b) {
    return {a.first + b.first, a.second + b.second};
}
template <class N>
TASUKI_HD Pair<N> operator-(const Pair<N>& a, const Pair<N>& b) {
    return {a.first - b.first, a.second - b.second};
}
template <class N>
TASUKI_HD Pair<N> operator*(const Pair<N>& a, const Pair<N>& b) {
    return {a.first * b.first, a.second * b.second};
}

template <class N>
TASUKI_HD Pair<N> mul_add(const Pair<N>& a, const Pair<N>& b,
                          const Pair<N>& c) {
    return {mul_add(a.first, b.first, c.first),
            mul_add(a.second, b.second, c.second)};
}
template <class N>
TASUKI_HD Pair<N> mul_sub(const Pair<N>& a, const Pair<N>& b,
                          const Pair<N>& c) {
    return {mul_sub(a.first, b.first, c.first),
            mul_sub(a.second, b.second, c.second)};
}
template <class N>
TASUKI_HD Pair<N> neg_mul_add(const Pair<N>& a, const Pair<N>& b,
                              const Pair<N>& c) {
    return {neg_mul_add(a.first, b.first, c.first),
            neg_mul_add(a.second, b.second, c.second)};
}

template <class N>
TASUKI_HD Complex<Pair<N>> paired(const Complex<N>& a, const Complex<N>& b) {
    return {{a.re, b.re}, {a.im, b.im}};
}
template <class N>
TASUKI_HD HalfSpinor<Pair<N>> paired(const HalfSpinor<N>& a,
                                     const HalfSpinor<N>& b) {
    HalfSpinor<Pair<N>> h;
    TASUKI_UNROLL(6)
    for (int k = 0; k < 6; ++k)
        h.s[k / 3][k % 3] = paired(a.s[k / 3][k % 3], b.s[k / 3][k % 3]);
    return h;
}
TASUKI_HD Unit paired(Unit, Unit) {
    return {};
}
template <class N>
TASUKI_HD Pair<N> paired(N a, N b) {
    return {a, b};
}

/// One of the two.
template <int kWhich, template <class> class Spins, class N>
TASUKI_HD Spins<N> column_of(const Spins<Pair<N>>& pair) {
    constexpr int spins = sizeof(Spins<N>) / (6 * sizeof(N));
    Spins<N> own;
    TASUKI_UNROLL(12)
    for (int k = 0; k < 3 * spins; ++k) {
        const Complex<Pair<N>>& z = pair.s[k / 3][k % 3];
        own.s[k / 3][k % 3] = kWhich == 0
                                  ? Complex<N>{z.re.first, z.im.first}
                                  : Complex<N>{z.re.second, z.im.second};
    }
    return own;
}

/// A link for both columns.
template <class Links>
struct PairLinks {
    Links u;

    template <int kRow>
    TASUKI_HD auto row() const {
        return twice(u.template row<kRow>());
    }
    template <class N>
    TASUKI_HD HalfSpinor<Pair<N>> before(const HalfSpinor<Pair<N>>& h) const {
        return paired(u.before(column_of<0>(h)), u.before(column_of<1>(h)));
    }
    template <class N>
    TASUKI_HD HalfSpinor<Pair<N>> after(const HalfSpinor<Pair<N>>& g) const {
        return paired(u.after(column_of<0>(g)), u.after(column_of<1>(g)));
    }

  private:
    template <class N>
    TASUKI_HD static Row<Pair<N>> twice(const Row<N>& row) {
        Row<Pair<N>> both;
        TASUKI_UNROLL(3)
        for (int k = 0; k < 3; ++k) both.e[k] = paired(row.e[k], row.e[k]);
        return both;
    }
};

/// @tparam Access  of one column
template <class Access>
class PairAccess {
  public:
    /// @param first, second  of the same site; both outlive it
    TASUKI_DEVICE PairAccess(const Access& first, const Access& second)
        : first_{first}, second_{second} {}

    template <int kMu, int kSign, class Body>
    TASUKI_DEVICE void visit(const Body& body) const {
        first_.template visit<kMu, kSign>([&](const auto& near) {
            body(Near<std::decay_t<decltype(near)>>{near, near.in(second_)});
        });
    }
    template <int kMu>
    TASUKI_DEVICE auto link_here() const {
        return both(first_.template link_here<kMu>());
    }
    template <int kMu, int kSign>
    TASUKI_DEVICE void ahead() const {}

  private:
    template <class Links>
    TASUKI_DEVICE static PairLinks<Links> both(const Links& u) {
        return {u};
    }

    template <class NearOfOne>
    struct Near {
        NearOfOne first, second;

        TASUKI_DEVICE auto half_spinor() const {
            return paired(first.half_spinor(), second.half_spinor());
        }
        TASUKI_DEVICE auto link() const { return both(first.link()); }
        TASUKI_DEVICE auto factor() const {
            return paired(first.factor(), second.factor());
        }
    };

    const Access& first_;
    const Access& second_;
};

}  // namespace tasuki::wilson::on_gpu
