// The result of `tasuki wilson` as a table and as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "codelets/wilson/interior/interior.hpp"
#include "drivers/common/seconds.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/wilson/run.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

using wilson::interior::kCommunityFlopsPerSite;
using wilson::interior::kFlopsPerSite;

}  // namespace

std::string title_of(const WilsonOptions& o, const WilsonPlan&,
                     const WilsonResult& r) {
    return fmt::format("Wilson-Dirac {} {}, blocks {}, placement {}, policy {}",
                       lattice::to_string(r.lattice), o.precision,
                       lattice::to_string(r.blocks), r.placement, r.policy);
}

void print_problem(const WilsonOptions& o, const WilsonResult& r) {
    std::vector<std::string> workers;
    for (const auto& worker : r.workers) workers.push_back(worker.name);
    io::print("Wilson-Dirac operator D on {}\n", gauge_name(o));
    io::print("  lattice    {} in blocks {}, kappa {}, {} in T\n",
              lattice::to_string(r.lattice), lattice::to_string(r.blocks),
              o.kappa, o.bc_t);
    if (r.ranks.volume() > 1)
        io::print(
            "  ranks      {}; {} messages per application, {:.1f} kB in all, "
            "exchange {}\n",
            lattice::to_string(r.ranks), r.messages, 1e-3 * r.message_bytes,
            name_of(r.exchange));
    io::print("  numbers    {}, {} reals per link\n", o.precision,
              o.reconstruct);
    io::print("  workers    {}; placement {}, policy {}\n",
              join_workers(workers), r.placement, r.policy);
}

void print_result(const WilsonOptions& o, const WilsonPlan&,
                  const WilsonResult& r) {
    print_problem(o, r);
    for (std::size_t k = 0; k < r.norm2.size(); ++k)
        io::print("  |D^{} b|^2  {:.15g}\n", k + 1, r.norm2[k]);
    io::print(
        "  check      differs from the plain reference by {:.1e} "
        "(relative, {} sites)\n",
        r.error, r.checked_sites);
    print_speed(r, "measured in this run");
}

void print_speed(const WilsonResult& r, const char* origin) {
    io::print("  time       {}\n",
              describe_seconds(r.seconds, "application",
                               fmt::format("x {}", r.iterations)));
    io::print("  speed      {:.2f} GFLOP/s ({:.2f} at 1320 flop per site)\n",
              r.gflops(kFlopsPerSite), r.gflops(kCommunityFlopsPerSite));
    io::print(
        "  memory     {:.2f} GB/s on least traffic = {:.1f} % of the "
        "{:.1f} GB/s {}\n",
        r.achieved_gbs(), r.roofline_percent(), r.roofline_gbs, origin);
    print_phases(r.phases, {"open", "pack", "put", "take", "matvec", "interior",
                            "merge", "release"});
}

Json json_of(const WilsonOptions& o, const WilsonPlan&, const WilsonResult& r) {
    Json j;
    j["gauge"] = gauge_name(o);
    j["lattice"] = r.lattice.n;
    j["blocks"] = r.blocks.n;
    j["ranks"] = r.ranks.n;
    j["messages"] = {{"count", r.messages},
                     {"bytes", r.message_bytes},
                     {"way", name_of(r.exchange)}};
    j["kappa"] = o.kappa;
    j["bc_t"] = o.bc_t;
    j["source"] = o.source;
    j["precision"] = o.precision;
    j["reconstruct"] = o.reconstruct;
    j["placement"] = o.placement;
    j["placement_used"] = r.placement;
    j["policy"] = r.policy;
    j["norm2"] = r.norm2;
    j["relative_error"] = r.error;
    j["checked_sites"] = r.checked_sites;
    add_seconds(j, r.seconds);
    j["iterations"] = r.iterations;
    j["gflops"] = r.gflops(kFlopsPerSite);
    j["gflops_1320"] = r.gflops(kCommunityFlopsPerSite);
    j["achieved_gbs"] = r.achieved_gbs();
    j["roofline_percent"] = r.roofline_percent();
    j["bandwidth_gbs"] = r.roofline_gbs;
    j["workers"] = Json::array();
    for (const WorkerBandwidth& m : r.bandwidth) {
        Json worker{{"id", m.worker.id},
                    {"name", m.worker.name},
                    {"threads", m.worker.threads}};
        if (m.median_gbs > 0) {
            worker["bandwidth_gbs"] = m.median_gbs;
            worker["bandwidth_gbs_min"] = m.min_gbs;
            worker["bandwidth_gbs_max"] = m.max_gbs;
        }
        j["workers"].push_back(std::move(worker));
    }
    j["phases"] = phases_json(r.phases);
    return j;
}

}  // namespace tasuki::drivers
