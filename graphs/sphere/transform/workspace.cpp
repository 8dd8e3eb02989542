// The arrays that a transform needs besides its input and output.
#include <algorithm>

#include "graphs/sphere/transform/sizes.hpp"
#include "graphs/sphere/transform/transform.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;

Transform::Workspace& Transform::workspace(int fields) {
    // In turns, so that a transform need not wait for the one before.
    const int turn = turn_ = options_.to_host ? 0 : 1 - turn_;
    const auto found = workspaces_.find({fields, turn});
    if (found != workspaces_.end()) return found->second;
    Workspace& made = workspaces_[{fields, turn}];
    made.fields = fields;
    const auto k = static_cast<std::size_t>(fields);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        const Local& local = local_[b];
        series_of(made, local.synthesis.legendre, false);
        series_of(made, local.analysis.legendre, local.analysis.lends());
        const std::size_t rows = k * 2 * parts_[b].block.size();
        const bool same = local.synthesis.pitch == local.analysis.pitch;
        made.fourier.emplace_back(
            context_, is_local(b) ? rows * local.synthesis.pitch : 1);
        made.fourier_back.emplace_back(
            context_, same || !is_local(b) ? 1 : rows * local.analysis.pitch);
        made.exchanged.emplace_back();
        if (!several()) continue;
        for (int rank = 0; rank < context_.ranks().size(); ++rank) {
            const bool needed = is_local(b) || rank == context_.ranks().rank();
            made.exchanged.back().emplace_back(
                context_,
                needed ? at_least_one(rows * orders_of_rank_[std::size_t(rank)])
                       : 1);
        }
    }
    series_of(made, main_worker_, false);
    return made;
}

Transform::Series& Transform::series_of(Workspace& workspace, int worker,
                                        bool lent) {
    for (Series& s : workspace.of_worker)
        if (s.worker == worker && s.lent == lent) return s;
    const auto fields = static_cast<std::size_t>(workspace.fields);
    bool synthesizes = false;
    std::size_t synthesized = 0, analyzed = 0;
    for (const Local& local : local_) {
        if (local.synthesis.legendre == worker && !lent) {
            synthesizes = true;
            synthesized = std::max(synthesized, local.orders);
        }
        if (local.analysis.legendre == worker && local.analysis.lends() == lent)
            analyzed = std::max(analyzed, local.orders);
    }
    const std::size_t terms = analyzed == orders_.size()
                                  ? orders_.terms()
                                  : orders_.list()[analyzed].series;
    workspace.of_worker.push_back(
        {worker,
         lent,
         {context_, at_least_one(lent ? 0 : fields * orders_.terms())},
         {context_, at_least_one(fields * terms)},
         synthesizes,
         synthesized,
         analyzed,
         terms});
    return workspace.of_worker.back();
}

runtime::Array<sp::Complex>& Transform::fourier_of(Workspace& workspace,
                                                   std::size_t b,
                                                   Direction direction) const {
    const Local& local = local_[b];
    return direction == Direction::synthesis ||
                   local.synthesis.pitch == local.analysis.pitch
               ? workspace.fourier[b]
               : workspace.fourier_back[b];
}

}  // namespace tasuki::graphs::sphere
