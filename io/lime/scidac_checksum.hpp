// The checksum of SciDAC files, over the bytes as they stand in the file.  It
// can be gathered in any number of pieces and merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tasuki::io {

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
