// The clover term and the twisted mass of a site against the plain reference.
#include <doctest/doctest.h>

#include <numbers>

#include "codelets/lattice/largest.hpp"
#include "codelets/wilson/clover/blocks.hpp"
#include "codelets/wilson/transfer.hpp"
#include "tests/close.hpp"
#include "tests/clover_reference.hpp"
#include "tests/codelets/backends.hpp"
#include "tests/gauge_transformation.hpp"
#include "tests/spinor_algebra.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using lattice::Complex, lattice::Coordinates, lattice::Extents;
using lattice::GaugeField, lattice::Matrix3, lattice::SpinorField;
using wilson::Fixed16;
namespace clover = wilson::clover;

constexpr Extents kLattice{{4, 6, 2, 8}};

double matrix_difference(const Matrix3& a, const Matrix3& b) {
    lattice::Largest worst;
    for (int k = 0; k < 9; ++k) worst.add(std::abs(a.e[k] - b.e[k]));
    return worst.value();
}

/// The largest error of a component over the largest component.
double error_of(const SpinorField& found, const SpinorField& expected) {
    lattice::Largest worst, size;
    for (std::size_t n = 0; n < found.sites.size(); ++n)
        for (int k = 0; k < 12; ++k) {
            worst.add(std::abs(found.sites[n][k] - expected.sites[n][k]));
            size.add(std::abs(expected.sites[n][k]));
        }
    return worst.value() / size.value();
}

/// A + i t g_5 as tasks on a kind of workers.
template <class T>
class Term {
  public:
    Term(const GaugeField& u, const clover::Term& term, runtime::Where where)
        : term_{term}, options_{.where = where} {
        clover::import_blocks<T>(u, {0, 0, 0, 0}, geometry_, term,
                                 {even_.write().span(), odd_.write().span(),
                                  inverse_.write().span()});
    }
    /// psi, and C psi added to it, on the sites of either parity.
    SpinorField add(const SpinorField& psi) {
        for (int parity = 0; parity < 2; ++parity) {
            runtime::Array<T> in{context(), half_}, out{context(), half_};
            in.assign(half_of(psi, parity));
            out.assign(half_of(psi, parity));
            runtime::submit<clover::Add<T>>(context(), {term_.twist}, options_,
                                            out, in,
                                            parity == 0 ? even_ : odd_);
            put(out, parity);
        }
        return result();
    }
    /// C psi on even sites, C^-1 psi on odd ones.
    SpinorField multiply_and_divide(const SpinorField& psi) {
        runtime::Array<T> even{context(), half_}, odd{context(), half_};
        even.assign(half_of(psi, 0));
        odd.assign(half_of(psi, 1));
        const auto multiply = [&](double twist, auto& x, const auto& blocks) {
            runtime::submit<clover::Multiply<T>>(context(), {twist}, options_,
                                                 x, blocks);
        };
        multiply(term_.twist, even, even_);
        multiply(0, odd, inverse_);
        if (term_.twist != 0) multiply(-term_.twist, odd, odd_);
        put(even, 0);
        put(odd, 1);
        return result();
    }

  private:
    std::vector<T> half_of(const SpinorField& psi, int parity) {
        std::vector<T> tiles(2 * half_);
        wilson::import_spinor(psi, {0, 0, 0, 0}, geometry_,
                              std::span<T>{tiles});
        return {tiles.begin() + parity * half_,
                tiles.begin() + (parity + 1) * half_};
    }
    void put(const runtime::Array<T>& half, int parity) {
        std::ranges::copy(values_of(half), tiles_.begin() + parity * half_);
    }
    SpinorField result() const {
        SpinorField field{kLattice};
        wilson::export_spinor(std::span<const T>{tiles_}, geometry_,
                              {0, 0, 0, 0}, field);
        return field;
    }

    wilson::Geometry geometry_ =
        wilson::make_geometry(kLattice, {false, false, false, false});
    clover::Term term_;
    runtime::SubmitOptions options_;
    std::size_t half_ = wilson::spinor_reals<T>(geometry_) / 2;
    std::vector<T> tiles_ = std::vector<T>(2 * half_);
    std::size_t reals_ = clover::block_reals<T>(geometry_.half_volume);
    runtime::Array<T> even_{context(), reals_}, odd_{context(), reals_},
        inverse_{context(), reals_};
};

/// Rounding; in fixed point half a unit of blocks and of three spinors.
template <class T>
constexpr double kCloverBound = std::is_same_v<T, double>  ? 1e-14
                                : std::is_same_v<T, float> ? 2e-6
                                                           : 3e-4;

