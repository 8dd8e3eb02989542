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
#include "drivers/formats/slices.hpp"
#include "drivers/formats/source.hpp"

namespace tasuki::drivers {

enum class ByteOrder { big, little };

std::string to_string(ByteOrder order);  ///< "big" or "little"

std::uint32_t load_u32(const std::byte* bytes, ByteOrder order);
std::uint64_t load_u64(const std::byte* bytes, ByteOrder order);
void store_u32(std::byte* bytes, std::uint32_t value, ByteOrder order);
void store_u64(std::byte* bytes, std::uint64_t value, ByteOrder order);

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

/// Reads whole sites from `bytes` (sites * site_bytes()) into the field, from
/// `first_site` on; a missing third row is completed.
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

/// Reads the data at `offset` into the field, piece by piece on all cores, and
/// shows each piece to a checksum: Checksum::add(bytes, first_site) and
/// Checksum::merge(other) must give the same for every way of cutting.
template <class Checksum>
Checksum read_links(const Source& source, std::uint64_t offset,
                    const LinkEncoding& encoding, lattice::GaugeField& field,
                    const Checksum& initial) {
    const std::size_t piece = sites_per_piece(encoding);
    const std::size_t site_bytes = encoding.site_bytes();
    const auto parts =
        map_slices(field.extents().volume(), piece,
                   [&](std::size_t first, std::size_t last) {
                       Checksum sum = initial;
                       std::vector<std::byte> bytes;
                       for (std::size_t n = first; n < last; n += piece) {
                           bytes.resize(std::min(piece, last - n) * site_bytes);
                           source.read(offset + n * site_bytes, bytes);
                           sum.add(bytes, n);
                           decode_sites(bytes, encoding, n, field);
                       }
                       return sum;
                   });
    Checksum sum = initial;
    for (const Checksum& part : parts) sum.merge(part);
    return sum;
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

}  // namespace tasuki::drivers
