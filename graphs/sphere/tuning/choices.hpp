// Shares of the CPU in both directions of a transform, as text too.
#pragma once

#include <optional>
#include <string>

namespace tasuki::graphs::sphere {

struct Choice {
    double fraction = 0;  ///< of the latitudes, 0 to 1
    bool lent = false;    ///< FFTs only
    double seconds = 0;   ///< that it took; 0: it was not tried
};

struct Choices {
    Choice synthesis, analysis;

    /// Fraction and 0 or 1 for lent, of each.
    std::string to_string() const;
    /// Empty for another text.
    static std::optional<Choices> parse(const std::string& text);
};

}  // namespace tasuki::graphs::sphere
