#include "views/pages/page.hpp"

#include <fmt/format.h>

#include "io/xml.hpp"
#include "views/pages/page.css.hpp"

namespace tasuki::page {

using io::xml_shown;

std::string section(std::string_view id, std::string_view title,
                    std::string_view content) {
    return fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", id,
                       xml_shown(title), content);
}

std::string paragraph(std::string_view text) {
    return fmt::format("<p>{}</p>\n", xml_shown(text));
}

std::string whole(std::string_view title, std::string_view style,
                  std::string_view body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" "
        "lang=\"en\">\n<head><meta charset=\"utf-8\"/>\n<meta "
        "name=\"viewport\" content=\"width=device-width\"/>\n"
        "<title>{}</title>\n<style>{}{}</style></head>\n<body>\n{}</body></"
        "html>\n",
        xml_shown(title), kPageCss, style, body);
}

}  // namespace tasuki::page
