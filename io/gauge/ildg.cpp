#include "io/gauge/ildg.hpp"

#include <fmt/format.h>

#include "io/gauge/checksums.hpp"
#include "io/gauge/scidac_metadata.hpp"
#include "io/input_error.hpp"
#include "io/lime/scidac_records.hpp"
#include "io/xml.hpp"

namespace tasuki::io {

namespace {

void check_size(const Source& source, const LimeRecord& data,
                const lattice::Extents& extents, const LinkEncoding& encoding) {
    const auto expected = data_bytes(extents, encoding);
    if (expected == data.bytes) return;
    throw InputError(
        source.name(), "dimensions do not match the data",
        fmt::format("byte {} (record '{}')", data.offset, data.type),
        expected
            ? fmt::format("{} bytes for {} sites of {}-bit links", *expected,
                          to_string(extents), encoding.precision_bits)
            : "a lattice of fewer sites than " + to_string(extents),
        fmt::format("{} bytes", data.bytes));
}

std::string record_xml(int bits) {
    return scidac_record_xml(
        {.name = fmt::format("QDP_{}3_ColorMatrix", bits == 32 ? 'F' : 'D'),
         .precision_bits = bits,
         .colours = 3,
         .spins = 0,
         .bytes = static_cast<std::size_t>(9 * bits / 4),
         .count = 4});
}

std::string info_xml(const lattice::GaugeField& field,
                     const EnsembleInfo& ensemble) {
    return fmt::format(
        "{}<usqcdInfo><version>1.0</version><plaq>{:.12f}</plaq>"
        "<linktr>{:.12f}</linktr><info>{} {} {} {}</info></usqcdInfo>",
        kXmlDeclaration, lattice::plaquette(field).average,
        lattice::link_trace(field), xml_escaped(ensemble.creator),
        xml_escaped(ensemble.id), xml_escaped(ensemble.label),
        ensemble.sequence_number);
}

std::string format_xml(const lattice::Extents& n, int bits) {
    return fmt::format(
        "{}<ildgFormat xmlns=\"http://www.lqcd.org/ildg\" "
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
        "xsi:schemaLocation=\"http://www.lqcd.org/ildg/filefmt.xsd\">"
        "<version>1.0</version><field>su3gauge</field>"
        "<precision>{}</precision><lx>{}</lx><ly>{}</ly><lz>{}</lz>"
        "<lt>{}</lt></ildgFormat>",
        kXmlDeclaration, bits, n[0], n[1], n[2], n[3]);
}

ScidacChecksum write_links(AtomicFile& file, const lattice::GaugeField& field,
                           const LinkEncoding& encoding,
                           std::string_view type) {
    const auto bytes = *data_bytes(field.extents(), encoding);
    file.write(lime_header(MessageFlags::none, bytes, type));
    ScidacChecksum sum{encoding.site_bytes()};
    for_each_piece(field, encoding,
                   [&](std::span<const std::byte> piece, std::size_t first) {
                       sum.add(piece, first);
                       file.write(piece);
                   });
    write_lime_padding(file, bytes);
    return sum;
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

std::vector<NamedChecksum> write_lime(AtomicFile& file,
                                      const lattice::GaugeField& field,
                                      const WriteOptions& options) {
    using enum MessageFlags;
    const auto& extents = field.extents();
    const auto& encoding = options.encoding;
    const int bits = encoding.precision_bits;
    const bool ildg = options.format == Format::ildg;
    // The order of the records is the one that QIO reads.
    write_scidac_file(file, extents,
                      fmt::format("{}<title>{}</title>", kXmlDeclaration,
                                  xml_escaped(options.ensemble.label)));
    write_lime_record(file, begin, "scidac-private-record-xml",
                      record_xml(bits));
    write_lime_record(file, none, "scidac-record-xml",
                      info_xml(field, options.ensemble));
    if (ildg)
        write_lime_record(file, none, "ildg-format", format_xml(extents, bits));
    if (ildg && !options.ensemble.lfn.empty())
        write_lime_record(file, none, "ildg-data-lfn", options.ensemble.lfn);
    const auto sum =
        write_links(file, field, encoding,
                    ildg ? "ildg-binary-data" : "scidac-binary-data");
    write_lime_record(file, end, "scidac-checksum", scidac_checksum_xml(sum));
    return {{"SciDAC a", sum.sum29(), sum.sum29()},
            {"SciDAC b", sum.sum31(), sum.sum31()}};
}

}  // namespace tasuki::io
