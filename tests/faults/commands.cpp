#include "tests/faults/commands.hpp"

#include <fmt/format.h>

namespace tasuki::faults {

namespace {

/// Half of the cases have outputs of an earlier run.
constexpr const char* kOver = "--overwrite";
constexpr const char* kCpu = "--cpus 1 --gpus 0 --placement cpu";

std::string nbody(const std::string& begin, int steps) {
    return fmt::format(
        "nbody {} --steps {} {} --every 2 --out out/run --pictures --plane xz "
        "--checkpoint out/checkpoint.h5 --checkpoint-every 2 --json out/n.json "
        "{}",
        begin, steps, kCpu, kOver);
}

std::string sphere(const std::string& begin, int steps) {
    return fmt::format(
        "sphere {} --steps {} {} --every 2 --out out/run "
        "--checkpoint out/checkpoint.h5 --checkpoint-every 2 --json out/s.json "
        "{}",
        begin, steps, kCpu, kOver);
}

std::string wilson(const std::string& more) {
    return fmt::format(
        "wilson --repetitions 1 --iterations 2 {} --json out/w.json {} {}",
        kCpu, more, kOver);
}

std::string solve(const std::string& more) {
    return fmt::format("solve {} {} --json out/v.json --out out/v.h5 {}", more,
                       kCpu, kOver);
}

std::string sht(const std::string& more) {
    return fmt::format(
        "sht --truncation 6 --repetitions 1 {} --json out/t.json {} {}", kCpu,
        more, kOver);
}

std::string stream(const std::string& more) {
    return fmt::format(
        "sht --stream --readers 2 --truncation 6 {} --json out/t.json {} {}",
        kCpu, more, kOver);
}

std::string generate(int sweeps, const std::string& more) {
    return fmt::format(
        "gauge generate --beta 5.7 --lattice 4x4x4x4 --sweeps {} --seed 7 "
        "--measure-every 1 --cpus 1 --gpus 0 --out {} {}",
        sweeps, more, kOver);
}

std::string compare(const std::string& subject, const std::string& more) {
    return fmt::format(
        "compare {} --reps 1 --gpus 0 --placements cpu "
        "{} --out out/cells",
        subject, more);
}

const std::string kSaved =
    "--json out/q.json --checkpoint out/checkpoint.h5 --checkpoint-every 1";

const std::string kCells =
    "--lattices 4x4x4x4 --precisions single,double --blocks 1x1x1x2 --scheds "
    "lws";

/// Its last digits depend on where it was ended.
const std::string kSolveSaved = fmt::format(
    "solve --gauge hot:1 --lattice 4x4x4x4 --kappa 0.1 {} --json out/c.json "
    "--out out/c.lime --svg out/c.svg --checkpoint out/checkpoint.h5 "
    "--checkpoint-every 0.001 "
    "{}",
    kCpu, kOver);

std::vector<Command> simulations() {
    return {{.name = "nbody",
             .words = nbody("--n 64 --seed 3", 6),
             .earlier = nbody("--n 64 --seed 3", 2),
             .resume = nbody("--resume out/checkpoint.h5", 6)},
            {.name = "nbody-file",
             .words = nbody("--in in/bodies.txt --precision double", 4),
             .resume = nbody("--resume out/checkpoint.h5", 4),
             .input = "in/bodies.txt"},
            {.name = "nbody-resume",
             .words = nbody("--resume in/nbody.h5", 6),
             .resume = nbody("--resume out/checkpoint.h5", 6),
             .input = "in/nbody.h5",
             .checked = true},
            {.name = "sphere",
             .words = sphere("--truncation 8 --start random:4 --seed 3", 4),
             .rounds = true},
            {.name = "sphere-resume",
             .words = sphere("--resume in/sphere.h5", 8),
             .earlier = sphere("--resume in/sphere.h5", 6),
             .resume = sphere("--resume out/checkpoint.h5", 8),
             .input = "in/sphere.h5",
             .checked = true},
            {.name = "sht",
             .words = sht("--seed 2 --out out/t.txt"),
             .earlier = sht("--seed 3 --out out/t.txt"),
             .rounds = true},
            {.name = "sht-synthesis",
             .words = sht("--op synthesis --in in/spectrum.txt --out out/t.nc "
                          "--map out/t.png --map-width 128 --spectrum "
                          "out/t.csv"),
             .earlier = sht("--op synthesis --seed 5 --out out/t.nc --spectrum "
                            "out/t.csv"),
             .input = "in/spectrum.txt",
             .rounds = true},
            {.name = "sht-stream",
             .words = stream("--in in/grid.nc --out out/t.nc"),
             .earlier = stream("--fields 2 --out out/t.nc"),
             .input = "in/grid.nc",
             .rounds = true},
            {.name = "sht-analysis",
             .words = sht("--op analysis --in in/grid.nc --out out/t.txt "
                          "--spectrum out/t.svg"),
             .input = "in/grid.nc",
             .rounds = true}};
}

std::vector<Command> lattices() {
    return {
        {.name = "wilson",
         .words = wilson("--gauge in/q.nersc"),
         .earlier = wilson("--gauge cold --lattice 4x4x4x4"),
         .input = "in/q.nersc",
         .checked = true},
        {.name = "wilson-trace",
         .words = wilson("--gauge hot:1 --lattice 4x4x4x4 --trace "
                         "out/trace --trace-iterations 1:2"),
         .loose = "trace"},
        {.name = "solve",
         .words = solve("--gauge in/q.nersc --kappa 0.1"),
         .earlier = solve("--gauge cold --lattice 4x4x4x4 --source random:1"),
         .input = "in/q.nersc",
         .checked = true},
        {.name = "solve-checkpoint",
         .words = kSolveSaved,
         .resume = kSolveSaved,
         .loose = "c"},
        {.name = "gauge-info",
         .words = "gauge info in/q.lime --json out/i.json --overwrite",
         .earlier = "gauge info in/q.nersc --json out/i.json --overwrite",
         .input = "in/q.lime",
         .checked = true},
        {.name = "gauge-convert",
         .words = fmt::format("gauge convert in/q.nersc out/q.lime {}", kOver),
         .earlier = fmt::format("gauge convert in/q.nersc out/q.lime "
                                "--precision single {}",
                                kOver),
         .input = "in/q.nersc",
         .checked = true},
        {.name = "gauge-convert-milc",
         .words = fmt::format("gauge convert in/q.milc out/q.scidac {}", kOver),
         .input = "in/q.milc",
         .checked = true},
        {.name = "gauge-generate",
         .words = generate(4, "out/q.nersc " + kSaved),
         .earlier = generate(2, "out/q.nersc " + kSaved),
         .resume =
             generate(4, "out/q.nersc --resume out/checkpoint.h5 " + kSaved)}};
}

std::vector<Command> others() {
    return {
        {.name = "devices", .words = "devices --json out/d.json --overwrite"},
        {.name = "help", .words = "--help"},
        {.name = "help-nbody", .words = "nbody --help"},
        {.name = "version", .words = "--version"},
        {.name = "bench-nbody",
         .words = "bench nbody --n 64 --cpus 1 --gpus 0 --json out/b.json "
                  "--csv out/b.csv --overwrite",
         .loose = "b.csv"},
        {.name = "bench-solve",
         .words = "bench solve --lattices 4x4x4x4 --precisions half "
                  "--repetitions 1 --cpus 1 --gpus 0 --json out/b.json "
                  "--overwrite"},
        {.name = "bench-sht",
         .words = "bench sht --truncations 7 --cpus 1 --gpus 0 --json "
                  "out/b.json --overwrite",
         .rounds = true},
        {.name = "bench-tasks",
         .words = "bench tasks --patterns fft --engines serial,tasuki,openmp "
                  "--width 4 --steps 4 --iterations 8,1 --repetitions 1 "
                  "--cpus 1 --json out/b.json --svg out/b.svg --overwrite",
         .loose = "b."},
        {.name = "bench-pictures",
         .words = "bench pictures --n 64 --truncation 7 --repetitions 1 "
                  "--json out/b.json --overwrite",
         .loose = "b.json"},
        {.name = "bench-team",
         .words = "bench team --ways team --pauses 0 --repetitions 1 --cpus 1 "
                  "--json out/b.json --overwrite",
         .loose = "b.json"},
        {.name = "bench-wilson",
         .words =
             "bench wilson --lattices 4x4x4x4 --repetitions 1 --kernels pack "
             "--reconstruct 18 --precisions double --cpus 1 --gpus 0 "
             "--json out/b.json --overwrite"},
        {.name = "compare-wilson",
         .words = compare("wilson", kCells),
         .loose = "cells"},
        {.name = "compare-solve",
         .words = compare("solve", "--lattices 4x4x4x4 --scheds lws"),
         .loose = "cells"},
        {.name = "compare-more",
         .words = compare("wilson", kCells + ",eager"),
         .given = "cells",
         .loose = "cells"},
        {.name = "compare-report",
         .words = "compare report out/cells",
         .input = "out/cells/experiment.json",
         .given = "cells",
         .loose = "cells"},
        {.name = "trace-summary",
         .words = "trace summary in/trace --json out/t.json --overwrite",
         .input = "in/trace/tasks.csv"},
        {.name = "trace-compare",
         .words =
             "trace compare in/trace in/trace2 --json out/t.json --overwrite",
         .input = "in/trace2/run.json"},
        {.name = "trace-report",
         .words = "trace report out/trace",
         .input = "out/trace/waits.csv",
         .given = "trace",
         .loose = "trace"}};
}

}  // namespace

const std::vector<Command>& commands() {
    static const std::vector<Command> all = [] {
        auto list = simulations();
        for (const auto& more : {lattices(), others()})
            list.insert(list.end(), more.begin(), more.end());
        return list;
    }();
    return all;
}

const std::vector<std::string>& recipes() {
    static const std::vector<std::string> all{
        generate(3, "in/q.nersc"),
        "gauge convert in/q.nersc in/q.lime",
        "gauge convert in/q.nersc in/q.milc",
        fmt::format("nbody --n 64 --seed 3 --steps 4 {} --checkpoint "
                    "in/nbody.h5",
                    kCpu),
        fmt::format("sphere --truncation 8 --start random:4 --seed 3 --steps 4 "
                    "{} --checkpoint in/sphere.h5",
                    kCpu),
        sht("--op synthesis --seed 4 --out in/grid.nc"),
        sht("--op analysis --in in/grid.nc --out in/spectrum.txt"),
        wilson("--gauge hot:1 --lattice 4x4x4x4 --trace in/trace "
               "--trace-iterations 1:2"),
        wilson("--gauge hot:2 --lattice 4x4x4x4 --trace in/trace2 "
               "--trace-iterations 1:2"),
        fmt::format("compare wilson --reps 1 --gpus 0 --placements "
                    "cpu {} --out in/cells",
                    kCells)};
    return all;
}

std::string bodies_text() {
    std::string text;
    for (int k = 0; k < 8; ++k)
        text += fmt::format("0.125 {} {} {} 0.{} 0 0\n", k % 2, k / 2 % 2,
                            k / 4, k);
    return text;
}

}  // namespace tasuki::faults
