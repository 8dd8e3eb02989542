#include "io/gauge/link_data.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <type_traits>

#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

template <class Real>
using WordOf =
    std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;

/// @param links  (count), the first `rows` rows are filled
template <class Real>
void decode(const std::byte* bytes, ByteOrder order, int rows,
            std::span<lattice::Matrix3> links) {
    for (lattice::Matrix3& link : links) {
        for (int k = 0; k < 3 * rows; ++k) {
            const auto real = load_word<WordOf<Real>>(bytes, order);
            const auto imag =
                load_word<WordOf<Real>>(bytes + sizeof(Real), order);
            link.e[k] = {std::bit_cast<Real>(real), std::bit_cast<Real>(imag)};
            bytes += 2 * sizeof(Real);
        }
        if (rows == 2) complete_third_row(link);
    }
}

template <class Real>
void encode(std::span<const lattice::Matrix3> links, ByteOrder order, int rows,
            std::byte* bytes) {
    for (const lattice::Matrix3& link : links)
        for (int k = 0; k < 3 * rows; ++k)
            for (const double part : {link.e[k].real(), link.e[k].imag()}) {
                store_word(bytes,
                           std::bit_cast<WordOf<Real>>(static_cast<Real>(part)),
                           order);
                bytes += sizeof(Real);
            }
}

}  // namespace

std::optional<std::uint64_t> data_bytes(const lattice::Extents& extents,
                                        const LinkEncoding& encoding) {
    std::int64_t bytes = static_cast<std::int64_t>(encoding.site_bytes());
    for (const int n : extents.n)
        if (n < 1 || __builtin_mul_overflow(bytes, n, &bytes))
            return std::nullopt;
    return bytes;
}

void check_data_size(const Source& source, std::uint64_t offset,
                     const lattice::Extents& extents,
                     const LinkEncoding& encoding) {
    const auto data = data_bytes(extents, encoding);
    const std::uint64_t found = source.size() - offset;
    if (data == found) return;
    const bool too_long = data && found > *data;
    throw InputError(
        source.name(),
        fmt::format("data too {} for {} sites of {}-row {}-bit links",
                    too_long ? "long" : "short", to_string(extents),
                    encoding.rows, encoding.precision_bits),
        fmt::format("byte {}", too_long ? offset + *data : source.size()),
        data ? fmt::format("a file of {} bytes", offset + *data)
             : "fewer sites",
        fmt::format("{} bytes", source.size()));
}

void decode_sites(std::span<const std::byte> bytes,
                  const LinkEncoding& encoding, std::size_t first_site,
                  lattice::GaugeField& field) {
    const auto links =
        std::span{field.links()}.subspan(first_site * lattice::kDimensions,
                                         bytes.size() / encoding.link_bytes());
    const auto convert =
        encoding.precision_bits == 32 ? decode<float> : decode<double>;
    convert(bytes.data(), encoding.order, encoding.rows, links);
}

void encode_sites(const lattice::GaugeField& field,
                  const LinkEncoding& encoding, std::size_t first_site,
                  std::span<std::byte> bytes) {
    const auto links =
        std::span{field.links()}.subspan(first_site * lattice::kDimensions,
                                         bytes.size() / encoding.link_bytes());
    const auto convert =
        encoding.precision_bits == 32 ? encode<float> : encode<double>;
    convert(links, encoding.order, encoding.rows, bytes.data());
}

}  // namespace tasuki::io
