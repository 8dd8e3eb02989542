#include <fmt/format.h>

#include <charconv>

#include "io/gauge/checksums.hpp"
#include "io/gauge/nersc.hpp"
#include "io/gauge/nersc_header.hpp"

namespace tasuki::io {

namespace {

/// IEEE32 and IEEE64 do not say their byte order, and programs do not agree on
/// it: the checksum tells; big-endian, the archive's own, without one.
ByteOrder guess_byte_order(const Source& source, const NerscHeader& header,
                           const LinkEncoding& encoding, const Part& part,
                           const Share& share) {
    const auto stated = header.checksum();
    if (!stated) return ByteOrder::big;
    const auto little =
        share.merged(sum_links(source, header.data_offset(), encoding, part,
                               NerscChecksum{ByteOrder::little}));
    return little.value() == *stated ? ByteOrder::little : ByteOrder::big;
}

EnsembleInfo ensemble_of(const NerscHeader& header) {
    EnsembleInfo info;
    info.id = header.find_or("ENSEMBLE_ID", "");
    info.label = header.find_or("ENSEMBLE_LABEL", "");
    info.creator = header.find_or("CREATOR", "");
    const auto number = header.find_or("SEQUENCE_NUMBER", "0");
    std::from_chars(number.data(), number.data() + number.size(),
                    info.sequence_number);
    return info;
}

}  // namespace

Parsed parse_nersc(const Source& source, const Share& share) {
    const NerscHeader header{source};
    const auto extents = header.extents();
    LinkEncoding encoding;
    encoding.rows = header.rows();
    encoding.precision_bits = header.precision_bits();
    check_data_size(source, header.data_offset(), extents, encoding);
    const auto order = header.byte_order();
    const Part part = share.part_of(extents);
    encoding.order =
        order ? *order
              : guess_byte_order(source, header, encoding, part, share);

    Parsed parsed{.own = part.own,
                  .file = {.field = lattice::GaugeField{part.kept},
                           .format = "nersc",
                           .encoding = encoding,
                           .ensemble = ensemble_of(header),
                           .oddities = header.oddities()}};
    const auto sum = share.merged(read_links(source, header.data_offset(),
                                             encoding, part, parsed.file.field,
                                             NerscChecksum{encoding.order}));
    if (const auto stated = header.checksum())
        parsed.file.checksums.push_back({"NERSC", *stated, sum.value()});
    if (const auto text = header.find("PLAQUETTE"))
        parsed.claims.push_back(
            {Quantity::plaquette, "header key PLAQUETTE", *text, 1});
    if (const auto text = header.find("LINK_TRACE"))
        parsed.claims.push_back(
            {Quantity::link_trace, "header key LINK_TRACE", *text, 1});
    return parsed;
}

}  // namespace tasuki::io
