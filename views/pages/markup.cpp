#include "views/pages/markup.hpp"

namespace tasuki::page {

std::string escape(std::string_view text) {
    std::string escaped;
    for (const char c : text) switch (c) {
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
                if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' ||
                    c == '\t')
                    escaped += c;
        }
    return escaped;
}

}  // namespace tasuki::page
