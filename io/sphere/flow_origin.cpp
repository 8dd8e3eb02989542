#include "io/sphere/flow_origin.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "io/number.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::UsageError;
using Kind = FlowOrigin::Kind;

/// The words behind NAME, at most two of them, or nothing if that is not what
/// `text` begins with.
std::optional<std::vector<std::string_view>> parameters(std::string_view text,
                                                        std::string_view name) {
    if (!text.starts_with(name)) return std::nullopt;
    text.remove_prefix(name.size());
    if (text.empty()) return std::vector<std::string_view>{};
    if (text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
    const auto comma = text.find(',');
    if (comma == std::string_view::npos) return std::vector{text};
    return std::vector{text.substr(0, comma), text.substr(comma + 1)};
}

FlowOrigin wave(std::string_view text,
                const std::vector<std::string_view>& words) {
    FlowOrigin origin;
    const auto n = words.empty() ? 5 : parse_number<int>(words[0]);
    const bool is_degree = n && *n >= 2;
    const auto m = words.size() >= 2 ? parse_number<int>(words[1])
                   : is_degree       ? std::optional{*n - 1}
                                     : std::nullopt;
    if (!is_degree || !m || *m < 0 || *m > *n)
        throw UsageError(fmt::format(
            "--start {}: expected rossby-haurwitz:n,m with n from 2 on and m "
            "from 0 to n",
            text));
    origin.degree = *n;
    origin.order = *m;
    return origin;
}

FlowOrigin vortices(std::string_view text,
                    const std::vector<std::string_view>& words) {
    FlowOrigin origin;
    origin.kind = Kind::random;
    const auto peak =
        words.empty() ? origin.peak : parse_number<double>(words[0]);
    const auto width =
        words.size() < 2 ? origin.width : parse_number<double>(words[1]);
    if (!peak || !width || !(*peak > 0) || !(*width > 0) ||
        !std::isfinite(*peak) || !std::isfinite(*width))
        throw UsageError(fmt::format(
            "--start {}: expected random:PEAK,WIDTH with numbers above 0",
            text));
    origin.peak = *peak;
    origin.width = *width;
    return origin;
}

}  // namespace

std::string FlowOrigin::name() const {
    switch (kind) {
        case Kind::rossby_haurwitz:
            return fmt::format("rossby-haurwitz:{},{}", degree, order);
        case Kind::random:
            return fmt::format("random:{},{}", peak, width);
        default:
            return file;
    }
}

FlowOrigin parse_origin(const std::string& text) {
    if (const auto words = parameters(text, "rossby-haurwitz"))
        return wave(text, *words);
    if (const auto words = parameters(text, "random"))
        return vortices(text, *words);
    FlowOrigin origin;
    origin.kind = Kind::file;
    origin.file = text;
    return origin;
}

}  // namespace tasuki::io
