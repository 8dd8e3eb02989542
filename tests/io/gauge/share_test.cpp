// The parts of a configuration that ranks read make the whole.
#include "io/share.hpp"

#include <doctest/doctest.h>

#include "codelets/lattice/observables.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "io/gauge/checksums.hpp"
#include "tests/io/gauge/fixtures.hpp"

namespace {

using namespace tasuki;
using io::ByteOrder, io::Part;

const lattice::Extents kWhole{{8, 4, 12, 16}};

/// Of all ranks of a grid.
std::vector<io::Part> parts_of(const lattice::Extents& ranks) {
    std::vector<io::Part> parts;
    for (int rank = 0; rank < static_cast<int>(ranks.volume()); ++rank) {
        const auto own = graphs::wilson::Decomposition{
            kWhole,
            ranks,
            {ranks, rank}}.local_region();
        parts.push_back({own, own.with_neighbours()});
    }
    return parts;
}

const lattice::Extents kGrids[] = {
    {{1, 1, 1, 1}}, {{1, 1, 1, 4}}, {{2, 1, 1, 2}}, {{4, 2, 3, 2}}};

}  // namespace

TEST_CASE("links and checksums of parts are those of the whole") {
    const auto u = lattice::hot_start(kWhole, 23);
    const std::string head = "header";
    const auto bytes = head + test::link_bytes(u, 64, 3, io::ByteOrder::little);
    const io::MemorySource source{"memory", std::as_bytes(std::span{bytes})};
    const io::LinkEncoding encoding{64, io::ByteOrder::little, 3};
    const auto data = std::as_bytes(std::span{bytes}).subspan(head.size());
    io::NerscChecksum nersc{io::ByteOrder::little};
    io::ScidacChecksum scidac{encoding.site_bytes()};
    nersc.add(data, 0);
    scidac.add(data, 0);
    for (const auto& ranks : kGrids) {
        CAPTURE(lattice::to_string(ranks));
        io::NerscChecksum nersc_sum{io::ByteOrder::little}, again = nersc_sum;
        io::ScidacChecksum scidac_sum{encoding.site_bytes()};
        for (const io::Part& part : parts_of(ranks)) {
            lattice::GaugeField field{part.kept}, other{part.kept};
            nersc_sum.merge(
                io::read_links(source, head.size(), encoding, part, field,
                               io::NerscChecksum{io::ByteOrder::little}));
            again.merge(
                io::sum_links(source, head.size(), encoding, part,
                              io::NerscChecksum{io::ByteOrder::little}));
            scidac_sum.merge(
                io::read_links(source, head.size(), encoding, part, other,
                               io::ScidacChecksum{encoding.site_bytes()}));
            bool same = true;
            for (std::size_t k = 0; k < part.kept.volume(); ++k)
                for (int mu = 0; mu < 4; ++mu)
                    same = same &&
                           field.link(k, mu) == u.link(part.kept.site(k), mu);
            CHECK(same);
        }
        CHECK(nersc_sum.value() == nersc.value());
        CHECK(again.value() == nersc.value());
        CHECK(scidac_sum.sum29() == scidac.sum29());
        CHECK(scidac_sum.sum31() == scidac.sum31());
    }
}

TEST_CASE("plaquette and link trace are the sums over all parts") {
    const auto u = lattice::hot_start(kWhole, 29);
    const auto whole = lattice::plaquette(u);
    for (const auto& ranks : kGrids) {
        lattice::LinkSums sums;
        for (const io::Part& part : parts_of(ranks)) {
            const auto field = lattice::hot_start(part.kept, 29);
            const auto one = lattice::link_sums(field, part.own);
            sums.spatial += one.spatial;
            sums.temporal += one.temporal;
            sums.trace += one.trace;
        }
        const auto found = lattice::plaquette_of(sums, kWhole.volume());
        // 36864 numbers of size 1 at most, each rounded.
        CHECK(std::abs(found.spatial - whole.spatial) < 1e-14);
        CHECK(std::abs(found.temporal - whole.temporal) < 1e-14);
        CHECK(std::abs(found.average - whole.average) < 1e-14);
        CHECK(std::abs(lattice::link_trace_of(sums, kWhole.volume()) -
                       lattice::link_trace(u)) < 1e-14);
    }
}
