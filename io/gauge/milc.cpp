#include "io/gauge/milc.hpp"

#include <fmt/format.h>

#include <array>

#include "io/gauge/checksums.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

using Header = std::array<std::byte, kMilcHeaderBytes>;

Header read_header(const Source& source) {
    Header header;
    if (source.size() < header.size())
        throw InputError(source.name(), "truncated MILC header",
                         fmt::format("byte {}", source.size()),
                         fmt::format("{} bytes", header.size()),
                         fmt::format("{}", source.size()));
    source.read(0, header);
    return header;
}

lattice::Extents extents_of(const Source& source, const Header& header,
                            ByteOrder order) {
    lattice::Extents extents;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        const std::size_t at = 4 + 4 * mu;
        extents.n[mu] = static_cast<int>(load_u32(&header[at], order));
        if (extents[mu] < 1)
            throw InputError(
                source.name(), fmt::format("bad extent n{}", "xyzt"[mu]),
                fmt::format("byte {}", at), "a number of sites from 1 on",
                fmt::format("{}", extents[mu]));
    }
    return extents;
}

void check_site_order(const Source& source, const Header& header,
                      ByteOrder order) {
    const auto found = load_u32(&header[kMilcOrderAt], order);
    if (found != 0)
        throw InputError(source.name(), "unknown order of the sites",
                         fmt::format("byte {}", kMilcOrderAt), "0 (x fastest)",
                         fmt::format("{}", found));
}

void check_size(const Source& source, const lattice::Extents& extents,
                const LinkEncoding& encoding) {
    const auto data = data_bytes(extents, encoding);
    const std::uint64_t found = source.size() - kMilcHeaderBytes;
    if (data == found) return;
    const bool too_long = data && found > *data;
    throw InputError(
        source.name(),
        fmt::format("data too {} for {} sites", too_long ? "long" : "short",
                    to_string(extents)),
        fmt::format("byte {}",
                    too_long ? kMilcHeaderBytes + *data : source.size()),
        data ? fmt::format("a file of {} bytes", kMilcHeaderBytes + *data)
             : "fewer sites",
        fmt::format("{} bytes", source.size()));
}

}  // namespace

Parsed parse_milc(const Source& source, const Share& share) {
    const auto header = read_header(source);
    const auto order =
        source.text(0, 4) == kMilcMagicBig ? ByteOrder::big : ByteOrder::little;
    const LinkEncoding encoding{
        .precision_bits = 32, .order = order, .rows = 3};
    const auto extents = extents_of(source, header, order);
    check_site_order(source, header, order);
    check_size(source, extents, encoding);

    const Part part = share.part_of(extents);
    Parsed parsed{.own = part.own,
                  .file = {.field = lattice::GaugeField{part.kept},
                           .format = "milc",
                           .encoding = encoding}};
    const auto sum =
        share.merged(read_links(source, kMilcHeaderBytes, encoding, part,
                                parsed.file.field, MilcChecksum{order}));
    parsed.file.checksums = {
        {"MILC 29", load_u32(&header[kMilcSum29At], order), sum.sum29()},
        {"MILC 31", load_u32(&header[kMilcSum31At], order), sum.sum31()}};
    parsed.claims = milc_info_claims(source.name() + ".info", parsed.file);
    return parsed;
}

}  // namespace tasuki::io
