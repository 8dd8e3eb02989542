#include "io/input_error.hpp"

#include <fmt/format.h>

#include <string>

#include "io/printable.hpp"

namespace tasuki::io {

namespace {

std::string describe(std::string_view file, std::string_view what,
                     std::string_view where, std::string_view expected,
                     std::string_view found) {
    // Each of them may quote a file that others wrote.
    std::string text = fmt::format("{}: {}", printable(file), printable(what));
    if (!where.empty()) text += fmt::format(" at {}", printable(where));
    if (!expected.empty())
        text += fmt::format(": expected {}", printable(expected));
    if (!found.empty()) text += fmt::format(", found {}", printable(found));
    return text;
}

}  // namespace

InputError::InputError(std::string_view file, std::string_view what,
                       std::string_view where, std::string_view expected,
                       std::string_view found)
    : Error(runtime::ExitCode::bad_input,
            describe(file, what, where, expected, found)) {}

}  // namespace tasuki::io
