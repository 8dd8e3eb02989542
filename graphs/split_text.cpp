#include "graphs/split_text.hpp"

#include <fmt/format.h>

#include <charconv>

#include "runtime/core/error.hpp"

namespace tasuki::graphs {

std::optional<double> parse_split(std::string_view text) {
    constexpr std::string_view prefix = "split:";
    if (!text.starts_with(prefix)) return std::nullopt;
    const auto number = text.substr(prefix.size());
    if (number == "auto") return kSplitAuto;
    double fraction = -1;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), fraction);
    if (error == std::errc{} && end == number.data() + number.size() &&
        fraction >= 0 && fraction <= 1)
        return fraction;
    throw runtime::UsageError(
        fmt::format("placement '{}': expected split:F with the fraction F of "
                    "the work, 0 to 1, that the CPU does, or split:auto",
                    text));
}

std::string split_text(double fraction) {
    return fraction < 0 ? "split:auto" : fmt::format("split:{}", fraction);
}

}  // namespace tasuki::graphs
