#include "io/gauge/nersc_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "io/gauge/nersc.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

constexpr std::string_view kPrecisions =
    "IEEE32BIG, IEEE32LITTLE, IEEE64BIG, IEEE64LITTLE, IEEE32 or IEEE64";

/// Real headers are below 2 kB; who reads a file of gigabytes that is none
/// should not have to wait.
constexpr std::size_t kLongestHeader = 1 << 20;

std::string trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return std::string{
        text.substr(first, text.find_last_not_of(kBlank) - first + 1)};
}

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) {
        return static_cast<char>(std::toupper(c));
    });
    return text;
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

NerscHeader::NerscHeader(const Source& source) : name_{source.name()} {
    const std::string text = source.text(0, kLongestHeader);
    std::size_t start = 0;
    for (bool first = true;; first = false) {
        const auto end = text.find('\n', start);
        if (end == std::string::npos)
            throw InputError(name_, "NERSC header does not end",
                             fmt::format("byte {}", text.size()), "END_HEADER",
                             text.size() < source.size()
                                 ? "more header"
                                 : "the end of the file");
        const auto line =
            trimmed(std::string_view{text}.substr(start, end - start));
        const auto at = start;
        start = end + 1;
        if (first || line.empty()) continue;  // BEGIN_HEADER
        if (line == "END_HEADER") break;
        const auto equals = line.find('=');
        if (equals == std::string::npos)
            throw InputError(name_, "NERSC header line not understood",
                             fmt::format("byte {}", at), "KEY = value",
                             fmt::format("'{}'", line.substr(0, 40)));
        values_[trimmed(line.substr(0, equals))] =
            trimmed(line.substr(equals + 1));
    }
    data_offset_ = start;
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
                     fmt::format("'{}'", found.substr(0, 40)));
}

lattice::Extents NerscHeader::extents() const {
    lattice::Extents extents;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        const auto key = fmt::format("DIMENSION_{}", mu + 1);
        constexpr std::string_view kExpected = "a number of sites from 1 on";
        const auto text = require(key, kExpected);
        const auto sites = parse<int>(text, 10);
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

std::optional<std::uint32_t> NerscHeader::checksum() const {
    const auto text = find("CHECKSUM");
    if (!text) return std::nullopt;
    std::string_view digits = *text;
    if (digits.starts_with("0x")) digits.remove_prefix(2);
    const auto value = parse<std::uint32_t>(digits, 16);
    if (!value) refuse("CHECKSUM", "up to 8 hexadecimal digits", *text);
    return value;
}

}  // namespace tasuki::io
