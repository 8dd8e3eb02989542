// The tables of `bench wilson`, for readers and for machines.
#include <fmt/format.h>

#include <algorithm>

#include "codelets/wilson/interior/interior.hpp"
#include "drivers/common/seconds.hpp"
#include "drivers/wilson/bench/kernels.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Worker;

/// 1488 flop per site, as the 2015 paper counts, for the community's 1320.
constexpr double kPaperOverCommunity =
    wilson::interior::kFlopsPerSite / wilson::interior::kCommunityFlopsPerSite;

}  // namespace

void print_kernels(const WorkerBandwidth& device, const std::string& lattice,
                   const std::vector<KernelRow>& rows) {
    io::print("{}, {}: {} {:.1f} GB/s ({:.1f} to {:.1f})\n", device.worker.name,
              lattice,
              device.worker.kind == Worker::Kind::gpu ? "copy" : "triad",
              device.median_gbs, device.min_gbs, device.max_gbs);
    io::print(
        "  {:<10} {:<9} {:>5} {:>11} {:>9} {:>9} {:>10} {:>10} {:>9} {:>7} "
        "{:>9}\n",
        "kernel", "precision", "links", "time [ms]", "least", "greatest",
        "GFLOP/s", "at 1488", "GB/s", "% of bw", "error");
    for (const KernelRow& r : rows) {
        const auto [least, greatest] =
            std::minmax_element(r.seconds.begin(), r.seconds.end());
        io::print(
            "  {:<10} {:<9} {:>5} {:>11.4f} {:>9.4f} {:>9.4f} {:>10.1f} "
            "{:>10.1f} {:>9.1f} {:>7.1f} {:>9.1e}\n",
            r.kernel, r.precision,
            r.reconstruct != 0 ? std::to_string(r.reconstruct) : "-",
            1e3 * r.median_seconds(), 1e3 * *least, 1e3 * *greatest, r.gflops(),
            r.gflops() * kPaperOverCommunity, r.gbs(),
            100 * r.gbs() / device.median_gbs, r.error);
    }
}

Json kernels_json(const WorkerBandwidth& device, const std::string& lattice,
                  const std::vector<KernelRow>& rows) {
    Json j{{"device", device.worker.name},
           {"lattice", lattice},
           {"bandwidth_gbs", device.median_gbs},
           {"bandwidth_gbs_min", device.min_gbs},
           {"bandwidth_gbs_max", device.max_gbs},
           {"rows", Json::array()}};
    for (const KernelRow& r : rows) {
        auto& row = j["rows"].push_back(
            {{"kernel", r.kernel},
             {"precision", r.precision},
             {"reconstruct", r.reconstruct},
             {"relative_error", r.error},
             {"gflops_1320", r.gflops()},
             {"gflops", r.gflops() * kPaperOverCommunity},
             {"gbs", r.gbs()},
             {"roofline_percent", 100 * r.gbs() / device.median_gbs}});
        add_seconds(row, r.seconds);
    }
    return j;
}

}  // namespace tasuki::drivers
