#include "graphs/sphere/tuning/choices.hpp"

#include <fmt/format.h>

#include <sstream>

namespace tasuki::graphs::sphere {

std::string Choices::to_string() const {
    return fmt::format("{} {:d} {} {:d}", synthesis.fraction, synthesis.lent,
                       analysis.fraction, analysis.lent);
}

std::optional<Choices> Choices::parse(const std::string& text) {
    Choices c;
    std::istringstream in{text};
    in >> c.synthesis.fraction >> c.synthesis.lent >> c.analysis.fraction >>
        c.analysis.lent;
    const auto is_fraction = [](double f) { return f >= 0 && f <= 1; };
    std::string rest;
    if (!in || in >> rest || !is_fraction(c.synthesis.fraction) ||
        !is_fraction(c.analysis.fraction))
        return std::nullopt;
    return c;
}

}  // namespace tasuki::graphs::sphere
