#include "codelets/lattice/extents.hpp"

#include <fmt/format.h>

#include <charconv>

#include "runtime/core/error.hpp"

namespace tasuki::lattice {

std::string to_string(const Extents& e) {
    return fmt::format("{}x{}x{}x{}", e[0], e[1], e[2], e[3]);
}

Extents parse_extents(std::string_view text, std::string_view what) {
    const auto refuse = [&] {
        throw runtime::UsageError(fmt::format(
            "{}: expected four extents of 1 to 4096 as XxYxZxT, found '{}'",
            what, text));
    };
    Extents extents;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int mu = 0; mu < kDimensions; ++mu) {
        const auto [next, error] = std::from_chars(at, end, extents.n[mu]);
        if (error != std::errc{} || extents[mu] < 1 || extents[mu] > 4096)
            refuse();
        at = next;
        if (mu < kDimensions - 1) {
            if (at == end || (*at != 'x' && *at != ',')) refuse();
            ++at;
        }
    }
    if (at != end) refuse();
    return extents;
}

}  // namespace tasuki::lattice
