// The header of a NERSC archive file.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "io/gauge/link_data.hpp"

namespace tasuki::io {

class NerscHeader {
  public:
    /// @throws InputError when it does not end, or a line is no "KEY = value"
    explicit NerscHeader(const Source& source);

    /// Where the links start [byte].
    std::uint64_t data_offset() const { return data_offset_; }

    std::optional<std::string> find(const std::string& key) const;
    std::string find_or(const std::string& key, std::string missing) const;
    /// @throws InputError naming the key, when it is missing
    std::string require(const std::string& key,
                        std::string_view expected) const;

    lattice::Extents extents() const;  ///< @throws InputError
    int rows() const;                  ///< @throws InputError
    int precision_bits() const;        ///< @throws InputError
    /// Nothing for IEEE32 and IEEE64, which do not tell.
    std::optional<ByteOrder> byte_order() const;    ///< @throws InputError
    std::optional<std::uint32_t> checksum() const;  ///< @throws InputError

  private:
    [[noreturn]] void refuse(const std::string& key, std::string_view expected,
                             const std::string& found) const;
    std::string floating_point() const;

    std::string name_;
    std::map<std::string, std::string> values_;
    std::uint64_t data_offset_ = 0;
};

}  // namespace tasuki::io
