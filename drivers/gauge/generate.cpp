// `tasuki gauge generate`: a quenched SU(3) configuration by heat bath.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "codelets/lattice/observables.hpp"
#include "drivers/common/options.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/common/recorded_steps.hpp"
#include "drivers/common/run_trace.hpp"
#include "drivers/gauge/generate_report.hpp"
#include "drivers/workload.hpp"
#include "graphs/quenched/sweep.hpp"
#include "io/atomic_file.hpp"
#include "runtime/context.hpp"
#include "runtime/devices.hpp"
#include "runtime/trace_label.hpp"

namespace tasuki::drivers {

namespace {

using Clock = std::chrono::steady_clock;

io::WriteOptions write_options(const GenerateOptions& options) {
    io::WriteOptions write;
    write.format = io::parse_format(options.format);
    write.encoding.precision_bits = options.precision == "single" ? 32 : 64;
    write.encoding.rows = write.format == io::Format::nersc ? 2 : 3;
    write.ensemble.id = fmt::format("quenched Wilson beta={} {}", options.beta,
                                    options.lattice);
    write.ensemble.label =
        fmt::format("{} start, seed {}, {} overrelaxations per heat bath",
                    options.start, options.seed, options.overrelaxation);
    write.ensemble.creator = "tasuki gauge generate";
    write.ensemble.sequence_number = options.sweeps;
    return write;
}

/// Everything that can be refused, before the work begins.
lattice::Extents checked_extents(const GenerateOptions& options) {
    if (!std::isfinite(options.beta) || options.beta <= 0)
        throw runtime::UsageError(
            fmt::format("--beta: expected a finite number above 0, found {}",
                        options.beta));
    const auto extents = lattice::parse_extents(options.lattice, "--lattice");
    graphs::check_checkerboard(extents);
    if (!options.json.empty() && options.json == options.out)
        throw runtime::UsageError(
            fmt::format("--out and --json: expected two files, found {} twice",
                        options.out));
    const auto& window = options.trace.window;
    if (options.trace.wanted() &&
        static_cast<std::uint64_t>(window.last) >= options.sweeps)
        throw runtime::UsageError(fmt::format(
            "--trace-iterations: expected sweeps below {} (--sweeps), found "
            "{}:{}",
            options.sweeps, window.first, window.last));
    const auto write = write_options(options);
    io::check_encoding(write.format, write.encoding);
    io::check_writable(options.out);
    return extents;
}

/// The sweep after `done` at which the host waits: to measure, or so that the
/// submitted tasks, 1 kB each, do not pile up.
std::uint32_t next_stop(const GenerateOptions& options, std::uint32_t done) {
    constexpr std::uint32_t kInFlight = 8;  // sweeps
    std::uint32_t stop =
        options.sweeps - done > kInFlight ? done + kInFlight : options.sweeps;
    if (const auto every = options.measure_every; every > 0)
        stop = static_cast<std::uint32_t>(std::min<std::uint64_t>(
            stop, (std::uint64_t{done} / every + 1) * every));
    return stop;
}

/// @throws NumericsError  a plaquette that is no number
Measurement measure(std::uint32_t sweep, const lattice::GaugeField& u) {
    const auto plaquette = lattice::plaquette(u);
    if (!std::isfinite(plaquette.average))
        throw runtime::NumericsError(fmt::format(
            "the plaquette after sweep {} is {}", sweep, plaquette.average));
    return {sweep, plaquette};
}

GenerateResult generate(const GenerateOptions& options,
                        const lattice::Extents& extents,
                        runtime::Recorder* recorder) {
    const int cpus = options.cpus > 0
                         ? options.cpus
                         : static_cast<int>(runtime::allowed_cpus().size());
    const auto cut = graphs::choose_cut(extents, cpus);
    runtime::Context context{{.cpus = options.cpus,
                              .cpu_workers = cut.workers,
                              .gpus = 0,
                              .recorder = recorder}};
    GenerateResult result{options.start == "cold"
                              ? lattice::cold_start(extents)
                              : lattice::hot_start(extents, options.seed),
                          {},
                          0};
    const graphs::SlabbedGaugeField u{context, result.field, cut.slabs};
    ProgressLine progress{"sweep", options.sweeps};
    RecordedSteps record{options.trace.window, options.sweeps, recorder};
    std::string note;
    for (std::uint32_t done = 0; done < options.sweeps;) {
        record.begin(done);
        const auto begin = Clock::now();
        const auto stop = static_cast<std::uint32_t>(
            record.stop(done, next_stop(options, done)));
        while (done < stop) {
            std::optional<runtime::TraceIteration> numbered;
            if (record.holds(done)) numbered.emplace(static_cast<int>(done));
            graphs::submit_quenched_sweep(u, {options.beta, options.seed,
                                              ++done, options.overrelaxation});
        }
        context.wait();
        const std::chrono::duration<double> spent = Clock::now() - begin;
        result.seconds += spent.count();
        record.end(done, spent.count());
        if (options.measure_every > 0 && done % options.measure_every == 0 &&
            done < options.sweeps) {
            result.history.push_back(measure(done, u.collect()));
            note = fmt::format("plaquette {:.5f}",
                               result.history.back().plaquette.average);
        }
        progress.show(done, note);
    }
    result.field = u.collect();
    result.history.push_back(measure(options.sweeps, result.field));
    result.trace_cost = record.cost();
    return result;
}

class Generate : public Experiment {
  public:
    explicit Generate(const GenerateOptions& options) : options_{options} {
        if (options_.precision.empty())
            options_.precision =
                options_.format == "milc" ? "single" : "double";
    }

