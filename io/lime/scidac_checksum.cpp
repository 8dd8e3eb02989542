#include "io/lime/scidac_checksum.hpp"

#include <zlib.h>

#include <bit>

namespace tasuki::io {

void ScidacChecksum::add(std::span<const std::byte> bytes,
                         std::size_t first_site) {
    for (std::size_t site = first_site; bytes.size() >= site_bytes_; ++site) {
        const auto crc = static_cast<std::uint32_t>(
            ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()),
                    static_cast<uInt>(site_bytes_)));
        sum29_ ^= std::rotl(crc, static_cast<int>(site % 29));
        sum31_ ^= std::rotl(crc, static_cast<int>(site % 31));
        bytes = bytes.subspan(site_bytes_);
    }
}

}  // namespace tasuki::io
