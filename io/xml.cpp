#include "io/xml.hpp"

#include <pugixml.hpp>
#include <sstream>

#include "io/printable.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

bool is_element(const pugi::xml_node& node) {
    return node.type() == pugi::node_element;
}

std::string_view local_name(const pugi::xml_node& node) {
    std::string_view name = node.name();
    name.remove_prefix(name.find(':') + 1);  // npos + 1 is 0
    return name;
}

/// Texts as they are, or with their markup.
std::string content(const pugi::xml_node& element) {
    const bool has_elements = element.find_child(is_element);
    std::ostringstream text;
    for (const auto& child : element.children())
        if (has_elements)
            child.print(text, "", pugi::format_raw);
        else
            text << child.value();
    return trimmed(text.str());
}

}  // namespace

std::optional<std::string> xml_text(std::string_view xml,
                                    std::string_view name) {
    if (xml.size() > kLongestXml) return std::nullopt;
    pugi::xml_document document;
    if (!document.load_buffer(xml.data(), xml.size(), pugi::parse_default,
                              pugi::encoding_utf8))
        return std::nullopt;
    const auto element = document.find_node([name](const pugi::xml_node& node) {
        return is_element(node) && local_name(node) == name;
    });
    if (!element) return std::nullopt;
    return content(element);
}

std::string xml_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : io::escaped(text, "\n\t")) switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case '\'':
                escaped += "&#39;";
                break;
            default:
                escaped += c;
        }
    return escaped;
}

std::string xml_shown(std::string_view text) {
    return xml_escaped(printable(text));
}

}  // namespace tasuki::io
