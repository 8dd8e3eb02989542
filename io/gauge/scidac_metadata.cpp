#include "io/gauge/scidac_metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "io/gauge/info_text.hpp"
#include "io/input_error.hpp"
#include "io/number.hpp"
#include "io/words.hpp"
#include "io/xml.hpp"

namespace tasuki::io {

std::string ScidacFile::text(const LimeRecord& record) const {
    constexpr std::uint64_t kLongest = 1 << 20;  // real ones: a few kB
    auto xml = source_.text(record.offset, std::min(record.bytes, kLongest));
    return xml.substr(0, xml.find('\0'));  // QIO writes C strings
}

std::string ScidacFile::require_text(const LimeRecord& record,
                                     std::string_view element) const {
    const auto value = xml_text(text(record), element);
    if (!value)
        throw InputError(
            source_.name(),
            fmt::format("LIME record '{}' without <{}>", record.type, element),
            fmt::format("byte {}", record.offset),
            fmt::format("<{0}>...</{0}>", element), "no such element");
    return *value;
}

void ScidacFile::refuse(const LimeRecord& record, std::string_view element,
                        std::string_view expected,
                        const std::string& found) const {
    throw InputError(source_.name(), "bad value",
                     fmt::format("record '{}' (byte {}), element <{}>",
                                 record.type, record.offset, element),
                     expected, quoted_word(found));
}

int ScidacFile::number(const LimeRecord& record,
                       std::string_view element) const {
    const auto value_text = require_text(record, element);
    const auto value = parse_number<int>(value_text);
    if (!value) refuse(record, element, "a number", value_text);
    return *value;
}

std::uint32_t ScidacFile::checksum(std::string_view element) const {
    const auto value_text = require_text(*checksum_, element);
    const auto value = parse_hexadecimal(value_text);
    if (!value)
        refuse(*checksum_, element, "up to 8 hexadecimal digits", value_text);
    return *value;
}

lattice::Extents ScidacFile::extents() const {
    if (!is_ildg()) return scidac_extents(require(file_xml_, kFileXml));
    const auto& record = require(format_, kFormat);
    const auto field = require_text(record, "field");
    if (field != "su3gauge") refuse(record, "field", "su3gauge", field);
    lattice::Extents extents;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        const auto element = fmt::format("l{}", "xyzt"[mu]);
        extents.n[mu] = number(record, element);
        if (extents[mu] < 1)
            refuse(record, element, "a number of sites from 1 on",
                   std::to_string(extents[mu]));
    }
    check_against_scidac(extents);
    return extents;
}

void ScidacFile::check_against_scidac(const lattice::Extents& extents) const {
    if (!file_xml_) return;
    const auto scidac = scidac_extents(*file_xml_);
    if (scidac != extents)
        throw InputError(source_.name(), "two sizes of the lattice",
                         fmt::format("byte {}", file_xml_->offset),
                         to_string(extents) + " as in 'ildg-format'",
                         to_string(scidac) + " in '" + file_xml_->type + "'");
}

lattice::Extents ScidacFile::scidac_extents(const LimeRecord& record) const {
    // Parts of a field in several files cannot be put together here.
    const auto volume_format = xml_text(text(record), "volfmt");
    if (volume_format && *volume_format != "0")
        refuse(record, "volfmt", "0 (the whole field in one file)",
               *volume_format);
    const auto dims = require_text(record, "dims");
    constexpr std::string_view kBlank = " \t\r\n";
    std::string_view rest = dims;
    lattice::Extents extents;
    for (int& sites : extents.n) {
        rest.remove_prefix(
            std::min(rest.find_first_not_of(kBlank), rest.size()));
        const auto word = rest.substr(0, rest.find_first_of(kBlank));
        sites = parse_number<int>(word).value_or(0);
        if (sites < 1)
            refuse(record, "dims", "four numbers of sites from 1 on", dims);
        rest.remove_prefix(word.size());
    }
    if (rest.find_first_not_of(kBlank) != std::string_view::npos)
        refuse(record, "dims", "four numbers of sites from 1 on", dims);
    return extents;
}

int ScidacFile::precision_bits() const {
    if (is_ildg()) {
        const auto& record = require(format_, kFormat);
        const int bits = number(record, "precision");
        if (bits != 32 && bits != 64)
            refuse(record, "precision", "32 or 64", std::to_string(bits));
        return bits;
    }
    const auto& record = require(before(data_, kRecordXml), kRecordXml);
    const auto letter = require_text(record, "precision");
    if (letter != "F" && letter != "D")
        refuse(record, "precision", "F or D", letter);
    return letter == "F" ? 32 : 64;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> ScidacFile::checksums()
    const {
    if (!checksum_) return std::nullopt;
    return std::pair{checksum("suma"), checksum("sumb")};
}

std::vector<Claim> ScidacFile::claims() const {
    std::vector<Claim> claims;
    const auto add_info = [&](std::string_view text,
                              std::span<const InfoKey> keys,
                              const LimeRecord& record) {
        std::ranges::copy(info_claims(parse_info(text), keys,
                                      fmt::format("record '{}'", record.type)),
                          std::back_inserter(claims));
    };
    if (const auto* record = before(data_, "scidac-record-xml")) {
        const auto xml = text(*record);
        const auto usqcd = xml_text(xml, "usqcdInfo").value_or("");
        for (const auto& [quantity, element] :
             {std::pair{Quantity::plaquette, "plaq"},
              {Quantity::link_trace, "linktr"}})
            if (const auto value = xml_text(usqcd, element).value_or("");
                !value.empty())
                claims.push_back({quantity,
                                  fmt::format("record '{}', element <{}>",
                                              record->type, element),
                                  value, 1});
        add_info(xml_text(xml, "info").value_or(""), kMilcKeys, *record);
    }
    if (const auto* record = either_side("xlf-info"))
        add_info(text(*record), kXlfKeys, *record);
    return claims;
}

std::string ScidacFile::lfn() const {
    const auto* record = either_side("ildg-data-lfn");
    return record ? text(*record) : "";
}

}  // namespace tasuki::io
