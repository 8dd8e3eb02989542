#include "runtime/core/error.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "runtime/core/printable.hpp"

namespace tasuki::runtime {

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
    : Error(ExitCode::bad_input, describe(file, what, where, expected, found)) {
}

FaultError::FaultError(std::string_view call, int code,
                       std::source_location where)
    : Error(ExitCode::fault,
            fmt::format("{} failed: {} (at {}:{})", call, std::strerror(code),
                        where.file_name(), where.line())) {}

void check(int rc, std::string_view call, std::source_location where) {
    if (rc != 0) throw FaultError(call, std::abs(rc), where);
}

}  // namespace tasuki::runtime
