#include "io/gauge/scidac_metadata.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <charconv>

#include "io/xml.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

constexpr std::string_view kIldgData = "ildg-binary-data";
constexpr std::string_view kScidacData = "scidac-binary-data";

bool is_data(const LimeRecord& record) {
    return record.type == kIldgData || record.type == kScidacData;
}

template <class Number>
std::optional<Number> parse(std::string_view text, int base) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value, base);
    if (error != std::errc{} || at != end) return std::nullopt;
    return value;
}

}  // namespace

ScidacFile::ScidacFile(const Source& source)
    : source_{source}, records_{scan_lime(source)} {
    find_data();
}

void ScidacFile::find_data() {
    std::vector<std::size_t> ildg, scidac;
    for (std::size_t k = 0; k < records_.size(); ++k) {
        if (records_[k].type == kIldgData) ildg.push_back(k);
        if (records_[k].type == kScidacData && describes_links(k))
            scidac.push_back(k);
    }
    const auto& fields = ildg.empty() ? scidac : ildg;
    if (fields.empty())
        throw InputError(
            source_.name(), "LIME file without a gauge field",
            fmt::format("byte {} (its end)", source_.size()),
            "a record ildg-binary-data, or scidac-binary-data of 4 colour "
            "matrices a site",
            fmt::format("{} other records", records_.size()));
    data_ = fields.front();
    if (fields.size() > 1)
        spdlog::warn("{}: holds {} gauge fields: the first one is read",
                     source_.name(), fields.size());
}

bool ScidacFile::describes_links(std::size_t data) const {
    const auto* record = before(data, "scidac-private-record-xml");
    if (!record) return false;
    const auto xml = text(*record);
    const auto value = [&xml](std::string_view name) {
        return parse<int>(xml_text(xml, name).value_or(""), 10).value_or(0);
    };
    // 0 is a field; 1.0 files call it globaldata, later ones recordtype.
    return value("colors") == 3 && value("datacount") == 4 &&
           (value("typesize") == 72 || value("typesize") == 144) &&
           value("recordtype") == 0 && value("globaldata") == 0;
}

const LimeRecord* ScidacFile::before(std::size_t data,
                                     std::string_view type) const {
    for (std::size_t k = data; k-- > 0;)
        if (records_[k].type == type) return &records_[k];
    return nullptr;
}

const LimeRecord* ScidacFile::after(std::string_view type) const {
    for (std::size_t k = data_ + 1; k < records_.size(); ++k) {
        if (records_[k].type == type) return &records_[k];
        if (is_data(records_[k])) break;  // belongs to another field
    }
    return nullptr;
}

const LimeRecord& ScidacFile::require(std::string_view type) const {
    const auto* record = before(data_, type);
    if (!record)
        throw InputError(source_.name(), "missing LIME record",
                         fmt::format("byte {}", data().offset),
                         fmt::format("'{}' before '{}'", type, data().type),
                         "no such record");
    return *record;
}

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
                     expected, fmt::format("'{}'", found.substr(0, 40)));
}

template <class Number>
Number ScidacFile::number(const LimeRecord& record, std::string_view element,
                          int base) const {
    const auto value_text = require_text(record, element);
    const auto value = parse<Number>(value_text, base);
    if (!value) refuse(record, element, "a number", value_text);
    return *value;
}

lattice::Extents ScidacFile::extents() const {
    if (!is_ildg()) return scidac_extents(require("scidac-private-file-xml"));
    const auto& record = require("ildg-format");
    const auto field = require_text(record, "field");
    if (field != "su3gauge") refuse(record, "field", "su3gauge", field);
    lattice::Extents extents;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        const auto element = fmt::format("l{}", "xyzt"[mu]);
        extents.n[mu] = number<int>(record, element);
        if (extents[mu] < 1)
            refuse(record, element, "a number of sites from 1 on",
                   std::to_string(extents[mu]));
    }
    check_against_scidac(extents);
    return extents;
}

void ScidacFile::check_against_scidac(const lattice::Extents& extents) const {
    const auto* record = before(data_, "scidac-private-file-xml");
    if (!record) return;
    const auto scidac = scidac_extents(*record);
    if (scidac != extents)
        throw InputError(source_.name(), "two sizes of the lattice",
                         fmt::format("byte {}", record->offset),
                         to_string(extents) + " as in 'ildg-format'",
                         to_string(scidac) + " in '" + record->type + "'");
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
        sites = parse<int>(word, 10).value_or(0);
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
        const auto& record = require("ildg-format");
        const int bits = number<int>(record, "precision");
        if (bits != 32 && bits != 64)
            refuse(record, "precision", "32 or 64", std::to_string(bits));
        return bits;
    }
    const auto& record = require("scidac-private-record-xml");
    const auto letter = require_text(record, "precision");
    if (letter != "F" && letter != "D")
        refuse(record, "precision", "F or D", letter);
    return letter == "F" ? 32 : 64;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> ScidacFile::checksums()
    const {
    const auto* record = after("scidac-checksum");
    if (!record) return std::nullopt;
    return std::pair{number<std::uint32_t>(*record, "suma", 16),
                     number<std::uint32_t>(*record, "sumb", 16)};
}

std::vector<Claim> ScidacFile::claims() const {
    const auto* record = before(data_, "scidac-record-xml");
    if (!record) return {};
    const auto info = xml_text(text(*record), "usqcdInfo");
    if (!info) return {};
    std::vector<Claim> claims;
    const auto add = [&](Quantity quantity, std::string_view element) {
        const auto value = xml_text(*info, element);
        if (value && !value->empty())
            claims.push_back({quantity,
                              fmt::format("record '{}', element <{}>",
                                          record->type, element),
                              *value, 1});
    };
    add(Quantity::plaquette, "plaq");
    add(Quantity::link_trace, "linktr");
    return claims;
}

std::string ScidacFile::lfn() const {
    const auto* record = before(data_, "ildg-data-lfn");
    if (!record) record = after("ildg-data-lfn");
    return record ? text(*record) : "";
}

}  // namespace tasuki::io