    void plan(const runtime::Ranks&) override {
        extents_ = checked_extents(options_);
    }
    void run(runtime::Recorder* recorder) override {
        result_ = generate(options_, extents_, recorder);
        checksums_ = io::write_gauge(options_.out, result_->field,
                                     write_options(options_));
    }
    void print() const override {
        print_report(options_, *result_, checksums_);
    }
    nlohmann::ordered_json json() const override {
        return to_json(options_, *result_, checksums_);
    }
    std::string title() const override {
        return fmt::format("quenched sweeps of {}, beta {}", options_.lattice,
                           options_.beta);
    }
    const trace::Cost& trace_cost() const override {
        return result_->trace_cost;
    }
    trace::NameOfPart name_of_part() const override {
        return graphs::name_quenched_step;
    }

  private:
    GenerateOptions options_;
    lattice::Extents extents_;
    std::optional<GenerateResult> result_;
    std::vector<io::NamedChecksum> checksums_;
};

void add_physics(CLI::App& command, GenerateOptions& options) {
    add_option(command, "--beta", options.beta, "coupling 6 / g^2, above 0")
        .required();
    add_option(command, "--lattice", options.lattice,
               "extents XxYxZxT [sites], all even")
        .required();
    add_option(command, "--sweeps", options.sweeps,
               "sweeps: a heat bath and the overrelaxations each")
        .required();
    add_option(
        command, "--seed", options.seed,
        "the same seed gives the same configuration, on any number of CPUs")
        .required();
    add_option(command, "--start", options.start, Words{"cold", "hot"},
               "cold (unit links) or hot (random links)");
    add_option(command, "--overrelaxation", options.overrelaxation,
               Range{0, 1000}, "overrelaxation sweeps after each heat bath");
    add_option(command, "--measure-every", options.measure_every,
               "sweeps between entries of the plaquette history; 0 for the "
               "last one only");
}

void add_output(CLI::App& command, GenerateOptions& options) {
    add_option(command, "--out", options.out, "file to write").required();
    add_option(command, "--format", options.format, io::format_names(),
               "nersc (two rows of each link), ildg, scidac or milc (three)");
    add_option(command, "--precision", options.precision,
               Words{"single", "double"},
               "of the file, single or double (default: double; milc is always "
               "single); the sweeps are in double precision");
    add_result_options(command, options, "some of the sweeps");
    add_option(command, "--cpus", options.cpus, Range{1, 4096},
               "logical CPUs to compute with (default: all)");
}

void add_generate_options(CLI::App& command, GenerateOptions& options) {
    add_physics(command, options);
    add_output(command, options);
}

}  // namespace

void add_gauge_generate(CLI::App& gauge) {
    add_experiment<Generate>(gauge, "generate", add_generate_options);
}

}  // namespace tasuki::drivers
