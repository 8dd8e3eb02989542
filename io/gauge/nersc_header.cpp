#include "io/gauge/nersc_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "io/gauge/nersc.hpp"
#include "io/input_error.hpp"
#include "io/number.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

constexpr std::string_view kPrecisions =
    "IEEE32BIG, IEEE32LITTLE, IEEE64BIG, IEEE64LITTLE, IEEE32 or IEEE64";

/// Real headers are below 2 kB: a large file that is no configuration is
/// refused at once.
constexpr std::size_t kLongestHeader = 1 << 20;

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) {
        return static_cast<char>(std::toupper(c));
    });
    return text;
}

}  // namespace

NerscHeader::NerscHeader(const Source& source) : name_{source.name()} {
    const std::string text = source.text(0, kLongestHeader);
    bool ended = false;
    for (std::size_t start = 0; !ended; start = data_offset_) {
        const auto end = text.find('\n', start);
        if (end == std::string::npos)
            throw InputError(name_, "NERSC header does not end",
                             fmt::format("byte {}", text.size()), "END_HEADER",
                             text.size() < source.size()
                                 ? "more header"
                                 : "the end of the file");
        const auto line = std::string_view{text}.substr(start, end - start);
        data_offset_ = end + 1;
        if (line.ends_with('\r')) note("line end", start, "LF", "CR LF");
        ended = upper(trimmed(line)) == "END_HEADER";
        if (ended || start == 0)  // or BEGIN_HEADER
            check_capitals(trimmed(line), start);
        else if (!trimmed(line).empty())
            add(line, start);
    }
}

void NerscHeader::note(std::string_view what, std::size_t at,
                       std::string_view expected, std::string_view found) {
    // The other lines are usually alike: the first one will do.
    if (!noted_.insert(std::string{what}).second) return;
    oddities_.emplace_back(name_, fmt::format("odd {} in NERSC header", what),
                           fmt::format("byte {}", at), expected, found);
}

void NerscHeader::check_capitals(const std::string& key, std::size_t at) {
    if (upper(key) != key) note("case", at, "capitals", quoted_word(key));
}

void NerscHeader::add(std::string_view line, std::size_t at) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos)
        return note("line", at, "KEY = value", quoted_word(line));
    const auto key = trimmed(line.substr(0, equals));
    const auto value = trimmed(line.substr(equals + 1));
    check_capitals(key, at);
    const auto [found, is_new] = values_.emplace(upper(key), value);
    if (is_new) return;
    if (found->second != value)
        throw InputError(name_, "two values of one NERSC header key",
                         fmt::format("byte {}", at),
                         fmt::format("{} = {}", quoted_word(key),
                                     quoted_word(found->second)),
                         quoted_word(value));
    note("repetition", at, "each key once", quoted_word(key));
}

std::optional<std::string> NerscHeader::find(const std::string& key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) return std::nullopt;
    return found->second;
}

std::string NerscHeader::find_or(const std::string& key,
                                 std::string missing) const {
    return find(key).value_or(std::move(missing));
}

std::string NerscHeader::require(const std::string& key,
                                 std::string_view expected) const {
    const auto value = find(key);
    if (!value)
        throw InputError(name_, fmt::format("NERSC header without {}", key), "",
                         fmt::format("{} = {}", key, expected), "no such key");
    return *value;
}

void NerscHeader::refuse(const std::string& key, std::string_view expected,
                         const std::string& found) const {
    throw InputError(name_, "bad value", "header key " + key, expected,
                     quoted_word(found));
}

lattice::Extents NerscHeader::extents() const {
    lattice::Extents extents;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        const auto key = fmt::format("DIMENSION_{}", mu + 1);
        constexpr std::string_view kExpected = "a number of sites from 1 on";
        const auto text = require(key, kExpected);
        const auto sites = parse_number<int>(text);
        if (!sites || *sites < 1) refuse(key, kExpected, text);
        extents.n[mu] = *sites;
    }
    return extents;
}

int NerscHeader::rows() const {
    constexpr std::string_view kExpected = "4D_SU3_GAUGE or 4D_SU3_GAUGE_3x3";
    const auto text = require("DATATYPE", kExpected);
    if (upper(text) == "4D_SU3_GAUGE") return 2;
    if (upper(text) == "4D_SU3_GAUGE_3X3") return 3;
    refuse("DATATYPE", kExpected, text);
}

std::string NerscHeader::floating_point() const {
    const auto text = upper(require("FLOATING_POINT", kPrecisions));
    for (const auto* known : {"IEEE32", "IEEE32BIG", "IEEE32LITTLE", "IEEE64",
                              "IEEE64BIG", "IEEE64LITTLE"})
        if (text == known) return text;
    refuse("FLOATING_POINT", kPrecisions, text);
}

int NerscHeader::precision_bits() const {
    return floating_point().starts_with("IEEE32") ? 32 : 64;
}

std::optional<ByteOrder> NerscHeader::byte_order() const {
    const auto text = floating_point();
    if (text.ends_with("BIG")) return ByteOrder::big;
    if (text.ends_with("LITTLE")) return ByteOrder::little;
    return std::nullopt;
}

std::string NerscHeader::other_boundaries() const {
    std::string list;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        const auto key = fmt::format("BOUNDARY_{}", mu + 1);
        const auto text = find_or(key, "");
        if (!text.empty() && upper(text) != "PERIODIC")
            list += fmt::format("{}{} = {}", list.empty() ? "" : ", ", key,
                                quoted_word(text));
    }
    return list;
}

std::optional<std::uint32_t> NerscHeader::checksum() const {
    const auto text = find("CHECKSUM");
    if (!text) return std::nullopt;
    const auto value = parse_hexadecimal(*text);
    if (!value) refuse("CHECKSUM", "up to 8 hexadecimal digits", *text);
    return value;
}

}  // namespace tasuki::io
