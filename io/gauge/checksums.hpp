// The checksums of lattice file formats, over the bytes as they stand in the
// file.  Each can be gathered in any number of pieces and merged.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "io/gauge/link_data.hpp"

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

/// Two exclusive ors of numbers that are rotated left: number n by n mod 29 in
/// one and by n mod 31 in the other.
class RotatedSums {
  public:
    void merge(const RotatedSums& other) {
        sum29_ ^= other.sum29_;
        sum31_ ^= other.sum31_;
    }
    std::uint32_t sum29() const { return sum29_; }
    std::uint32_t sum31() const { return sum31_; }

  protected:
    std::uint32_t sum29_ = 0, sum31_ = 0;
};

/// MILC v5: of all 32-bit words of the data.
class MilcChecksum : public RotatedSums {
  public:
    explicit MilcChecksum(ByteOrder order) : order_{order} {}
    void add(std::span<const std::byte> bytes, std::size_t first_site);

  private:
    ByteOrder order_;
};

/// SciDAC: of the CRC-32 of each site's bytes; suma is sum29(), sumb sum31().
/// Source: QIO, "SciDAC Data Parallel QIO" document, section on checksums.
class ScidacChecksum : public RotatedSums {
  public:
    explicit ScidacChecksum(std::size_t site_bytes) : site_bytes_{site_bytes} {}
    void add(std::span<const std::byte> bytes, std::size_t first_site);

  private:
    std::size_t site_bytes_;
};

}  // namespace tasuki::io
