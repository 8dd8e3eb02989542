#include "graphs/quenched/plaquette.hpp"

#include "codelets/quenched/plaquette/plaquette.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::graphs {

PendingPlaquette::PendingPlaquette(runtime::Context& context,
                                   const SlabbedGaugeField& u,
                                   runtime::Where where)
    : volume_{u.extents().volume()} {
    namespace kernel = quenched::plaquette;
    for (int k = 0; k < u.slabs(); ++k) {
        const auto extents = u.place(k).extents;
        auto& sums = sums_.emplace_back(context, kernel::count_rows(extents));
        const runtime::SubmitOptions options{
            .where = where,
            .flops =
                kernel::kFlopsPerSite * static_cast<double>(extents.volume()),
            .label = {k}};
        if (u.slabs() == 1)
            runtime::submit<kernel::Kernel<>>(context, {extents}, options, sums,
                                              u[k]);
        else
            runtime::submit<kernel::Kernel<quenched::NeighbourSlab>>(
                context, {extents}, options, sums, u[k], u.above(k));
    }
}

lattice::Plaquette PendingPlaquette::value() const {
    std::vector<lattice::PlaquetteSums> rows;
    for (const auto& sums : sums_) {
        const auto host = sums.read();
        rows.insert(rows.end(), host.begin(), host.end());
    }
    return lattice::plaquette_of(lattice::sum_of_rows(rows), volume_);
}

}  // namespace tasuki::graphs
