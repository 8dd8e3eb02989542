// Which records of a LIME file belong to its gauge field.
#include <fmt/format.h>

#include <algorithm>

#include "io/gauge/scidac_metadata.hpp"
#include "io/input_error.hpp"
#include "io/number.hpp"
#include "io/xml.hpp"

namespace tasuki::io {

namespace {

constexpr std::string_view kIldgData = "ildg-binary-data";
constexpr std::string_view kScidacData = "scidac-binary-data";

bool is_data(const LimeRecord& record) {
    return record.type == kIldgData || record.type == kScidacData;
}

}  // namespace

ScidacFile::ScidacFile(const Source& source)
    : source_{source}, lime_{scan_lime(source)} {
    find_data();
    format_ = belonging(before(data_, kFormat), kFormat);
    file_xml_ = belonging(before(data_, kFileXml), kFileXml);
    checksum_ = belonging(after(kChecksum), kChecksum);
    check_end();
}

void ScidacFile::find_data() {
    const auto& records = lime_.records;
    std::vector<std::size_t> ildg, scidac;
    for (std::size_t k = 0; k < records.size(); ++k) {
        if (records[k].type == kIldgData) ildg.push_back(k);
        if (records[k].type == kScidacData && describes_links(k))
            scidac.push_back(k);
    }
    const auto& fields = ildg.empty() ? scidac : ildg;
    if (fields.empty())
        throw InputError(
            source_.name(), "LIME file without a gauge field",
            fmt::format("byte {} (its end)", source_.size()),
            "a record ildg-binary-data, or scidac-binary-data of 4 colour "
            "matrices a site",
            fmt::format("{} other records", records.size()));
    data_ = fields.front();
    if (fields.size() > 1)
        lime_.oddities.emplace_back(
            source_.name(), "more than one gauge field, the first one is read",
            fmt::format("byte {}", records[fields[1]].offset),
            "one gauge field", fmt::format("{}", fields.size()));
}

/// A file that was cut between two records looks like one whose last message
/// has no end: only the checksum, which comes last, tells that the field is
/// whole.
void ScidacFile::check_end() {
    if (lime_.last_message_ends) return;
    const auto& last = lime_.records.back();
    const InputError error{
        source_.name(),
        checksum_ ? "LIME message does not end" : "truncated LIME message",
        fmt::format("byte {}", source_.size()), "the rest of the message",
        fmt::format("the end of the file after record '{}'", last.type)};
    if (!checksum_) throw error;
    lime_.oddities.push_back(error);
}

bool ScidacFile::describes_links(std::size_t data) const {
    const auto* record = before(data, kRecordXml);
    if (!record) return false;
    const auto xml = text(*record);
    const auto value = [&xml](std::string_view name) {
        return parse_number<int>(xml_text(xml, name).value_or("")).value_or(0);
    };
    // 0 is a field; 1.0 files call it globaldata, later ones recordtype.
    return value("colors") == 3 && value("datacount") == 4 &&
           (value("typesize") == 72 || value("typesize") == 144) &&
           value("recordtype") == 0 && value("globaldata") == 0;
}

const LimeRecord* ScidacFile::before(std::size_t data,
                                     std::string_view type) const {
    for (std::size_t k = data; k-- > 0;)
        if (lime_.records[k].type == type) return &lime_.records[k];
    return nullptr;
}

const LimeRecord* ScidacFile::after(std::string_view type) const {
    for (std::size_t k = data_ + 1; k < lime_.records.size(); ++k) {
        const auto& record = lime_.records[k];
        if (record.type == type) return &record;
        if (is_data(record)) break;  // belongs to another field
    }
    return nullptr;
}

const LimeRecord* ScidacFile::either_side(std::string_view type) const {
    const auto* record = before(data_, type);
    return record ? record : after(type);
}

const LimeRecord* ScidacFile::belonging(const LimeRecord* usual,
                                        std::string_view type) {
    const LimeRecord* found = usual;
    // Of several fields, each has its own.
    if (std::ranges::count_if(lime_.records, is_data) > 1) return found;
    for (const LimeRecord& record : lime_.records) {
        if (record.type != type || &record == usual) continue;
        const auto where = fmt::format("byte {}", record.offset);
        if (!found) {
            found = &record;
            const bool early = record.offset < data().offset;
            lime_.oddities.emplace_back(
                source_.name(), fmt::format("LIME record '{}' misplaced", type),
                where, early ? "it after the data" : "it before the data",
                early ? "it before them" : "it after them");
            continue;
        }
        const bool same = text(record) == text(*found);
        const InputError repeated{
            source_.name(), fmt::format("LIME record '{}' repeated", type),
            where, fmt::format("only that at byte {}", found->offset),
            same ? "the same again" : "another content"};
        if (!same) throw repeated;
        lime_.oddities.push_back(repeated);
    }
    return found;
}

const LimeRecord& ScidacFile::require(const LimeRecord* record,
                                      std::string_view type) const {
    if (!record)
        throw InputError(source_.name(), "missing LIME record",
                         fmt::format("byte {}", data().offset),
                         fmt::format("'{}' before '{}'", type, data().type),
                         "no such record");
    return *record;
}

}  // namespace tasuki::io
