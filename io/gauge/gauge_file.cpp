#include "io/gauge/gauge_file.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <array>

#include "io/atomic_file.hpp"
#include "io/gauge/ildg.hpp"
#include "io/gauge/milc.hpp"
#include "io/gauge/nersc.hpp"
#include "io/gauge/validate.hpp"
#include "io/same_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;
using namespace std::string_view_literals;

struct KnownFormat {
    std::string_view magic;
    std::string_view name;
    Parsed (*parse)(const Source&, const Share&);
};

constexpr std::array kFormats{
    KnownFormat{kNerscMagic, "NERSC", parse_nersc},
    KnownFormat{kLimeMagic, "LIME", parse_lime},
    KnownFormat{kMilcMagicBig, "MILC v5", parse_milc},
    KnownFormat{kMilcMagicLittle, "MILC v5", parse_milc},
};

/// The first bytes, as text where they are text.
std::string shown(std::string_view bytes) {
    std::string text, hex;
    bool printable = true;
    for (const unsigned char c : bytes) {
        printable = printable && c >= ' ' && c < 127;
        hex += fmt::format("{}{:02x}", hex.empty() ? "" : " ", c);
    }
    return printable ? fmt::format("'{}'", bytes) : "bytes " + hex;
}

const KnownFormat& format_of(const Source& source) {
    const std::string start = source.text(0, kNerscMagic.size());
    if (start.empty())
        throw InputError(source.name(), "not a gauge configuration", "",
                         "a file in NERSC, ILDG/SciDAC LIME or MILC v5 format",
                         "an empty file");
    for (const KnownFormat& format : kFormats)
        if (start.starts_with(format.magic)) return format;
    for (const KnownFormat& format : kFormats)
        if (start.size() < format.magic.size() &&
            format.magic.starts_with(start))
            throw InputError(source.name(), "truncated",
                             fmt::format("byte {}", source.size()),
                             fmt::format("the start of a {} file", format.name),
                             shown(start));
    throw InputError(source.name(),
                     "not a gauge configuration in a known format (NERSC, "
                     "ILDG/SciDAC LIME, MILC v5)",
                     "byte 0",
                     "BEGIN_HEADER, 45 67 89 ab, 87 4e 00 00 or 00 00 4e 87",
                     shown(start));
}

void check_options(const WriteOptions& options) {
    const auto& encoding = options.encoding;
    if (encoding.precision_bits != 32 && encoding.precision_bits != 64)
        throw runtime::UsageError(
            fmt::format("precision: expected 32 or 64 bits, found {}",
                        encoding.precision_bits));
    if (encoding.rows != 2 && encoding.rows != 3)
        throw runtime::UsageError(
            fmt::format("rows: expected 2 or 3, found {}", encoding.rows));
    if (options.format != Format::ildg) return;
    if (encoding.rows != 3)
        throw runtime::UsageError(
            "ILDG files have three rows: expected rows 3, found 2");
    if (encoding.order != ByteOrder::big)
        throw runtime::UsageError(
            "ILDG files are big-endian: expected byte order big, found little");
}

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

/// What is odd about a file is odd on all ranks.
class FirstRankSpeaks {
  public:
    explicit FirstRankSpeaks(const Share& share) {
        if (!share.is_first() && level_ < spdlog::level::err)
            spdlog::set_level(spdlog::level::err);
    }
    ~FirstRankSpeaks() { spdlog::set_level(level_); }
    FirstRankSpeaks(const FirstRankSpeaks&) = delete;
    FirstRankSpeaks& operator=(const FirstRankSpeaks&) = delete;

  private:
    spdlog::level::level_enum level_ = spdlog::get_level();
};

}  // namespace

GaugeFile read_gauge(const Source& source, const Share& share) {
    const KnownFormat& format = format_of(source);
    spdlog::debug("{}: {} format, {} bytes", source.name(), format.name,
                  source.size());
    return validated(source, format.parse(source, share), share);
}

GaugeFile read_gauge(const std::string& path) {
    return read_gauge(path, Share{});
}

GaugeFile read_gauge(const std::string& path, const Share& share) {
    const FirstRankSpeaks quiet{share};
    auto file = read_gauge(*open_shared(path, share), share);
    if (!file.checksum_ok)
        spdlog::warn(
            "{}: the file states no checksum: the links are unitary, "
            "but a change of the data may go unnoticed",
            path);
    return file;
}

std::vector<NamedChecksum> write_gauge(const std::string& path,
                                       const lattice::GaugeField& field,
                                       const WriteOptions& options) {
    check_options(options);
    check_field(path, field);
    AtomicFile file{path};
    auto sums = options.format == Format::nersc
                    ? write_nersc(file, field, options)
                    : write_ildg(file, field, options);
    file.commit();
    return sums;
}

}  // namespace tasuki::io
