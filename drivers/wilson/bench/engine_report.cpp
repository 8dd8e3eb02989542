// The tables of `bench wilson --engine`, for readers and for machines.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codelets/wilson/interior/interior.hpp"
#include "drivers/common/seconds.hpp"
#include "drivers/wilson/bench/engines.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers {

using wilson::interior::kCommunityFlopsPerSite;
using wilson::interior::kFlopsPerSite;

void print_engines(const EngineTable& table) {
    io::print(
        "D on {} in blocks {}{}, placement {}, policy {}: {}\n",
        lattice::to_string(table.lattice), lattice::to_string(table.blocks),
        table.ranks.volume() > 1 ? ", ranks " + lattice::to_string(table.ranks)
                                 : "",
        table.placement, table.policy,
        fmt::format("{}", fmt::join(table.workers, ", ")));
    io::print(
        "  {:<8} {:<7} {:>5} {:>10} {:>10} {:>10} {:>9} {:>9} {:>14} {:>8}\n",
        "engine", "numbers", "links", "time [ms]", "least", "greatest",
        "GFLOP/s", "at 1320", "tasuki/engine", "error");
    for (const EngineRow& r : table.rows) {
        const auto [least, greatest] =
            std::minmax_element(r.seconds.begin(), r.seconds.end());
        io::print(
            "  {:<8} {:<7} {:>5} {:>10.4f} {:>10.4f} {:>10.4f} {:>9.1f} "
            "{:>9.1f} {:>14} {:>8.1e}\n",
            r.engine, r.precision, r.reconstruct,
            1e3 * runtime::median(r.seconds), 1e3 * *least, 1e3 * *greatest,
            r.gflops(kFlopsPerSite), r.gflops(kCommunityFlopsPerSite),
            r.over_engine > 0 ? fmt::format("{:.3f}", r.over_engine) : "-",
            r.error);
    }
}

Json engines_json(const EngineTable& table) {
    Json j{{"lattice", table.lattice.n}, {"blocks", table.blocks.n},
           {"ranks", table.ranks.n},     {"placement", table.placement},
           {"policy", table.policy},     {"workers", table.workers},
           {"rows", Json::array()}};
    for (const EngineRow& r : table.rows) {
        Json row{{"engine", r.engine},
                 {"precision", r.precision},
                 {"reconstruct", r.reconstruct},
                 {"relative_error", r.error},
                 {"iterations", r.iterations},
                 {"gflops", r.gflops(kFlopsPerSite)},
                 {"gflops_1320", r.gflops(kCommunityFlopsPerSite)},
                 {"tasuki_over_engine", nullptr}};
        add_seconds(row, r.seconds);
        if (r.over_engine > 0) row["tasuki_over_engine"] = r.over_engine;
        j["rows"].push_back(std::move(row));
    }
    return j;
}

}  // namespace tasuki::drivers
