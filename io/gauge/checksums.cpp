#include "io/gauge/checksums.hpp"

#include <bit>

namespace tasuki::io {

void MilcChecksum::add(std::span<const std::byte> bytes,
                       std::size_t first_site) {
    // Single precision, three rows: 72 words a site.
    const std::size_t first_word = 72 * first_site;
    int rank29 = static_cast<int>(first_word % 29);
    int rank31 = static_cast<int>(first_word % 31);
    for (std::size_t k = 0; k + 4 <= bytes.size(); k += 4) {
        const std::uint32_t word = load_u32(bytes.data() + k, order_);
        sum29_ ^= std::rotl(word, rank29);
        sum31_ ^= std::rotl(word, rank31);
        if (++rank29 == 29) rank29 = 0;
        if (++rank31 == 31) rank31 = 0;
    }
}

}  // namespace tasuki::io
