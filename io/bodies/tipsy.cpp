#include "io/bodies/tipsy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "io/byte_order.hpp"
#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

constexpr std::size_t kDimensionsAt = 12;
constexpr std::size_t kBareHeader = 28, kPaddedHeader = 32;

/// One kind of record, in the order of the file.
struct Kind {
    const char* name;
    std::size_t count_at;  ///< in the header
    std::size_t bytes;     ///< of a record in single precision
};
constexpr std::array kKinds{Kind{"gas", 16, 48}, Kind{"dark", 20, 36},
                            Kind{"star", 24, 44}};

constexpr std::array kFields{"mass", "x", "y", "z", "vx", "vy", "vz"};

/// Bytes of a position and of a velocity in a record, of three numbers each.
struct Precision {
    std::size_t position, velocity;

    std::size_t more_bytes() const { return position + velocity - 24; }
};
constexpr Precision kPrecisions[] = {{12, 12}, {24, 12}, {24, 24}};

struct Header {
    ByteOrder order;
    double time = 0;
    std::array<std::uint64_t, kKinds.size()> counts{};

    std::uint64_t bodies() const { return counts[0] + counts[1] + counts[2]; }
};

std::optional<ByteOrder> order_of(const Source& source) {
    std::array<std::byte, 4> word;
    if (source.size() < kDimensionsAt + word.size()) return std::nullopt;
    source.read(kDimensionsAt, word);
    for (const auto order : {ByteOrder::little, ByteOrder::big})
        if (load_u32(word.data(), order) == 3) return order;
    return std::nullopt;
}

std::uint64_t count_of(const Source& source, const std::byte* header,
                       std::size_t at, ByteOrder order) {
    const auto count = static_cast<std::int32_t>(load_u32(header + at, order));
    if (count < 0)
        throw InputError(source.name(), "bad count in the TIPSY header",
                         fmt::format("byte {}", at), "a number from 0 on",
                         fmt::format("{}", count));
    return static_cast<std::uint64_t>(count);
}

Header read_header(const Source& source) {
    Header header{.order = *order_of(source)};
    std::array<std::byte, kBareHeader> bytes;
    if (source.size() < bytes.size())
        throw InputError(source.name(), "truncated TIPSY header",
                         fmt::format("byte {}", source.size()),
                         fmt::format("{} bytes", bytes.size()),
                         fmt::format("{}", source.size()));
    source.read(0, bytes);
    header.time = std::bit_cast<double>(load_u64(bytes.data(), header.order));
    if (!std::isfinite(header.time))
        throw InputError(source.name(), "bad time in the TIPSY header",
                         "byte 0", "a finite number",
                         fmt::format("{}", header.time));
    for (std::size_t k = 0; k < kKinds.size(); ++k)
        header.counts[k] =
            count_of(source, bytes.data(), kKinds[k].count_at, header.order);
    const auto stated = count_of(source, bytes.data(), 8, header.order);
    if (stated != header.bodies())
        throw InputError(source.name(),
                         "the counts of the TIPSY header disagree", "byte 8",
                         fmt::format("{} bodies ({} gas + {} dark + {} star)",
                                     header.bodies(), header.counts[0],
                                     header.counts[1], header.counts[2]),
                         fmt::format("{}", stated));
    if (stated == 0)
        throw InputError(source.name(), "no bodies", "byte 8", "one at least",
                         "0");
    return header;
}

/// How the records lie in the file.
struct Layout {
    std::uint64_t header_bytes;
    Precision precision;
};

/// With or without padding, in single or double precision: only the length
/// tells.
Layout layout_of(const Source& source, const Header& header) {
    std::uint64_t single = 0;
    for (std::size_t k = 0; k < kKinds.size(); ++k)
        single += header.counts[k] * kKinds[k].bytes;
    for (const Precision& precision : kPrecisions)
        for (const auto bytes : {kBareHeader, kPaddedHeader})
            if (source.size() ==
                bytes + single + precision.more_bytes() * header.bodies())
                return {bytes, precision};
    const bool too_long = source.size() > kPaddedHeader + single;
    throw InputError(
        source.name(),
        fmt::format("{} for {} bodies", too_long ? "too long" : "truncated",
                    header.bodies()),
        fmt::format("byte {}",
                    too_long ? kPaddedHeader + single : source.size()),
        fmt::format("a file of {} bytes, or {} without padding of the header, "
                    "or {} more with positions in double, or {} more with "
                    "velocities too",
                    kPaddedHeader + single, kBareHeader + single,
                    kPrecisions[1].more_bytes() * header.bodies(),
                    kPrecisions[2].more_bytes() * header.bodies()),
        fmt::format("{} bytes", source.size()));
}

class Reader {
  public:
    Reader(const Source& source, ByteOrder order, const Layout& layout,
           nbody::Bodies& bodies)
        : source_{source},
          order_{order},
          precision_{layout.precision},
          offset_{layout.header_bytes},
          bodies_{bodies} {}

    /// The records of one kind, which follow those that were read.
    void read(const Kind& kind, std::uint64_t count) {
        constexpr std::uint64_t kPiece = 1 << 14;  // records
        const auto each = kind.bytes + precision_.more_bytes();
        std::vector<std::byte> bytes;
        for (std::uint64_t done = 0; done < count;) {
            const auto now = std::min(kPiece, count - done);
            bytes.resize(now * each);
            source_.read(offset_, bytes);
            for (std::uint64_t k = 0; k < now; ++k, ++done, offset_ += each)
                put(kind, done, bytes.data() + k * each);
        }
    }

  private:
    void put(const Kind& kind, std::uint64_t number, const std::byte* record) {
        std::array<double, kFields.size()> values;
        std::size_t at = 0;  // in the record
        for (std::size_t f = 0; f < values.size(); ++f) {
            const auto each = f == 0  ? sizeof(float)
                              : f < 4 ? precision_.position / 3
                                      : precision_.velocity / 3;
            values[f] =
                each == sizeof(float)
                    ? std::bit_cast<float>(load_u32(record + at, order_))
                    : std::bit_cast<double>(load_u64(record + at, order_));
            if (!std::isfinite(values[f]) || (f == 0 && values[f] < 0))
                throw InputError(
                    source_.name(),
                    fmt::format("bad {} of {} body {}", kFields[f], kind.name,
                                number),
                    fmt::format("byte {}", offset_ + at),
                    f == 0 ? "a finite number from 0 on" : "a finite number",
                    fmt::format("{}", values[f]));
            at += each;
        }
        bodies_.mass[at_] = values[0];
        bodies_.position[at_] = {values[1], values[2], values[3]};
        bodies_.velocity[at_] = {values[4], values[5], values[6]};
        ++at_;
    }

    const Source& source_;
    ByteOrder order_;
    Precision precision_;
    std::uint64_t offset_;  ///< of the next record [byte]
    nbody::Bodies& bodies_;
    std::size_t at_ = 0;
};

}  // namespace

bool looks_like_tipsy(const Source& source) {
    return order_of(source).has_value();
}

BodyFile parse_tipsy(const Source& source) {
    const auto header = read_header(source);
    const auto layout = layout_of(source, header);
    BodyFile file{.bodies = {}, .time = header.time, .format = "TIPSY"};
    file.bodies.resize(header.bodies());
    Reader reader{source, header.order, layout, file.bodies};
    for (std::size_t k = 0; k < kKinds.size(); ++k)
        reader.read(kKinds[k], header.counts[k]);
    return file;
}

}  // namespace tasuki::io
