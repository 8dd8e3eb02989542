#include "drivers/gauge/generate_plan.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivers/common/resume_agreement.hpp"
#include "graphs/quenched/sweep.hpp"
#include "graphs/share.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

io::QuenchedState fresh(const GenerateOptions& o) {
    const auto extents = planned_extents(o);
    const auto start = o.start.value_or("hot");
    return {.field = start == "cold" ? lattice::cold_start(extents)
                                     : lattice::hot_start(extents, *o.seed),
            .beta = *o.beta,
            .seed = *o.seed,
            .start = start,
            .overrelaxation = o.overrelaxation.value_or(4),
            .measure_every = o.measure_every.value_or(10)};
}

io::QuenchedState resumed(const GenerateOptions& o) {
    auto s = io::read_quenched(*io::open_source(o.resume));
    graphs::check_checkerboard(s.field.extents());
    const ResumeAgreement with{o.resume, "--start"};
    with.check("--beta", o.beta, s.beta);
    if (!o.lattice.empty())
        with.check("--lattice", std::optional{o.lattice},
                   lattice::to_string(s.field.extents()));
    with.check("--seed", o.seed, s.seed);
    with.check("--start", o.start, s.start);
    with.check("--overrelaxation", o.overrelaxation, s.overrelaxation);
    with.check("--measure-every", o.measure_every, s.measure_every);
    if (s.sweep > o.sweeps)
        throw UsageError(fmt::format(
            "--sweeps {}: {} is at sweep {} already; sweeps are counted from "
            "the start of the run",
            o.sweeps, o.resume, s.sweep));
    return s;
}

}  // namespace

lattice::Extents planned_extents(const GenerateOptions& o) {
    const auto need = [](const char* option, bool given) {
        if (!given)
            throw UsageError(
                fmt::format("{} is required without --resume; see `tasuki "
                            "gauge generate --help`",
                            option));
    };
    need("--beta", o.beta.has_value());
    need("--lattice", !o.lattice.empty());
    need("--seed", o.seed.has_value());
    if (!std::isfinite(*o.beta) || *o.beta <= 0)
        throw UsageError(fmt::format(
            "--beta: expected a finite number above 0, found {}", *o.beta));
    const auto extents = lattice::parse_extents(o.lattice, "--lattice");
    graphs::check_checkerboard(extents);
    return extents;
}

GenerateWorkers choose_workers(const GenerateOptions& o,
                               const lattice::Extents& extents) {
    const auto share = graphs::Share::parse(o.placement);
    const bool cpu_only = share.name() == graphs::Share::Name::cpu;
    auto here = runtime::find_resources(
        {.cpus = o.cpus, .gpus = cpu_only ? 0 : o.gpus});
    graphs::check_share(here, share);
    GenerateWorkers workers;
    if (!cpu_only && !here.gpus.empty()) {
        workers.where = runtime::Where::gpu;
        // Several would send each other whole slabs at every step.
        if (o.gpus < 0) here.gpus.resize(1);
        workers.gpus = here.gpus;
        workers.slabs =
            graphs::choose_cut(extents, static_cast<int>(here.gpus.size()))
                .slabs;
    } else {
        const auto cut = graphs::choose_cut(extents, here.cpus);
        workers.cpu_workers = cut.workers;
        workers.slabs = cut.slabs;
    }
    if (o.slabs > 0) workers.slabs = o.slabs;
    if (extents[3] % workers.slabs != 0)
        throw UsageError(fmt::format(
            "--slabs: expected a divisor of the T extent of {}, found {}",
            lattice::to_string(extents), o.slabs));
    return workers;
}

io::WriteOptions write_options(const GenerateOptions& options,
                               const io::QuenchedState& state) {
    io::WriteOptions write;
    write.format = io::format_of(options.out, options.format);
    write.encoding = io::usual_encoding(write.format, 64);
    write.encoding.precision_bits = options.precision == "single" ? 32 : 64;
    if (write.format == io::Format::nersc) write.encoding.rows = 2;
    write.ensemble.id = fmt::format("quenched Wilson beta={} {}", state.beta,
                                    lattice::to_string(state.field.extents()));
    write.ensemble.label =
        fmt::format("{} start, seed {}, {} overrelaxations per heat bath",
                    state.start, state.seed, state.overrelaxation);
    write.ensemble.creator = "tasuki gauge generate";
    write.ensemble.sequence_number = options.sweeps;
    return write;
}

io::QuenchedState make_plan(const GenerateOptions& options) {
    auto state = options.resume.empty() ? fresh(options) : resumed(options);
    const auto& window = options.trace.window;
    const auto sweeps = options.sweeps - state.sweep;
    if (options.trace.wanted() &&
        static_cast<std::uint64_t>(window.last) >= sweeps)
        throw UsageError(
            fmt::format("--trace-iterations: expected sweeps below {} "
                        "(--sweeps), found {}:{}",
                        sweeps, window.first, window.last));
    const auto write = write_options(options, state);
    io::check_encoding(write.format, write.encoding);
    if (options.checkpoint_every == 0)
        throw UsageError(
            "--checkpoint-every: expected a number from 1 on, found 0");
    return state;
}

}  // namespace tasuki::drivers
