// A page that needs nothing else: no network, no other file.
#pragma once

#include <string>
#include <string_view>

namespace tasuki::page {

/// A part with a heading, which an address of the page can name.
/// @param id       of XML
/// @param title    plain text
/// @param content  HTML
std::string section(std::string_view id, std::string_view title,
                    std::string_view content);

/// @param text  plain
std::string paragraph(std::string_view text);

/// The whole: HTML that is well-formed XML too if the body is.
/// @param title  plain text
/// @param style  CSS, after that of page_style.hpp
/// @param body   HTML
std::string whole(std::string_view title, std::string_view style,
                  std::string_view body);

}  // namespace tasuki::page
