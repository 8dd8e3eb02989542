// SU(3) links as bytes: what NERSC, ILDG/SciDAC and MILC files have in common.
//
// All of them store, for x fastest and t slowest, the four links X, Y, Z, T of
// a site; a link is its rows, a row three complex numbers (re, im).  They
// differ in precision, byte order, two or three rows, and checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "io/atomic_file.hpp"
#include "io/byte_order.hpp"
#include "io/share.hpp"
#include "io/slices.hpp"
#include "io/source.hpp"

namespace tasuki::io {

/// How one link is written.
struct LinkEncoding {
    int precision_bits = 64;  ///< 32 or 64 (IEEE 754)
    ByteOrder order = ByteOrder::big;
    int rows = 3;  ///< 2 or 3; the third row of SU(3) follows from two

    std::size_t link_bytes() const { return rows * 6 * precision_bits / 8; }
    std::size_t site_bytes() const {
        return lattice::kDimensions * link_bytes();
    }
};

/// Bytes of all links, or nothing if that does not fit in 63 bits or an
/// extent is not positive: checked before anything is allocated.
std::optional<std::uint64_t> data_bytes(const lattice::Extents& extents,
                                        const LinkEncoding& encoding);

/// @throws InputError  the file does not end with the data from `offset` on
void check_data_size(const Source& source, std::uint64_t offset,
                     const lattice::Extents& extents,
                     const LinkEncoding& encoding);

/// Reads whole sites from `bytes` (sites * site_bytes()) into the field, from
/// its place `first_site` on; a missing third row is completed.
void decode_sites(std::span<const std::byte> bytes,
                  const LinkEncoding& encoding, std::size_t first_site,
                  lattice::GaugeField& field);

/// The inverse: fills `bytes` (sites * site_bytes()).
void encode_sites(const lattice::GaugeField& field,
                  const LinkEncoding& encoding, std::size_t first_site,
                  std::span<std::byte> bytes);

/// Sites that are read or written at a time: about 1 MiB.
inline std::size_t sites_per_piece(const LinkEncoding& encoding) {
    return std::max<std::size_t>(
        1, (std::size_t{1} << 20) / encoding.site_bytes());
}

/// Sites that follow one another in a file and in a field.
struct Segment {
    std::size_t in_file;   ///< number of the first one in the lattice
    std::size_t in_field;  ///< its place in the kept region
    std::size_t count;
    bool own;
};

/// Calls visit(Segment) for the rows [begin, end) of the kept region (its sites
/// along x), in order, with at most so many sites each.
template <class Visit>
void for_each_segment(const Part& part, std::size_t begin, std::size_t end,
                      std::size_t most, const Visit& visit) {
    const auto& whole = part.kept.whole();
    const auto length = static_cast<std::size_t>(part.kept.extents()[0]);
    Segment now{0, begin * length, 0, true};
    for (std::size_t row = begin; row < end; ++row) {
        auto site = part.kept.site(row * length);
        for (std::size_t x = 0; x < length; ++x) {
            const std::size_t n = whole.index(site);
            const bool own = part.own.contains(site);
            if (n != now.in_file + now.count || own != now.own ||
                now.count == most) {
                if (now.count > 0) visit(now);
                now = {n, row * length + x, 0, own};
            }
            ++now.count;
            if (++site[0] == whole[0]) site[0] = 0;
        }
    }
    if (now.count > 0) visit(now);
}

/// Reads what is kept from the data at `offset`, piece by piece on all cores;
/// shows each piece as take(bytes, segment, checksum), and gives the checksum
/// of all: Checksum::merge(other) must give the same for every way of cutting.
template <class Checksum, class Take>
Checksum read_segments(const Source& source, std::uint64_t offset,
                       const LinkEncoding& encoding, const Part& part,
                       const Checksum& initial, const Take& take) {
    const std::size_t piece = sites_per_piece(encoding);
    const std::size_t site_bytes = encoding.site_bytes();
    const auto length = static_cast<std::size_t>(part.kept.extents()[0]);
    const auto parts = map_slices(
        part.kept.volume() / length, std::max<std::size_t>(1, piece / length),
        [&](std::size_t begin, std::size_t end) {
            Checksum sum = initial;
            std::vector<std::byte> bytes;
            for_each_segment(part, begin, end, piece, [&](const Segment& s) {
                bytes.resize(s.count * site_bytes);
                source.read(offset + s.in_file * site_bytes, bytes);
                take(bytes, s, sum);
            });
            return sum;
        });
    Checksum sum = initial;
    for (const Checksum& slice : parts) sum.merge(slice);
    return sum;
}

/// Reads the kept links into the field, which is over their region, and gives
/// the checksum of those that are this rank's own:
/// Checksum::add(bytes, first_site).
template <class Checksum>
Checksum read_links(const Source& source, std::uint64_t offset,
                    const LinkEncoding& encoding, const Part& part,
                    lattice::GaugeField& field, const Checksum& initial) {
    return read_segments(
        source, offset, encoding, part, initial,
        [&](std::span<const std::byte> bytes, const Segment& s, Checksum& sum) {
            if (s.own) sum.add(bytes, s.in_file);
            decode_sites(bytes, encoding, s.in_field, field);
        });
}

/// The checksum of this rank's own links, which are not kept.
template <class Checksum>
Checksum sum_links(const Source& source, std::uint64_t offset,
                   const LinkEncoding& encoding, const Part& part,
                   const Checksum& initial) {
    return read_segments(source, offset, encoding, {part.own, part.own},
                         initial,
                         [](std::span<const std::byte> bytes, const Segment& s,
                            Checksum& sum) { sum.add(bytes, s.in_file); });
}

/// Encodes the field piece by piece, in order, and hands each piece to
/// visit(bytes, first_site).
template <class Visit>
void for_each_piece(const lattice::GaugeField& field,
                    const LinkEncoding& encoding, const Visit& visit) {
    const std::size_t piece = sites_per_piece(encoding);
    const std::size_t volume = field.extents().volume();
    std::vector<std::byte> bytes;
    for (std::size_t n = 0; n < volume; n += piece) {
        bytes.resize(std::min(piece, volume - n) * encoding.site_bytes());
        encode_sites(field, encoding, n, bytes);
        visit(std::span<const std::byte>{bytes}, n);
    }
}

/// Writes header(checksum) and the field.  The checksum stands before the data,
/// and a pipe has no way back: the field is encoded twice, instead of keeping a
/// second copy of it.
/// @return the checksum
template <class Checksum, class Header>
Checksum write_after_header(AtomicFile& file, const lattice::GaugeField& field,
                            const LinkEncoding& encoding, Checksum sum,
                            const Header& header) {
    for_each_piece(field, encoding, [&sum](auto bytes, std::size_t first) {
        sum.add(bytes, first);
    });
    file.write(header(sum));
    for_each_piece(field, encoding,
                   [&file](auto bytes, std::size_t) { file.write(bytes); });
    return sum;
}

}  // namespace tasuki::io
