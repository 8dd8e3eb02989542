#include <fmt/format.h>

#include <algorithm>

#include "io/gauge/checksums.hpp"
#include "io/gauge/nersc.hpp"

namespace tasuki::io {

namespace {

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