template <class T>
void check_term(const clover::Term& term) {
    const auto u = lattice::hot_start(kLattice, 1);
    const auto psi = lattice::random_source(kLattice, 2);
    const PlainTerm plain{term.clover, term.twist};
    const auto expected = plain_term(u, plain, psi);
    auto sum = expected;
    for (std::size_t n = 0; n < sum.sites.size(); ++n)
        for (int k = 0; k < 12; ++k) sum.sites[n][k] += psi.sites[n][k];
    for (const auto where : backends()) {
        CAPTURE(name_of(where));
        Term<T> of{u, term, where};
        CHECK(error_of(of.add(psi), sum) < kCloverBound<T>);
        auto found = of.multiply_and_divide(psi);
        auto right = expected;
        for (std::size_t n = 0; n < found.sites.size(); ++n) {
            const auto at = kLattice.coordinates(n);
            if ((at[0] + at[1] + at[2] + at[3]) % 2 == 0) continue;
            // C C^-1 = 1
            found.sites[n] = plain_term_at(u, at, plain, found.sites[n]);
            right.sites[n] = psi.sites[n];
        }
        CHECK(error_of(found, right) < 4 * kCloverBound<T>);
    }
}

}  // namespace

TEST_CASE("the field strength is that of the four plaquettes, in every gauge") {
    const auto u = lattice::hot_start(kLattice, 1);
    const auto g = lattice::hot_start(kLattice, 5);
    const auto v = in_other_gauge(u, g);
    lattice::Largest from_plain, from_covariant, from_turned;
    for (std::size_t n = 0; n < kLattice.volume(); ++n) {
        const auto at = kLattice.coordinates(n);
        for (int mu = 0; mu < 4; ++mu)
            for (int nu = 0; nu < 4; ++nu) {
                if (nu == mu) continue;
                const auto f = clover::field_strength(u, at, mu, nu);
                from_plain.add(
                    matrix_difference(f, plain_field_strength(u, at, mu, nu)));
                from_covariant.add(matrix_difference(
                    clover::field_strength(v, at, mu, nu),
                    g.link(at, 0) * f * lattice::adjoint(g.link(at, 0))));
                const auto turned = clover::field_strength(u, at, nu, mu);
                from_turned.add(matrix_difference(turned, lattice::adjoint(f)));
            }
    }
    CHECK(from_plain.value() < 1e-15);
    CHECK(from_covariant.value() < 1e-14);
    CHECK(from_turned.value() < 1e-15);
}

TEST_CASE("a constant field has the field strength that it is made with") {
    // Through X and Y goes a flux of 2 pi in units of diag(1, -1, 0).
    const double theta = 2 * std::numbers::pi / (kLattice[0] * kLattice[1]);
    auto u = lattice::cold_start(kLattice);
    const auto phase = [](double angle) {
        auto m = Matrix3::identity();
        m(0, 0) = std::polar(1.0, angle);
        m(1, 1) = std::polar(1.0, -angle);
        return m;
    };
    for (std::size_t n = 0; n < kLattice.volume(); ++n) {
        const auto at = kLattice.coordinates(n);
        u.link(n, 1) = phase(theta * at[0]);
        if (at[0] == kLattice[0] - 1)
            u.link(n, 0) = phase(-theta * kLattice[0] * at[1]);
    }
    const Complex expected{0, std::sin(theta)};
    for (std::size_t n = 0; n < kLattice.volume(); ++n) {
        const auto f = clover::field_strength(u, kLattice.coordinates(n), 0, 1);
        CHECK(std::abs(f(0, 0) - expected) < 1e-14);
        CHECK(std::abs(f(1, 1) + expected) < 1e-14);
        CHECK(std::abs(f(2, 2)) < 1e-14);
    }
    // sigma_XY = -1 for spin up: i c sigma F = c sin(theta) in the first
    // colour.
    auto psi = lattice::point_source(kLattice, {1, 2, 0, 3}, 0, 0);
    Term<double> term{u, {0.3, 0}, runtime::Where::cpu};
    const auto found = term.add(psi).at({1, 2, 0, 3});
    CHECK(std::abs(found[0] - (2 + 0.3 * std::sin(theta))) < 1e-14);
}

TEST_CASE("the term and its inverse are those of the plain reference") {
    for (const clover::Term& term : {clover::Term{0.2, 0}, clover::Term{0, 0.3},
                                     clover::Term{0.15, -0.2}}) {
        CAPTURE(term.clover);
        CAPTURE(term.twist);
        check_term<double>(term);
        check_term<float>(term);
        check_term<Fixed16>(term);
    }
}

TEST_CASE("the clover term is Hermitian") {
    const auto u = lattice::hot_start(kLattice, 1);
    const auto x = lattice::random_source(kLattice, 2),
               y = lattice::random_source(kLattice, 3);
    Term<double> term{u, {0.2, 0}, runtime::Where::cpu};
    const auto right = product(x, term.add(y)), left = product(term.add(x), y);
    CHECK(std::abs(right - left) <
          1e-14 * std::sqrt(lattice::norm2(x) * lattice::norm2(y)));
}
