// What the XML records of an ILDG or SciDAC file say about its links.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/gauge/validate.hpp"
#include "io/lime/lime.hpp"

namespace tasuki::io {

/// The records of one file, with the data record that is the gauge field.
class ScidacFile {
  public:
    /// Finds the gauge field: the first ildg-binary-data, or else the first
    /// scidac-binary-data that is described as four colour matrices a site.
    /// @throws InputError when there is none
    explicit ScidacFile(const Source& source);
    ScidacFile(const ScidacFile&) = delete;
    ScidacFile& operator=(const ScidacFile&) = delete;

    const LimeRecord& data() const { return lime_.records[data_]; }
    bool is_ildg() const { return data().type == "ildg-binary-data"; }

    /// @throws InputError naming the record and the element
    lattice::Extents extents() const;
    int precision_bits() const;

    /// suma and sumb of scidac-checksum.  @throws InputError
    std::optional<std::pair<std::uint32_t, std::uint32_t>> checksums() const;
    std::vector<Claim> claims() const;  ///< of usqcdInfo, info and xlf-info
    std::string lfn() const;            ///< "" without ildg-data-lfn
    const Oddities& oddities() const { return lime_.oddities; }

  private:
    static constexpr std::string_view kFormat = "ildg-format";
    static constexpr std::string_view kFileXml = "scidac-private-file-xml";
    static constexpr std::string_view kRecordXml = "scidac-private-record-xml";
    static constexpr std::string_view kChecksum = "scidac-checksum";

    void find_data();
    void check_end();
    bool describes_links(std::size_t data) const;
    /// The nearest one on that side of a data record.
    const LimeRecord* before(std::size_t data, std::string_view type) const;
    const LimeRecord* after(std::string_view type) const;
    const LimeRecord* either_side(std::string_view type) const;
    /// `usual` if there is one; else, in a file with one field, that on the
    /// other side of the data.  Others of its type must have the same text.
    const LimeRecord* belonging(const LimeRecord* usual, std::string_view type);
    const LimeRecord& require(const LimeRecord* record,
                              std::string_view type) const;
    std::string text(const LimeRecord& record) const;
    std::string require_text(const LimeRecord& record,
                             std::string_view element) const;
    void check_against_scidac(const lattice::Extents& extents) const;
    lattice::Extents scidac_extents(const LimeRecord& record) const;
    int number(const LimeRecord& record, std::string_view element) const;
    std::uint32_t checksum(std::string_view element) const;
    [[noreturn]] void refuse(const LimeRecord& record, std::string_view element,
                             std::string_view expected,
                             const std::string& found) const;

    const Source& source_;
    LimeFile lime_;
    std::size_t data_ = 0;
    /// Of the gauge field; null where there is none.
    const LimeRecord* format_ = nullptr;
    const LimeRecord* file_xml_ = nullptr;
    const LimeRecord* checksum_ = nullptr;
};

}  // namespace tasuki::io
