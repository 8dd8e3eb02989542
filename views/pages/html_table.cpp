#include "views/pages/html_table.hpp"

#include <fmt/format.h>

#include "io/xml.hpp"

namespace tasuki::page {

namespace {

using io::xml_shown;

const char* attribute(Column column) {
    return column == Column::number ? " class=\"number\""
           : column == Column::word ? ""
                                    : " class=\"text\"";
}

}  // namespace

HtmlTable::HtmlTable(const std::vector<Head>& heads) : heads_{heads} {}

void HtmlTable::add(const std::vector<std::string>& fields) {
    rows_ += "<tr>";
    for (std::size_t k = 0; k < heads_.size(); ++k) {
        const bool code = heads_[k].column == Column::code;
        rows_ += fmt::format("<td{}>{}{}{}</td>", attribute(heads_[k].column),
                             code ? "<code>" : "", xml_shown(fields.at(k)),
                             code ? "</code>" : "");
    }
    rows_ += "</tr>\n";
}

std::string HtmlTable::html() const {
    std::string head;
    for (const auto& [title, column] : heads_)
        head +=
            fmt::format("<th{}>{}</th>", attribute(column), xml_shown(title));
    return fmt::format(
        "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n"
        "{}</tbody></table></div>\n",
        head, rows_);
}

}  // namespace tasuki::page
