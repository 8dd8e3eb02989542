// The header of a NERSC archive file.
//
// Order and spacing are free, and unknown keys are ignored.  Lower case, CR LF,
// lines without "=" and repeated keys are oddities.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "io/gauge/link_data.hpp"
#include "io/oddities.hpp"

namespace tasuki::io {

class NerscHeader {
  public:
    /// @throws InputError when it does not end, or a key has two values
    explicit NerscHeader(const Source& source);

    /// Where the links start [byte].
    std::uint64_t data_offset() const { return data_offset_; }

    const Oddities& oddities() const { return oddities_; }

    /// Keys are in capitals.
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
    /// "BOUNDARY_4 = 'ANTIPERIODIC'": those that are not PERIODIC.
    std::string other_boundaries() const;

  private:
    void add(std::string_view line, std::size_t at);
    void check_capitals(const std::string& key, std::size_t at);
    void note(std::string_view what, std::size_t at, std::string_view expected,
              std::string_view found);
    [[noreturn]] void refuse(const std::string& key, std::string_view expected,
                             const std::string& found) const;
    std::string floating_point() const;

    std::string name_;
    std::map<std::string, std::string> values_;
    std::uint64_t data_offset_ = 0;
    Oddities oddities_;
    std::set<std::string> noted_;
};

}  // namespace tasuki::io
