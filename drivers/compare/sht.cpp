// Spherical harmonic transforms: GFLOP/s of a synthesis and the analysis that
// undoes it, over the truncation.

#include "drivers/compare/subject.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers::compare {

namespace {

/// Of both directions together, repetition by repetition.
Times times_of_both(const Json& result) {
    Times both{0, {}, 0};
    double work = 0;  // [10^9 flop]
    for (const char* direction : {"synthesis", "analysis"}) {
        const auto& j = result.at(direction);
        work +=
            j.at("gflops").get<double>() * j.at("seconds_median").get<double>();
        const auto all = j.at("seconds_all").get<std::vector<double>>();
        both.all.resize(all.size());
        for (std::size_t k = 0; k < all.size(); ++k) both.all[k] += all[k];
    }
    if (both.all.empty()) return both;  // which is refused
    both.median = runtime::median(both.all);
    both.speed = work / both.median;
    return both;
}

}  // namespace

const Subject& sht_subject() {
    static const Subject subject{
        .command = "sht",
        .title = "Spherical harmonic transforms",
        .input =
            "random spectrum, seed 1, on quadratic Gauss grids; a "
            "repetition is a synthesis and an analysis",
        .axes = {{.name = "truncation",
                  .option = "--truncations",
                  .argument = "--truncation",
                  .help = "greatest degrees M",
                  .defaults = {"85,170,341", "170,341,682,1023"},
                  .most = 32767,
                  .before = "T",
                  .tag = "T"},
                 {.name = "fields",
                  .option = "--fields",
                  .argument = "--fields",
                  .help = "numbers of fields transformed together",
                  .defaults = {"1,8", "1,8"},
                  .most = 100000,
                  .before = "fields: ",
                  .usual = "1",
                  .tag = "f",
                  .title = "number of fields"},
                 {.name = "data",
                  .option = "--data",
                  .argument = "--data",
                  .help = "places of the data before and after a transform: "
                          "host (transfers are timed), device",
                  .defaults = {"host", "host,device"},
                  .words = {"host", "device"},
                  .before = "data on the ",
                  .usual = "host",
                  .title = "place of the data"}},
        .x_label = "truncation M",
        .speed = "gflops",
        .unit = "GFLOP/s",
        .unit_note = " at J (M + 1)^2 flop",
        .times = times_of_both,
        .columns =
            {{"synthesis_gflops", "/synthesis/gflops", "synthesis", "{:.2f}"},
             {"synthesis_cpu_fraction", "/synthesis/cpu_fraction", "CPU share",
              "{:.2f}"},
             {"analysis_gflops", "/analysis/gflops", "analysis", "{:.2f}"},
             {"analysis_cpu_fraction", "/analysis/cpu_fraction", "CPU share",
              "{:.2f}"},
             {"roundtrip_rms", "/roundtrip_rms", "rms error", "{:.1e}", true}},
        .columns_note =
            "GFLOP/s count J (M + 1)^2 flop per field and direction; synthesis "
            "and analysis: GFLOP/s of each, with the fraction of the latitudes "
            "that the CPU computes; rms error: of the coefficients "
            "after both, relative.",
        .simulated_note =
            "GFLOP/s count J (M + 1)^2 flop per field and direction; synthesis "
            "and analysis: GFLOP/s of each, with the fraction of the latitudes "
            "that the CPU computes."};
    return subject;
}

}  // namespace tasuki::drivers::compare
