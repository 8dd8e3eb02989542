#include "io/xml.hpp"

namespace tasuki::io {

namespace {

constexpr std::string_view kBlank = " \t\r\n";

enum class Kind { start, end, empty };

struct Tag {
    std::string_view name;  // without prefix
    Kind kind;
    std::size_t start, end;  // of the tag in the text
};

/// The next tag at or after `at`; comments are stepped over.
std::optional<Tag> next_tag(std::string_view xml, std::size_t at) {
    for (;;) {
        const auto start = xml.find('<', at);
        if (start == std::string_view::npos) return std::nullopt;
        if (xml.substr(start).starts_with("<!--")) {
            at = xml.find("-->", start + 4);
            if (at == std::string_view::npos) return std::nullopt;
            continue;
        }
        const auto close = xml.find('>', start);
        if (close == std::string_view::npos) return std::nullopt;
        auto body = xml.substr(start + 1, close - start - 1);
        auto kind = Kind::start;
        if (body.ends_with('/')) {
            kind = Kind::empty;
            body.remove_suffix(1);
        } else if (body.starts_with('/')) {
            kind = Kind::end;
            body.remove_prefix(1);
        }
        auto name = body.substr(0, body.find_first_of(kBlank));
        if (const auto colon = name.find(':'); colon != name.npos)
            name.remove_prefix(colon + 1);
        return Tag{name, kind, start, close + 1};
    }
}

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return std::string{
        text.substr(first, text.find_last_not_of(kBlank) - first + 1)};
}

}  // namespace

std::optional<std::string> xml_text(std::string_view xml,
                                    std::string_view name) {
    auto tag = next_tag(xml, 0);
    while (tag && (tag->name != name || tag->kind == Kind::end))
        tag = next_tag(xml, tag->end);
    if (!tag) return std::nullopt;
    if (tag->kind == Kind::empty) return "";
    const auto first = tag->end;
    for (tag = next_tag(xml, first); tag; tag = next_tag(xml, tag->end))
        if (tag->kind == Kind::end && tag->name == name)
            return trimmed(xml.substr(first, tag->start - first));
    return std::nullopt;
}

std::string xml_escaped(std::string_view text) {
    std::string out;
    for (const unsigned char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c < ' ' ? ' ' : static_cast<char>(c);
    }
    return out;
}

}  // namespace tasuki::io
