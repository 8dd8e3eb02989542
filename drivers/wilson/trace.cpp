#include "drivers/wilson/trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "codelets/wilson/hop.hpp"

namespace tasuki::drivers {

std::string trace_title(const WilsonOptions& options, const WilsonResult& r) {
    return fmt::format("Wilson-Dirac {} {}, blocks {}, placement {}, policy {}",
                       lattice::to_string(r.lattice), options.precision,
                       lattice::to_string(r.blocks), r.placement, r.policy);
}

std::string name_faces(std::uint32_t mask) {
    std::vector<std::string> names;
    for (int mu = 0; mu < 4; ++mu)
        for (const auto hop : {wilson::Hop::forward, wilson::Hop::backward})
            if ((mask >> (2 * mu + static_cast<int>(hop)) & 1) != 0)
                names.push_back(
                    fmt::format("{}{}", "XYZT"[mu],
                                hop == wilson::Hop::forward ? '+' : '-'));
    return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace tasuki::drivers
