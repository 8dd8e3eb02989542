#include "graphs/wilson/block_places.hpp"

namespace tasuki::graphs::wilson {

using runtime::Where;

int home_worker(const runtime::Context& context, const Decomposition& d,
                int block) {
    const auto gpus = context.workers(runtime::Worker::Kind::gpu);
    if (gpus.empty()) return -1;
    return gpus[d.local_index(block) * gpus.size() / d.local_blocks().size()]
        .id;
}

BlockPlaces::BlockPlaces(const runtime::Context& context,
                         const Decomposition& d, Placement placement)
    : placement_{placement}, local_index_(d.blocks()) {
    check_placement(context, placement);
    for (const int b : d.local_blocks()) {
        local_index_[b] = static_cast<int>(homes_.size());
        homes_.push_back(home_worker(context, d, b));
    }
}

Where BlockPlaces::where(int block) const {
    return placement_.block(local_index_[block],
                            static_cast<int>(homes_.size()));
}

runtime::SubmitOptions BlockPlaces::options(int block, int priority) const {
    runtime::SubmitOptions options{.priority = priority, .where = where(block)};
    options.near = home(block);
    if (options.where == Where::gpu) options.worker = options.near;
    return options;
}

bool BlockPlaces::is_prefetched(int block) const {
    return home(block) >= 0 && where(block) != Where::cpu;
}

}  // namespace tasuki::graphs::wilson
