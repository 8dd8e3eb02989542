// What commands print for people, on stdout and stderr.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "io/printable.hpp"

namespace tasuki::io {

/// Writes `text` as it is.
/// @throws UsageError  it is stdout, and cannot be written
void print_text(std::FILE* to, std::string_view text);

/// A number as it is, a text printable: it may be from a file.
template <class Arg>
decltype(auto) shown(const Arg& arg) {
    if constexpr (std::is_convertible_v<const Arg&, std::string_view>) {
        return printable(arg);
    } else {
        static_assert(std::is_arithmetic_v<Arg>, "text or a number");
        return Arg{arg};
    }
}

template <class... Args>
using PrintFormat =
    fmt::format_string<decltype(shown(std::declval<const Args&>()))...>;

/// As fmt::print(), with every argument shown.
template <class... Args>
void print(std::FILE* to, PrintFormat<Args...> format, const Args&... args) {
    print_text(to, fmt::format(format, shown(args)...));
}
template <class... Args>
void print(PrintFormat<Args...> format, const Args&... args) {
    print_text(stdout, fmt::format(format, shown(args)...));
}

}  // namespace tasuki::io
