// What the XML records of an ILDG or SciDAC file say about its links.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/gauge/lime.hpp"
#include "io/gauge/validate.hpp"

namespace tasuki::io {

/// The records of one file, with the data record that is the gauge field.
class ScidacFile {
  public:
    /// Finds the gauge field: the first ildg-binary-data, or else the first
    /// scidac-binary-data that is described as four colour matrices a site.
    /// @throws InputError when there is none
    explicit ScidacFile(const Source& source);

    const LimeRecord& data() const { return records_[data_]; }
    bool is_ildg() const { return data().type == "ildg-binary-data"; }

    /// @throws InputError naming the record and the element
    lattice::Extents extents() const;
    int precision_bits() const;

    /// suma and sumb of scidac-checksum.  @throws InputError
    std::optional<std::pair<std::uint32_t, std::uint32_t>> checksums() const;
    std::vector<Claim> claims() const;  ///< of usqcdInfo
    std::string lfn() const;            ///< "" without ildg-data-lfn

  private:
    void find_data();
    bool describes_links(std::size_t data) const;
    const LimeRecord* before(std::size_t data, std::string_view type) const;
    const LimeRecord* after(std::string_view type) const;
    const LimeRecord& require(std::string_view type) const;
    std::string text(const LimeRecord& record) const;
    std::string require_text(const LimeRecord& record,
                             std::string_view element) const;
    void check_against_scidac(const lattice::Extents& extents) const;
    lattice::Extents scidac_extents(const LimeRecord& record) const;
    template <class Number>
    Number number(const LimeRecord& record, std::string_view element,
                  int base = 10) const;
    [[noreturn]] void refuse(const LimeRecord& record, std::string_view element,
                             std::string_view expected,
                             const std::string& found) const;

    const Source& source_;
    std::vector<LimeRecord> records_;
    std::size_t data_ = 0;
};

}  // namespace tasuki::io
