#include "drivers/solve/gather.hpp"

#include <cstring>
#include <string>

namespace tasuki::drivers {

lattice::SpinorField part_of(const lattice::SpinorField& field,
                             const lattice::Region& region) {
    lattice::SpinorField part{region};
    for (std::size_t n = 0; n < part.sites.size(); ++n)
        part.sites[n] = field.at(region.site(n));
    return part;
}

lattice::SpinorField gathered(lattice::SpinorField part,
                              const graphs::wilson::Decomposition& d,
                              const runtime::Ranks& ranks) {
    if (!ranks.several()) return part;
    const std::string bytes{reinterpret_cast<const char*>(part.sites.data()),
                            part.sites.size() * sizeof(lattice::SpinorSite)};
    const auto all = ranks.collect(bytes);
    if (!ranks.is_first()) return part;
    lattice::SpinorField whole{d.whole()};
    for (int r = 0; r < ranks.size(); ++r) {
        const auto region = graphs::wilson::Decomposition{
            d.whole(),
            d.grid(),
            {d.ranks().ranks,
             r}}.local_region();
        for (std::size_t n = 0; n < region.volume(); ++n)
            std::memcpy(&whole.at(region.site(n)),
                        all[r].data() + n * sizeof(lattice::SpinorSite),
                        sizeof(lattice::SpinorSite));
    }
    return whole;
}

}  // namespace tasuki::drivers
