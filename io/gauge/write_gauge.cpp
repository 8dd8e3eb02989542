#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "io/atomic_file.hpp"
#include "io/gauge/ildg.hpp"
#include "io/gauge/milc.hpp"
#include "io/gauge/nersc.hpp"
#include "io/gauge/openqcd.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::UsageError;

/// What the reader would refuse is not written.
void check_field(const std::string& path, const lattice::GaugeField& field) {
    const auto worst = find_worst_link(field);
    if (worst.defect <= kUnitarityTolerance) return;
    throw runtime::NumericsError(fmt::format(
        "{}: not written, link not in SU(3) at {}: expected |U U^dagger - 1| "
        "and |det U - 1| <= {:g}, found {:.3g}",
        path, describe_link(field.extents(), worst.site, worst.mu),
        kUnitarityTolerance, worst.defect));
}

}  // namespace

const std::vector<std::string>& format_names() {
    static const std::vector<std::string> names{"nersc", "ildg", "scidac",
                                                "milc", "openqcd"};
    return names;
}

std::string to_string(Format format) {
    return format_names().at(static_cast<std::size_t>(format));
}

Format format_of(const std::string& path, const std::string& wish) {
    auto name = wish;
    if (name.empty()) {
        const auto dot = path.rfind('.');
        name = dot == path.npos ? "" : path.substr(dot + 1);
        std::ranges::transform(name, name.begin(), [](unsigned char c) {
            return static_cast<char>(std::tolower(c));
        });
        if (name == "lime") name = "ildg";
        if (name == "cnfg") name = "openqcd";
    }
    const auto found = std::ranges::find(format_names(), name);
    if (found == format_names().end())
        throw UsageError(fmt::format(
            "{}: expected --format {}, or a name that ends so (.nersc)", path,
            fmt::join(format_names(), "|")));
    return static_cast<Format>(found - format_names().begin());
}

LinkEncoding usual_encoding(Format format, int bits) {
    if (format == Format::milc) bits = 32;
    if (format == Format::openqcd) bits = 64;
    return {
        .precision_bits = bits,
        .order = format == Format::openqcd ? ByteOrder::little : ByteOrder::big,
        .rows = 3};
}

void check_encoding(Format format, const LinkEncoding& encoding) {
    const auto name = to_string(format);
    const bool nersc = format == Format::nersc, milc = format == Format::milc;
    const int bits = encoding.precision_bits;
    const auto usual = usual_encoding(format, bits);
    if ((bits != 32 && bits != 64) || bits != usual.precision_bits)
        throw UsageError(
            fmt::format("precision: {} files have {}, found {} bits", name,
                        milc                        ? "32 bits"
                        : format == Format::openqcd ? "64 bits"
                                                    : "32 or 64 bits",
                        bits));
    if (encoding.rows != 3 && (encoding.rows != 2 || !nersc))
        throw UsageError(fmt::format("rows: {} files have {}, found {}", name,
                                     nersc ? "2 or 3 rows" : "three rows",
                                     encoding.rows));
    if (encoding.order != usual.order && !nersc && !milc)
        throw UsageError(
            fmt::format("byte order: {} files are {}-endian, found {}", name,
                        to_string(usual.order), to_string(encoding.order)));
}

std::vector<NamedChecksum> write_gauge(const std::string& path,
                                       const lattice::GaugeField& field,
                                       const WriteOptions& options) {
    check_encoding(options.format, options.encoding);
    check_field(path, field);
    AtomicFile file{path};
    const auto write = options.format == Format::nersc     ? write_nersc
                       : options.format == Format::milc    ? write_milc
                       : options.format == Format::openqcd ? write_openqcd
                                                           : write_lime;
    auto sums = write(file, field, options);
    file.commit();
    return sums;
}

}  // namespace tasuki::io
