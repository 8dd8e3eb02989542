#include "drivers/wilson/ranks.hpp"

#include <fmt/format.h>

#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Worker;

Json to_json(const WilsonResult& r) {
    auto j = Json::array();
    for (const WorkerBandwidth& m : r.bandwidth)
        j.push_back({m.worker.id, m.worker.kind == Worker::Kind::gpu,
                     m.worker.device, m.worker.threads, m.worker.name,
                     m.median_gbs, m.min_gbs, m.max_gbs});
    return j;
}

void add(WilsonResult& r, int rank, const Json& part) {
    for (const Json& w : part) {
        const Worker worker{
            w[0],
            w[1] ? Worker::Kind::gpu : Worker::Kind::cpu,
            w[2],
            w[3],
            fmt::format("rank {} {}", rank, w[4].get<std::string>()),
            {}};
        r.bandwidth.push_back({worker, w[5], w[6], w[7]});
    }
}

}  // namespace

void join_ranks(const runtime::Ranks& ranks, WilsonResult& result) {
    if (!ranks.several()) return;
    const auto parts = ranks.collect(to_json(result).dump());
    if (!ranks.is_first()) return;
    result.bandwidth.clear();
    for (int rank = 0; rank < ranks.size(); ++rank)
        add(result, rank, Json::parse(parts[rank]));
    result.workers.clear();
    for (const auto& m : result.bandwidth) result.workers.push_back(m.worker);
}

}  // namespace tasuki::drivers
