#include "io/gauge/gauge_file.hpp"

#include <fmt/format.h>

#include <array>

#include "io/gauge/ildg.hpp"
#include "io/gauge/milc.hpp"
#include "io/gauge/nersc.hpp"
#include "io/gauge/openqcd.hpp"
#include "io/gauge/validate.hpp"
#include "io/input_error.hpp"
#include "io/same_file.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::io {

namespace {

using namespace std::string_view_literals;

struct KnownFormat {
    std::string_view magic;
    std::string_view name;
    Parsed (*parse)(const Source&, const Share&);
};

constexpr std::array kFormats{
    KnownFormat{kNerscMagic, "NERSC", parse_nersc},
    KnownFormat{"begin_header", "NERSC", parse_nersc},
    KnownFormat{kLimeMagic, "LIME", parse_lime},
    KnownFormat{kMilcMagicBig, "MILC v5", parse_milc},
    KnownFormat{kMilcMagicLittle, "MILC v5", parse_milc},
};
constexpr KnownFormat kOpenQcd{"", "openQCD", parse_openqcd};

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
        throw InputError(
            source.name(), "not a gauge configuration", "",
            "a file in NERSC, ILDG/SciDAC LIME, MILC v5 or openQCD "
            "format",
            "an empty file");
    for (const KnownFormat& format : kFormats)
        if (start.starts_with(format.magic)) return format;
    if (looks_like_openqcd(source)) return kOpenQcd;
    for (const KnownFormat& format : kFormats)
        if (start.size() < format.magic.size() &&
            format.magic.starts_with(start))
            throw InputError(source.name(), "truncated",
                             fmt::format("byte {}", source.size()),
                             fmt::format("the start of a {} file", format.name),
                             shown(start));
    throw InputError(source.name(),
                     "not a gauge configuration in a known format (NERSC, "
                     "ILDG/SciDAC LIME, MILC v5, openQCD)",
                     "byte 0",
                     "BEGIN_HEADER, 45 67 89 ab, 87 4e 00 00, 00 00 4e 87, or "
                     "the extents and plaquette of openQCD",
                     shown(start));
}

}  // namespace

GaugeFile read_gauge(const Source& source, const Share& share) {
    const KnownFormat& format = format_of(source);
    runtime::logger().debug("{}: {} format, {} bytes", source.name(),
                            format.name, source.size());
    return validated(source, format.parse(source, share), share);
}

GaugeFile read_gauge(const std::string& path, OddForm odd, const Share& share) {
    auto file = read_gauge(*open_shared(path, share), share);
    for (const auto& oddity : file.oddities) {
        if (odd == OddForm::refuse) throw oddity;
        // What is odd about a file is odd on all ranks.
        if (share.is_first()) runtime::logger().warn("{}", oddity.what());
    }
    for (const auto& note : file.notes)
        if (share.is_first()) runtime::logger().warn("{}: {}", path, note);
    return file;
}

lattice::Extents read_extents(const std::string& path,
                              const runtime::Ranks& ranks) {
    // A reader asks for the part of its rank when it has read and checked the
    // header, and before it allocates: there it is left.
    struct Found {
        lattice::Extents extents;
    };
    const Share ask{[](const lattice::Extents& extents) -> lattice::Region {
                        throw Found{extents};
                    },
                    ranks};
    const auto source = open_shared(path, ask);
    try {
        return read_gauge(*source, ask).field.extents();
    } catch (const Found& found) {
        return found.extents;
    }
}

}  // namespace tasuki::io
