// A correlator that another program has published: Chroma's regression test of
// domain walls also has the propagator of Wilson fermions from a point, on a
// field that its random numbers define.
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "codelets/lattice/observables.hpp"
#include "io/gauge/gauge_file.hpp"
#include "tests/close.hpp"
#include "tests/drivers/cli.hpp"

namespace {

using namespace tasuki;

/// The random numbers of QDP++: x -> a x modulo 2^47. A field of them takes one
/// for each site, X fastest, each the successor of the one before.
class QdpRandom {
  public:
    explicit QdpRandom(std::uint64_t seed) : state_{seed} {}
    /// Uniform in [0, 1).
    std::vector<double> field(std::size_t sites) {
        std::vector<double> uniform(sites);
        for (double& number : uniform) {
            step();
            number = std::ldexp(static_cast<double>(state_), -47);
        }
        step();
        return uniform;
    }

  private:
    static constexpr std::uint64_t kMultiplier =
        (1222ULL << 36) | (1498ULL << 24) | (712ULL << 12) | 1645ULL;

    void step() { state_ = state_ * kMultiplier % (1ULL << 47); }

    std::uint64_t state_;
};

/// Chroma's WEAK_FIELD with its default seed: products of rotations in three
/// SU(2) subgroups by small random angles.
lattice::GaugeField weak_field() {
    lattice::GaugeField u{lattice::Extents{{4, 4, 4, 8}}};
    const std::size_t sites = u.extents().volume();
    QdpRandom random{11};
    constexpr double kLargest = 0.02 * 2 * std::numbers::pi;  // angle
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        for (std::size_t n = 0; n < sites; ++n)
            u.link(n, mu) = lattice::Matrix3::identity();
        for (const auto& [p, q] :
             {std::pair{0, 1}, std::pair{1, 2}, std::pair{0, 2}}) {
            const auto first = random.field(sites),
                       second = random.field(sites);
            for (std::size_t n = 0; n < sites; ++n) {
                const auto a = std::polar(std::sqrt(0.5), kLargest * first[n]);
                const auto b = std::polar(std::sqrt(0.5), kLargest * second[n]);
                auto g = lattice::Matrix3::identity();
                g(p, p) = {a.real(), b.imag()};
                g(p, q) = {b.real(), a.imag()};
                g(q, p) = {-b.real(), a.imag()};
                g(q, q) = {a.real(), -b.imag()};
                u.link(n, mu) = u.link(n, mu) * g;
            }
        }
    }
    return u;
}

}  // namespace

// Source: chroma, tests/chroma/hadron/mres/mres.out.xml, prop_corr and
// Observables, of 4 June 2008.  Chroma computed in single precision, and its
// operator is (1 - kappa H) / (2 kappa).
TEST_CASE("the propagator has the norms that Chroma has published") {
    constexpr double kSingle = 2e-6;  // what single precision has changed there
    const std::vector<double> published{
        0.695079542817612,   0.0371189179171885,  0.00801121181124138,
        0.00306581890117901, 0.00206155290575518, 0.00306324855903622,
        0.00800190487584655, 0.0371176432075916};
    const auto field = weak_field();
    CHECK(test::close(lattice::plaquette(field).average, 0.994764811229996,
                      kSingle));
    const test::Folder folder;
    io::write_gauge(folder / "weak.nersc", field, {});
    const auto pion =
        test::cli_json("solve --kappa 0.11 --bc-t antiperiodic --gauge " +
                       (folder / "weak.nersc"))["pion"];
    REQUIRE(pion.size() == published.size());
    constexpr double kNorm = 4 * 0.11 * 0.11;
    for (std::size_t t = 0; t < published.size(); ++t) {
        CAPTURE(t);
        CHECK(
            test::close(kNorm * pion[t].get<double>(), published[t], kSingle));
    }
}
