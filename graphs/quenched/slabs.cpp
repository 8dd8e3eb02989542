#include "graphs/quenched/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/error.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::graphs {

using lattice::Matrix3;

namespace {

/// With all threads: the first touch of much memory takes longer than a copy.
void copy(const Matrix3* from, std::size_t links, Matrix3* to) {
    constexpr std::size_t kGrain = 64, kWorth = 4096;
    runtime::parallel_ranges(
        links, kGrain,
        [=](std::size_t begin, std::size_t end) {
            std::copy(from + begin, from + end, to + begin);
        },
        kWorth);
}

}  // namespace

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
        copy(u.links().data() + k * size, size, host.begin());
    }
}

lattice::GaugeField SlabbedGaugeField::collect() const {
    lattice::GaugeField u{extents_};
    Matrix3* to = u.links().data();
    for (const LinkArray& array : arrays_) {
        const auto host = array.read();
        copy(host.begin(), array.size(), to);
        to += array.size();
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
