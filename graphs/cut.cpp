#include "graphs/cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "runtime/core/error.hpp"

namespace tasuki::graphs {

using runtime::Worker;

std::vector<Block> cut_by_speed(std::size_t size,
                                const std::vector<Speed>& speeds,
                                std::size_t grain) {
    double total = 0;
    for (const Speed& s : speeds) total += s.per_second;
    std::vector<Block> blocks;
    double sum = 0;
    std::size_t begin = 0;
    for (std::size_t k = 0; k < speeds.size(); ++k) {
        const Speed& s = speeds[k];
        sum += s.per_second;
        std::size_t end = size;
        if (k + 1 < speeds.size()) {
            const double part = sum / total * static_cast<double>(size) /
                                static_cast<double>(grain);
            end = static_cast<std::size_t>(std::llround(part)) * grain;
        }
        end = std::min(std::max(end, begin), size);
        if (end > begin)
            blocks.push_back({s.rank, s.worker, s.kind, begin, end});
        begin = end;
    }
    return blocks;
}

double imbalance(const std::vector<Block>& blocks,
                 const std::vector<Speed>& speeds) {
    double total = 0, sum = 0, longest = 0;
    for (const Speed& s : speeds) total += s.per_second;
    for (const Block& block : blocks) {
        const auto found =
            std::find_if(speeds.begin(), speeds.end(), [&](const Speed& s) {
                return s.rank == block.rank && s.worker == block.worker;
            });
        const auto size = static_cast<double>(block.size());
        sum += size;
        longest = std::max(longest, size / found->per_second);
    }
    return sum > 0 ? longest * total / sum : 1;
}

std::vector<Speed> speeds_of_share(const runtime::Context& context,
                                   double cpu_fraction) {
    std::vector<Speed> own;
    for (const Worker::Kind kind : {Worker::Kind::gpu, Worker::Kind::cpu}) {
        const double part =
            kind == Worker::Kind::cpu ? cpu_fraction : 1 - cpu_fraction;
        const auto workers = context.workers(kind);
        if (part <= 0) continue;
        for (const Worker& w : workers)
            own.push_back({context.ranks().rank(), w.id, kind,
                           part / static_cast<double>(workers.size())});
    }
    return gather_speeds(context.ranks(), own);
}

std::vector<Speed> speeds_for(const std::vector<Speed>& measured, Share share) {
    std::vector<Speed> used;
    for (const Speed& s : measured)
        if (share.uses(s.kind)) used.push_back(s);
    return used;
}

std::vector<Speed> gather_speeds(const runtime::Ranks& ranks,
                                 const std::vector<Speed>& own) {
    if (!ranks.several()) return own;
    std::string text;
    for (const Speed& s : own)
        text += fmt::format("{} {} {}\n", s.worker,
                            s.kind == Worker::Kind::gpu ? 1 : 0, s.per_second);
    std::vector<Speed> all;
    const auto texts = ranks.gather(text);
    for (int rank = 0; rank < ranks.size(); ++rank) {
        const char* at = texts[rank].c_str();
        int gpu = 0, length = 0;
        Speed s{rank, 0, Worker::Kind::cpu, 0};
        while (std::sscanf(at, "%d %d %lf\n%n", &s.worker, &gpu, &s.per_second,
                           &length) == 3) {
            s.kind = gpu == 1 ? Worker::Kind::gpu : Worker::Kind::cpu;
            all.push_back(s);
            at += length;
        }
    }
    return all;
}

}  // namespace tasuki::graphs
