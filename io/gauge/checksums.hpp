// The checksums of lattice file formats, over the bytes as they stand in the
// file.  Each can be gathered in any number of pieces and merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "io/gauge/link_data.hpp"
#include "io/lime/scidac_checksum.hpp"

namespace tasuki::io {

/// NERSC archive: the sum, modulo 2^32, of all 32-bit words; a 64-bit number
/// counts as two words, so their order within it does not matter.
class NerscChecksum {
  public:
    explicit NerscChecksum(ByteOrder order) : order_{order} {}
    void add(std::span<const std::byte> bytes, std::size_t) {
        for (std::size_t k = 0; k + 4 <= bytes.size(); k += 4)
            value_ += load_u32(bytes.data() + k, order_);
    }
    void merge(const NerscChecksum& other) { value_ += other.value_; }
    std::uint32_t value() const { return value_; }

  private:
    ByteOrder order_;
    std::uint32_t value_ = 0;
};

/// MILC v5: of all 32-bit words of the data.
class MilcChecksum : public RotatedSums {
  public:
    explicit MilcChecksum(ByteOrder order) : order_{order} {}
    void add(std::span<const std::byte> bytes, std::size_t first_site);

  private:
    ByteOrder order_;
};

}  // namespace tasuki::io
