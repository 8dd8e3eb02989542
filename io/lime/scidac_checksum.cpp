#include "io/lime/scidac_checksum.hpp"

#include <bit>

#include "io/crc32.hpp"

namespace tasuki::io {

void ScidacChecksum::add(std::span<const std::byte> bytes,
                         std::size_t first_site) {
    for (std::size_t site = first_site; bytes.size() >= site_bytes_; ++site) {
        const auto crc = crc32(bytes.first(site_bytes_));
        sum29_ ^= std::rotl(crc, static_cast<int>(site % 29));
        sum31_ ^= std::rotl(crc, static_cast<int>(site % 31));
        bytes = bytes.subspan(site_bytes_);
    }
}

}  // namespace tasuki::io
