#include "codelets/wilson/clover/blocks.hpp"

#include <array>
#include <utility>

#include "runtime/core/team.hpp"

namespace tasuki::wilson::clover {

namespace {

using lattice::Complex, lattice::Coordinates, lattice::GaugeField,
    lattice::Matrix3;

/// One step along `mu`, forward (+1) or backward (-1).
struct Along {
    int mu, step;
    Along back() const { return {mu, -step}; }
};

/// The product of the links around the plaquette n, n + a, n + a + b, n + b.
Matrix3 plaquette(const GaugeField& u, Coordinates n, Along a, Along b) {
    Matrix3 product = Matrix3::identity();
    for (const auto& [mu, step] : {a, b, a.back(), b.back()}) {
        const auto next = u.extents().shifted(n, mu, step);
        product = product * (step > 0 ? u.link(n, mu)
                                      : lattice::adjoint(u.link(next, mu)));
        n = next;
    }
    return product;
}

using Matrix6 = std::array<std::array<Complex, 6>, 6>;

/// A_+ and A_-.
std::array<Matrix6, kBlocks> blocks_at(const GaugeField& u,
                                       const Coordinates& n, double clover) {
    std::array<Matrix6, kBlocks> blocks{};
    Matrix3 magnetic[3], electric[3];
    for (int k = 0; k < 3; ++k) {
        magnetic[k] = field_strength(u, n, (k + 1) % 3, (k + 2) % 3);
        electric[k] = field_strength(u, n, k, 3);
    }
    for (int chirality = 0; chirality < kBlocks; ++chirality) {
        Matrix6& a = blocks[chirality];
        const double sign = chirality == 0 ? -1 : +1;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                Complex h[3];
                for (int k = 0; k < 3; ++k)
                    h[k] = Complex{0, -clover} *
                           (magnetic[k](i, j) + sign * electric[k](i, j));
                const double one = i == j ? 1 : 0;
                const Complex i_h1{-h[1].imag(), h[1].real()};
                a[i][j] = one + h[2];
                a[i][3 + j] = h[0] - i_h1;
                a[3 + i][j] = h[0] + i_h1;
                a[3 + i][3 + j] = one - h[2];
            }
    }
    return blocks;
}

/// a^2 + t^2
Matrix6 square(const Matrix6& a, double t) {
    Matrix6 b{};
    for (int i = 0; i < 6; ++i) {
        b[i][i] = t * t;
        for (int j = 0; j < 6; ++j)
            for (int k = 0; k < 6; ++k) b[i][j] += a[i][k] * a[k][j];
    }
    return b;
}

/// By Gauss and Jordan, with the largest pivot of a column.  What is singular
/// gives NaN or infinity, which the solver finds.
Matrix6 inverse(Matrix6 a) {
    Matrix6 b{};
    for (int i = 0; i < 6; ++i) b[i][i] = 1;
    for (int k = 0; k < 6; ++k) {
        int pivot = k;
        for (int i = k + 1; i < 6; ++i)
            if (std::norm(a[i][k]) > std::norm(a[pivot][k])) pivot = i;
        std::swap(a[k], a[pivot]);
        std::swap(b[k], b[pivot]);
        const Complex scale = 1.0 / a[k][k];
        for (int j = 0; j < 6; ++j) {
            a[k][j] *= scale;
            b[k][j] *= scale;
        }
        for (int i = 0; i < 6; ++i) {
            if (i == k) continue;
            const Complex factor = a[i][k];
            for (int j = 0; j < 6; ++j) {
                a[i][j] -= factor * a[k][j];
                b[i][j] -= factor * b[k][j];
            }
        }
    }
    return b;
}

template <class T>
void store(const Matrix6& a, T* field, std::size_t place) {
    using N = Compute<T>;
    SiteReals<T, kBlockReals> record;
    for (int i = 0; i < 6; ++i) {
        record.r[i] = static_cast<N>(a[i][i].real());
        for (int j = 0; j < i; ++j) {
            const int at = below_diagonal(i, j);
            record.r[at] = static_cast<N>(a[i][j].real());
            record.r[at + 1] = static_cast<N>(a[i][j].imag());
        }
    }
    record.store(field, place);
}

}  // namespace

Matrix3 field_strength(const GaugeField& u, const Coordinates& n, int mu,
                       int nu) {
    Matrix3 leaf;
    Along a{mu, +1}, b{nu, +1};
    for (int quarter = 0; quarter < 4; ++quarter) {
        leaf = leaf + plaquette(u, n, a, b);
        a = std::exchange(b, a.back());
    }
    Matrix3 f;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            f(i, j) = (leaf(i, j) - std::conj(leaf(j, i))) / 8.0;
    return f;
}

template <class T>
void import_blocks(const GaugeField& u, const Coordinates& origin,
                   const Geometry& g, const Term& term,
                   const Blocks<T>& blocks) {
    const lattice::Extents extents{
        {g.extent[kX], g.extent[kY], g.extent[kZ], g.extent[kT]}};
    const auto range = [&](std::size_t begin, std::size_t end) {
        for (auto n = begin; n < end; ++n) {
            const auto [x, y, z, t] = extents.coordinates(n);
            const auto site = site_index(g, x, y, z, t);
            const auto at = blocks_at(u,
                                      {origin[kX] + x, origin[kY] + y,
                                       origin[kZ] + z, origin[kT] + t},
                                      term.clover);
            for (int chirality = 0; chirality < kBlocks; ++chirality) {
                const Matrix6& a = at[chirality];
                const auto place = block_place(site.index, chirality);
                store<T>(a,
                         (site.parity == 0 ? blocks.even : blocks.odd).data(),
                         place);
                if (site.parity == 1)
                    store<T>(
                        inverse(term.twist == 0 ? a : square(a, term.twist)),
                        blocks.odd_inverse.data(), place);
            }
        }
    };
    runtime::parallel_ranges(extents.volume(), 16, range);
}

#define TASUKI_INSTANTIATE(T)                                          \
    template void import_blocks(const GaugeField&, const Coordinates&, \
                                const Geometry&, const Term&,          \
                                const Blocks<T>&);
TASUKI_INSTANTIATE(double)
TASUKI_INSTANTIATE(float)
TASUKI_INSTANTIATE(Fixed16)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::wilson::clover
