#include "graphs/quenched/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/error.hpp"

namespace tasuki::graphs {

using lattice::kDimensions;

SlabbedGaugeField::SlabbedGaugeField(runtime::Context& context,
                                     const lattice::GaugeField& u, int slabs)
    : extents_{u.extents()} {
    if (slabs < 1 || extents_[3] % slabs != 0)
        throw runtime::UsageError(
            fmt::format("{} slabs do not divide the T extent of {}", slabs,
                        lattice::to_string(extents_)));
    const std::size_t size = u.links().size() / slabs;
    for (int k = 0; k < slabs; ++k) {
        arrays_.emplace_back(context, size);
        const auto host = arrays_[k].write();
        std::copy_n(u.links().begin() + k * size, size, host.span().begin());
    }
}

lattice::GaugeField SlabbedGaugeField::collect() const {
    lattice::GaugeField u{extents_};
    auto to = u.links().begin();
    for (const LinkArray& array : arrays_) {
        const auto host = array.read();
        to = std::copy(host.span().begin(), host.span().end(), to);
    }
    return u;
}

quenched::SlabPlace SlabbedGaugeField::place(int k) const {
    lattice::Extents slab = extents_;
    slab.n[3] /= slabs();
    return {slab, k * slab[3]};
}

QuenchedCut choose_cut(const lattice::Extents& extents, int cpus) {
    for (int workers = cpus; workers > 1; --workers)
        if (cpus % workers == 0 && extents[3] % (2 * workers) == 0)
            return {workers, 2 * workers};
    return {1, 1};
}

}  // namespace tasuki::graphs
