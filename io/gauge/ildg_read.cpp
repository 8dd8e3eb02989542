#include <fmt/format.h>

#include "io/gauge/checksums.hpp"
#include "io/gauge/ildg.hpp"
#include "io/gauge/scidac_metadata.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

void check_size(const Source& source, const LimeRecord& data,
                const lattice::Extents& extents, const LinkEncoding& encoding) {
    const auto expected = data_bytes(extents, encoding);
    if (expected == data.bytes) return;
    throw runtime::InputError(
        source.name(), "dimensions do not match the data",
        fmt::format("byte {} (record '{}')", data.offset, data.type),
        expected
            ? fmt::format("{} bytes for {} sites of {}-bit links", *expected,
                          to_string(extents), encoding.precision_bits)
            : "a lattice of fewer sites than " + to_string(extents),
        fmt::format("{} bytes", data.bytes));
}

}  // namespace

Parsed parse_lime(const Source& source, const Share& share) {
    const ScidacFile scidac{source};
    const auto extents = scidac.extents();
    LinkEncoding encoding;
    encoding.precision_bits = scidac.precision_bits();
    check_size(source, scidac.data(), extents, encoding);
    const auto stated = scidac.checksums();

    const Part part = share.part_of(extents);
    Parsed parsed{.own = part.own,
                  .file = {.field = lattice::GaugeField{part.kept},
                           .format = scidac.is_ildg() ? "ildg" : "scidac",
                           .encoding = encoding},
                  .claims = scidac.claims()};
    parsed.file.ensemble.lfn = scidac.lfn();
    parsed.file.oddities = scidac.oddities();
    const auto sum = share.merged(
        read_links(source, scidac.data().offset, encoding, part,
                   parsed.file.field, ScidacChecksum{encoding.site_bytes()}));
    if (stated)
        parsed.file.checksums = {{"SciDAC a", stated->first, sum.sum29()},
                                 {"SciDAC b", stated->second, sum.sum31()}};
    return parsed;
}

}  // namespace tasuki::io
