// The distribution of the latitudes of a transform over workers.
#include <algorithm>
#include <bit>
#include <map>

#include "graphs/sphere/transform/sizes.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::graphs::sphere {

namespace sp = tasuki::sphere;
using runtime::Access;
using runtime::Worker;

namespace {

/// Ends of `count` blocks that are alike.
std::vector<std::size_t> ends_of_equal(std::size_t pairs, std::size_t count) {
    std::vector<std::size_t> ends;
    for (std::size_t k = 1; k <= count; ++k) ends.push_back(pairs * k / count);
    return ends;
}

const Block& block_at(const std::vector<Block>& blocks, std::size_t pair) {
    return *std::find_if(blocks.begin(), blocks.end(),
                         [&](const Block& b) { return pair < b.end; });
}

}  // namespace

/// CPUs take what is nearest to the poles: there a row costs them less, as most
/// orders are nothing, and a GPU as much as any other, the time of its
/// transfer.
Transform::Spread Transform::sorted(Spread spread) const {
    std::stable_partition(
        spread.speeds.begin(), spread.speeds.end(),
        [](const Speed& s) { return s.kind == Worker::Kind::cpu; });
    return spread;
}

void Transform::cut(const Spread& synthesis, const Spread& analysis) {
    const Spread there = sorted(synthesis), back = sorted(analysis);
    local_.clear();
    workspaces_.clear();
    const auto pairs = static_cast<std::size_t>(sp::pairs_of(options_.grid));
    const auto there_blocks = cut_by_speed(pairs, there.speeds);
    const auto back_blocks = cut_by_speed(pairs, back.speeds);
    cut_latitudes(there_blocks, back_blocks, there.lent || back.lent);
    for (std::size_t b = 0; b < parts_.size(); ++b) {
        const std::size_t begin = parts_[b].block.begin;
        const sp::LatitudeBlock& latitudes = parts_[b].latitudes;
        const auto groups = static_cast<std::size_t>(latitudes.groups);
        local_.push_back({{context_, latitudes.pair.size()},
                          {context_, at_least_one(orders_.size() * groups)},
                          orders_.size(),
                          {},
                          {}});
        Local& local = local_.back();
        local.pair.assign(latitudes.pair);
        runtime::Array<sp::Cosine> cosine{context_, latitudes.cosine.size()};
        cosine.assign(latitudes.cosine);
        const Block& one = block_at(there_blocks, begin);
        const Block& other = block_at(back_blocks, begin);
        const bool by_cpu =
            one.kind == Worker::Kind::cpu || other.kind == Worker::Kind::cpu;
        const int worker = several()                       ? worker_for(b)
                           : one.kind == Worker::Kind::cpu ? one.worker
                                                           : other.worker;
        runtime::submit<sp::start::Kernel>(
            context_, {u32(orders_.size()), u32(groups)}, on(worker, b),
            local.start, order_, lead_, step_, local.pair, cosine);
        if (by_cpu && !several())
            local.orders = orders_that_matter(local, latitudes);
        assign_role(b, Direction::synthesis, one, there);
        assign_role(b, Direction::analysis, other, back);
    }
    std::map<int, std::size_t> pairs_of_worker;
    for (std::size_t b = 0; b < parts_.size(); ++b)
        if (is_local(b))
            pairs_of_worker[local_[b].analysis.legendre] +=
                parts_[b].block.size();
    // A rank without latitudes still has orders.
    main_worker_ = context_.workers().front().id;
    std::size_t most = 0;
    for (const auto& [worker, size] : pairs_of_worker)
        if (size > most) {
            most = size;
            main_worker_ = worker;
        }
}

/// What one worker has in each direction, in blocks.
void Transform::cut_latitudes(const std::vector<Block>& synthesis,
                              const std::vector<Block>& analysis, bool lent) {
    parts_.clear();
    const auto pairs = static_cast<std::size_t>(sp::pairs_of(options_.grid));
    for (std::size_t begin = 0; begin < pairs;) {
        const Block& there = block_at(synthesis, begin);
        const Block& back = block_at(analysis, begin);
        const std::size_t end = std::min(there.end, back.end);
        const auto kind =
            there.kind == back.kind ? there.kind : Worker::Kind::gpu;
        Block block = there;
        block.begin = begin;
        for (const std::size_t at : ends_of_blocks(kind, end - begin, lent)) {
            block.end = begin + at;
            parts_.push_back(
                {block, sp::LatitudeBlock{options_.grid, nodes_,
                                          static_cast<int>(block.begin),
                                          static_cast<int>(block.end)}});
            block.begin = block.end;
        }
        begin = end;
    }
}

