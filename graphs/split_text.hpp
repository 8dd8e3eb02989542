// "split:F" and "split:auto", as every placement spells them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tasuki::graphs {

/// Stands for split:auto, a fraction that has not been measured yet.
inline constexpr double kSplitAuto = -1;

/// The fraction F, 0 to 1, or kSplitAuto; nothing if `text` does not begin with
/// "split:".
/// @throws UsageError  it does, and no fraction follows
std::optional<double> parse_split(std::string_view text);
std::string split_text(double fraction);

}  // namespace tasuki::graphs
