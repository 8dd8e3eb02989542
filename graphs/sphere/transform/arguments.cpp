// What the tasks of a transform are told.
#include <algorithm>

#include "codelets/sphere/collection/collection.hpp"
#include "codelets/sphere/expansion/expansion.hpp"
#include "graphs/sphere/transform/sizes.hpp"
#include "graphs/sphere/transform/transform.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Worker;

Worker::Kind Transform::kind_of(int worker) const {
    const auto& workers = context_.workers();
    return std::find_if(workers.begin(), workers.end(),
                        [&](const Worker& w) { return w.id == worker; })
        ->kind;
}

runtime::SubmitOptions Transform::on(int worker, std::size_t b) const {
    runtime::SubmitOptions options{.worker = worker};
    options.label = {static_cast<int>(b), 0};
    return options;
}

sp::synthesis::Args Transform::legendre_args(std::size_t b, int fields,
                                             sp::Rows rows,
                                             Direction direction) const {
    const sp::LatitudeBlock& latitudes = parts_[b].latitudes;
    return {u32(std::size_t(fields)),
            u32(local_[b].orders),
            u32(orders_.terms()),
            u32(std::size_t(latitudes.pairs)),
            u32(std::size_t(latitudes.groups)),
            several() ? u32(orders_.size()) : local_[b].role(direction).pitch,
            rows};
}

sp::fourier::Args Transform::fourier_args(std::size_t b, int fields,
                                          Direction direction) const {
    return {u32(std::size_t(fields) * 2 * parts_[b].block.size()),
            // Of a block that this rank computes alone, those that are zero.
            several() ? u32(std::size_t(options_.truncation.orders) + 1)
                      : u32(local_[b].orders),
            local_[b].role(direction).pitch,
            u32(std::size_t(options_.grid.longitudes))};
}

sp::expansion::Args Transform::expansion_args(const Series& series,
                                              int fields) const {
    return {u32(std::size_t(fields)), u32(series.synthesized),
            u32(orders_.terms()), u32(orders_.coefficients()),
            options_.truncation.degrees};
}

sp::collection::Args Transform::collection_args(int fields) const {
    return {u32(std::size_t(fields)),
            u32(orders_.size()),
            u32(orders_.coefficients()),
            options_.truncation.degrees,
            {}};
}

double Transform::flops_of(std::size_t b, int fields) const {
    return fields * nominal_flops() *
           static_cast<double>(parts_[b].block.size()) /
           sp::pairs_of(options_.grid);
}

}  // namespace tasuki::graphs::sphere
