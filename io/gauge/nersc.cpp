#include "io/gauge/nersc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/gauge/checksums.hpp"
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

/// A value must stay on its line.
std::string one_line(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' '; }, ' ');
    return text;
}

std::string header_of(const lattice::GaugeField& field,
                      const WriteOptions& options, std::uint32_t checksum) {
    const auto& encoding = options.encoding;
    std::string text = "BEGIN_HEADER\n";
    const auto put = [&text](std::string_view key, const auto& value) {
        text += fmt::format("{} = {}\n", key, value);
    };
    put("HDR_VERSION", "1.0");
    put("DATATYPE", encoding.rows == 2 ? "4D_SU3_GAUGE" : "4D_SU3_GAUGE_3x3");
    put("STORAGE_FORMAT", "1.0");
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        put(fmt::format("DIMENSION_{}", mu + 1), field.extents()[mu]);
    put("LINK_TRACE", fmt::format("{:.12f}", lattice::link_trace(field)));
    put("PLAQUETTE", fmt::format("{:.12f}", lattice::plaquette(field).average));
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        put(fmt::format("BOUNDARY_{}", mu + 1), "PERIODIC");
    put("CHECKSUM", fmt::format("{:x}", checksum));
    put("ENSEMBLE_ID", one_line(options.ensemble.id));
    put("ENSEMBLE_LABEL", one_line(options.ensemble.label));
    put("SEQUENCE_NUMBER", options.ensemble.sequence_number);
    put("CREATOR", one_line(options.ensemble.creator));
    put("FLOATING_POINT",
        fmt::format("IEEE{}{}", encoding.precision_bits,
                    encoding.order == ByteOrder::big ? "BIG" : "LITTLE"));
    return text + "END_HEADER\n";
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
    // It is that of the fermions of the run that made the file.
    if (const auto found = header.other_boundaries(); !found.empty())
        parsed.file.notes.push_back(fmt::format(
            "{} is not used: links are periodic, fermions are periodic in "
            "space and as --bc-t says in T",
            found));
    if (const auto text = header.find("PLAQUETTE"))
        parsed.claims.push_back(
            {Quantity::plaquette, "header key PLAQUETTE", *text, 1});
    if (const auto text = header.find("LINK_TRACE"))
        parsed.claims.push_back(
            {Quantity::link_trace, "header key LINK_TRACE", *text, 1});
    return parsed;
}

std::vector<NamedChecksum> write_nersc(AtomicFile& file,
                                       const lattice::GaugeField& field,
                                       const WriteOptions& options) {
    const auto sum = write_after_header(
        file, field, options.encoding, NerscChecksum{options.encoding.order},
        [&](const auto& sum) {
            return header_of(field, options, sum.value());
        });
    return {{"NERSC", sum.value(), sum.value()}};
}

}  // namespace tasuki::io
