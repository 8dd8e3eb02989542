// Links of blocks that tasks make, against those that the host cuts out.
#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include "codelets/wilson/variants.hpp"
#include "graphs/wilson/block_links.hpp"
#include "graphs/wilson/operator.hpp"
#include "tests/graphs/wilson_support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using graphs::wilson::BlockLinks, graphs::wilson::Placement;
using lattice::Extents, lattice::GaugeField;
using tests::apply, tests::context, tests::kKappa;

constexpr Extents kMadeOut{{8, 4, 12, 8}};
constexpr std::uint64_t kSeedOfLinks = (std::uint64_t{3} << 32) + 81;

/// On CPUs, and on GPUs where there is one.
std::vector<Placement> places_of_links() {
    if (context().count(runtime::Worker::Kind::gpu) > 0)
        return {Placement::Name::cpu, Placement::Name::gpu};
    test::skip_part("links that a GPU makes: none is here");
    return {Placement::Name::cpu};
}

template <class T>
std::vector<T> elements(const runtime::Array<T>& array) {
    const auto host = array.read();
    const auto span = host.span();
    return {span.begin(), span.end()};
}

/// Of this rank's blocks and their faces, one after another.
template <class T, int kLinkReals>
std::vector<std::vector<T>> links_of(const GaugeField& u, const Extents& grid,
                                     Placement placement) {
    using namespace graphs::wilson;
    const int ranks = context().ranks().size();
    const Decomposition cut{
        kMadeOut, grid, {{{1, 1, 1, ranks}}, context().ranks().rank()}};
    const BlockPlaces places{context(), cut, placement};
    const BlockLinks<T, kLinkReals> links{context(), cut, places, u};
    const auto g = block_geometry(cut);
    std::vector<std::vector<T>> all;
    for (const int b : cut.local_blocks()) {
        all.push_back(elements(links.of_block(b)));
        for (int mu = 0; mu < lattice::kDimensions; ++mu)
            for (const std::optional<int> half :
                 {std::optional<int>{}, {0}, {1}}) {
                const auto sites = static_cast<std::size_t>(
                    wilson::face_sites(g, mu) / (half ? 2 : 1));
                // Halves of small faces fill no tile.
                const std::size_t tiles =
                    (sites + wilson::kTile - 1) / wilson::kTile;
                all.push_back(elements(
                    links.of_face(b, mu, tiles * wilson::kTile, half)));
            }
    }
    return all;
}

template <class T, int kLinkReals>
void compare_links() {
    CAPTURE(tasuki::wilson::variant_name<T>("links", kLinkReals));
    const auto stored = lattice::hot_start(kMadeOut, kSeedOfLinks);
    const auto computed = GaugeField::computed(kMadeOut, kSeedOfLinks);
    const auto other = GaugeField::computed(kMadeOut, kSeedOfLinks + 1);
    const int ranks = context().ranks().size();
    for (const Extents& grid : {Extents{{1, 1, 1, ranks}},
                                {{1, 2, 1, 2 * ranks}},
                                {{4, 1, 3, ranks}}})
        for (const Placement placement : places_of_links()) {
            CAPTURE(lattice::to_string(grid));
            CAPTURE(placement.to_string());
            const auto expected =
                links_of<T, kLinkReals>(stored, grid, Placement::Name::cpu);
            CHECK(links_of<T, kLinkReals>(computed, grid, placement) ==
                  expected);
            CHECK(links_of<T, kLinkReals>(other, grid, placement) != expected);
        }
}

}  // namespace

TEST_CASE("tasks make the links that the host would cut out, bit for bit") {
    if (context().ranks().size() > 4) return test::skip("needs up to 4 ranks");
    compare_links<double, 18>();
    compare_links<double, 12>();
    compare_links<double, 8>();
    compare_links<float, 18>();
    compare_links<float, 12>();
    compare_links<wilson::Fixed16, 12>();
}

TEST_CASE("D has the same bits with links that are computed") {
    if (context().ranks().several()) return test::skip("needs one rank");
    const auto stored = lattice::hot_start(kMadeOut, 82);
    const auto computed = GaugeField::computed(kMadeOut, 82);
    const auto psi = lattice::random_source(kMadeOut, 83);
    for (const Placement placement : places_of_links())
        for (const Extents& grid : {Extents{{1, 1, 1, 1}}, {{2, 1, 1, 2}}}) {
            CAPTURE(placement.to_string());
            CAPTURE(lattice::to_string(grid));
            const graphs::wilson::OperatorOptions options{kKappa, -1,
                                                          placement};
            CHECK(apply<double, 18>(computed, psi, grid, options).sites ==
                  apply<double, 18>(stored, psi, grid, options).sites);
            CHECK(apply<float, 12>(computed, psi, grid, options).sites ==
                  apply<float, 12>(stored, psi, grid, options).sites);
        }
}