void Transform::assign_role(std::size_t b, Direction direction,
                            const Block& block, const Spread& spread) {
    Role role{
        block.worker, block.worker, block.kind,
        sp::fourier::pitch_for(u32(std::size_t(options_.grid.longitudes))),
        several()};
    if (several()) {
        role.legendre = worker_for(b);
    } else if (block.kind == Worker::Kind::cpu) {
        role.pitch = sp::fourier::pitch_of(u32(local_[b].orders));
        std::vector<int> gpus;
        for (const Speed& s : spread.speeds)
            if (s.kind == Worker::Kind::gpu) gpus.push_back(s.worker);
        if (spread.lent && !gpus.empty()) role.legendre = gpus[b % gpus.size()];
    }
    (direction == Direction::synthesis ? local_[b].synthesis
                                       : local_[b].analysis) = role;
}

/// Near the poles only the lowest orders are more than nothing.
std::size_t Transform::orders_that_matter(
    const Local& local, const sp::LatitudeBlock& latitudes) const {
    const auto groups = static_cast<std::size_t>(latitudes.groups);
    std::size_t count = orders_.size();
    const auto drop = [&](const auto& starts_of) {
        const auto matters = [&](std::size_t r) {
            return std::ranges::any_of(starts_of(r), [&](const sp::Start& s) {
                return s.first < orders_.list()[r].terms;
            });
        };
        while (count > 1 && !matters(count - 1)) --count;
    };
    if (!runtime::simulates()) {
        const auto start = local.start.read();
        drop([&](std::size_t r) {
            return start.span().subspan(r * groups, groups);
        });
        return count;
    }
    // No task has computed them, and the cut depends on them.
    const auto recurrences = sp::recurrences_of(orders_);
    std::vector<sp::Start> of_order(groups);
    drop([&](std::size_t r) {
        sp::start::run_cpu(
            {1, u32(groups)},
            {of_order, std::span{orders_.list()}.subspan(r, 1),
             std::span{recurrences.lead}.subspan(r, 1), recurrences.step,
             latitudes.pair, latitudes.cosine});
        return std::span<const sp::Start>{of_order};
    });
    return count;
}

/// Where the blocks of the latitudes of a worker end.
std::vector<std::size_t> Transform::ends_of_blocks(Worker::Kind kind,
                                                   std::size_t pairs,
                                                   bool lent) const {
    // A CPU would read the series again for each.  With FFTs only, it computes
    // the next block while the GPU has the one before.
    constexpr std::size_t most_lent = 2, least_lent = 64;
    if (kind == Worker::Kind::cpu)
        return ends_of_equal(pairs, lent ? std::clamp(pairs / least_lent,
                                                      std::size_t{1}, most_lent)
                                         : 1);
    if (options_.gpu_blocks > 0)
        return ends_of_equal(
            pairs,
            std::min(static_cast<std::size_t>(options_.gpu_blocks), pairs));
    if (!options_.to_host) return {pairs};
    // Enough for transfers and computation to overlap, few enough for a block
    // to fill a GPU, and as many groups as its kernels take together.
    constexpr std::size_t least = 4, most_blocks = 6;
    const std::size_t groups = (pairs + sp::kGroup - 1) / sp::kGroup;
    if (groups < 4 * least)
        return ends_of_equal(pairs, std::max(groups / least, std::size_t{1}));
    const std::size_t unit = std::max(
        least, std::bit_ceil((groups + most_blocks - 1) / most_blocks));
    std::vector<std::size_t> ends;
    // The link waits for the first before it has results of a synthesis, and
    // for its sums after the last fields of an analysis: a small one.
    for (std::size_t end = unit / 2; end < groups; end += unit)
        ends.push_back(end * sp::kGroup);
    ends.push_back(pairs);
    return ends;
}

/// Of a part of another rank: the worker at the same relative position among
/// the parts of this one.
int Transform::worker_for(std::size_t b) const {
    const Block& block = parts_[b].block;
    if (is_local(b)) return block.worker;
    std::size_t own = 0, theirs = 0, before = 0;
    for (const Part& part : parts_) {
        if (part.block.rank == context_.ranks().rank())
            own += part.block.size();
        if (part.block.rank != block.rank) continue;
        theirs += part.block.size();
        if (part.block.begin < block.begin) before += part.block.size();
    }
    double rest = (static_cast<double>(before) +
                   0.5 * static_cast<double>(block.size())) /
                  static_cast<double>(theirs) * static_cast<double>(own);
    for (const Part& part : parts_) {
        if (part.block.rank != context_.ranks().rank()) continue;
        rest -= static_cast<double>(part.block.size());
        if (rest <= 0) return part.block.worker;
    }
    return main_worker_;
}

bool Transform::cpu_only_ffts(Direction direction) const {
    return std::any_of(local_.begin(), local_.end(), [&](const Local& local) {
        return local.role(direction).lends();
    });
}

double Transform::cpu_fraction(Direction direction) const {
    std::size_t on_cpu = 0;
    for (std::size_t b = 0; b < parts_.size(); ++b)
        if (local_[b].role(direction).fourier_kind == Worker::Kind::cpu)
            on_cpu += parts_[b].block.size();
    return static_cast<double>(on_cpu) / sp::pairs_of(options_.grid);
}

}  // namespace tasuki::graphs::sphere
