// `tasuki bench self`: communication that GPUs start themselves.
#include <fmt/format.h>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/common/settings.hpp"
#include "drivers/drivers.hpp"
#include "drivers/self/bench/plan.hpp"
#include "drivers/self/bench/report.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::drivers {

namespace {

namespace ps = peers::self;

struct Options {
    SelfChoice choice{ps::experiment_names(), ps::way_names(), {}, 9};
    std::string json, svg;
};

void run(const CLI::App& command, const Options& o) {
    const auto plan = make_plan(o.choice);
    const runtime::Ranks& ranks = runtime::mpi_ranks();
    io::check_agreement(ranks, settings_of(command), kFreeOptions);
    SelfReport report;
    const bool prints = ranks.is_first() && o.json != "-";
    const auto print = [&](const auto& part) {
        if (!prints) return;
        print_self(part);
        io::flush_stdout();
    };
    ps::measure(plan, ranks,
                {.begin =
                     [&](const ps::Setting& setting) {
                         report.setting = setting;
                         print(setting);
                     },
                 .row =
                     [&](const ps::Row& row) {
                         report.rows.push_back(row);
                         print(row);
                     },
                 .left_out =
                     [&](const ps::LeftOut& left_out) {
                         report.left_out.push_back(left_out);
                         print(left_out);
                     }});
    if (!ranks.is_first()) return;
    print(compare_ways(report.rows));
    if (!o.json.empty()) io::write_json(o.json, self_json(report));
    if (!o.svg.empty()) io::write_file(o.svg, self_svg(report.rows));
}

}  // namespace

void add_bench_self(CLI::App& bench) {
    auto options = std::make_shared<Options>();
    auto& o = *options;
    auto& command = add_command(bench, "self");
    add_option(command, "--experiments", o.choice.experiments,
               ps::experiment_names(),
               "experiments, separated by commas: launch (of a kernel), "
               "attribute (from a kernel to the host and back), kernels (from "
               "kernel to kernel, small), ping-pong");
    add_option(
        command, "--ways", o.choice.ways, ps::way_names(),
        "ways of ping-pong, separated by commas: self (a kernel stores "
        "and raises a flag), copy (copy engine), copy-alone (many copies "
        "in a row, without answers), mpi-host (copies to pinned host "
        "memory and MPI), mpi (MPI alone), nccl");
    add_option(command, "--sizes", o.choice.sizes, Range{4, 1 << 30},
               "messages of ping-pong [B], separated by commas (default: 1024 "
               "to 268435456 by factors of 4)");
    add_option(command, "--repetitions", o.choice.repetitions, Range{1, 1000},
               "number of timed repetitions of about 20 ms; their median is "
               "printed");
    add_json_option(command, o.json);
    add_option(command, "--svg", o.svg, "file for charts of time over size")
        .writes();
    set_action(command, [options, &command] { run(command, *options); });
}

}  // namespace tasuki::drivers
