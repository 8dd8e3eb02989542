// `tasuki gauge generate`: a quenched SU(3) configuration by heat bath.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "drivers/common/options.hpp"
#include "drivers/gauge/generate_plan.hpp"
#include "drivers/gauge/generate_run.hpp"
#include "drivers/workload.hpp"
#include "graphs/quenched/sweep.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

class Generate : public Experiment {
  public:
    explicit Generate(const GenerateOptions& options) : options_{options} {
        options_.format =
            io::to_string(io::format_of(options_.out, options_.format));
        if (options_.precision.empty())
            options_.precision =
                options_.format == "milc" ? "single" : "double";
    }

    void plan(const runtime::Ranks&) override {
        if (options_.resume.empty())
            extents_ = planned_extents(options_);
        else
            begin_ = make_plan(options_);
    }
    /// The first or last configuration, the slabs, the file, and a checkpoint
    /// with its own.
    MemoryNeed memory(const runtime::Ranks&) const override {
        const auto extents = begin_ ? begin_->field.extents() : extents_;
        const auto workers = choose_workers(options_, extents);
        const double links = static_cast<double>(extents.volume()) * 4 *
                             sizeof(lattice::Matrix3);
        const auto gpus = static_cast<double>(workers.gpus.size());
        return {.what = "a lattice of " + lattice::to_string(extents),
                .parts = {{"links", links},
                          {"slabs of the sweeps", links,
                           gpus > 0 ? links / gpus : 0},
                          {"file", links},
                          {"checkpoint",
                           options_.checkpoint.empty() ? 0 : 2 * links}},
                .gpus = workers.gpus,
                .advice = "take a smaller lattice"};
    }
    void make_input(const runtime::Ranks&) override {
        if (!begin_) begin_ = make_plan(options_);
    }
    void run(runtime::Recorder* recorder) override {
        result_ = run_sweeps(options_, *std::move(begin_), recorder);
    }
    void write_files() override {
        checksums_ = io::write_gauge(options_.out, result_->state.field,
                                     write_options(options_, result_->state));
    }
    void print() const override {
        print_report(options_, *result_, checksums_);
    }
    Json json() const override {
        return to_json(options_, *result_, checksums_);
    }
    std::string title() const override {
        return fmt::format("quenched sweeps of {}, beta {}",
                           lattice::to_string(result_->state.field.extents()),
                           result_->state.beta);
    }
    RunTimes run_times() const override {
        return {result_->seconds, result_->waited, result_->worked};
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
    std::optional<io::QuenchedState> begin_;
    std::optional<GenerateResult> result_;
    std::vector<io::NamedChecksum> checksums_;
};

void add_physics(CLI::App& command, GenerateOptions& options) {
    add_option(command, "--beta", options.beta,
               "coupling 6 / g^2, above 0; required without --resume");
    add_option(command, "--lattice", options.lattice,
               "extents XxYxZxT [sites], all even; required without --resume");
    add_option(command, "--sweeps", options.sweeps,
               "sweeps, a heat bath and the overrelaxations each; counted from "
               "the start of the run also after a restart")
        .required();
    add_option(command, "--seed", options.seed,
               "the same seed gives the same configuration, on any CPUs and "
               "GPUs; required without --resume");
    add_option(command, "--start", options.start, Words{"cold", "hot"},
               "cold (unit links) or hot (default: random links)");
    add_option(command, "--overrelaxation", options.overrelaxation,
               Range{0, 1000},
               "overrelaxation sweeps after each heat bath (default 4)");
    add_option(command, "--measure-every", options.measure_every,
               "sweeps between entries of the plaquette history (default 10); "
               "0 for the last one only");
}

void add_restart(CLI::App& command, GenerateOptions& options) {
    add_option(command, "--resume", options.resume,
               "checkpoint to restart from; other options, if given, must "
               "agree with it")
        .reads();
    add_option(command, "--checkpoint", options.checkpoint,
               "file for the newest state, replaced each time, for --resume; "
               "written also on SIGUSR1, and before SIGTERM or Ctrl-C ends the "
               "run")
        .continues("--resume");
    add_option(command, "--checkpoint-every", options.checkpoint_every,
               "sweeps between checkpoints (default: a tenth of --sweeps)")
        .needs("--checkpoint");
}

void add_output(CLI::App& command, GenerateOptions& options) {
    add_option(command, "--out", options.out, "file for the configuration")
        .required()
        .writes();
    add_option(command, "--format", options.format, io::format_names(),
               "format: nersc (two rows of each link), ildg, scidac, milc or "
               "openqcd (three) (default: by the ending of --out, see gauge "
               "convert)");
    add_option(command, "--precision", options.precision,
               Words{"single", "double"},
               "of the file, single or double (default: double; milc is always "
               "single, openqcd double); the sweeps are in double precision");
    add_result_options(command, options, "some of the sweeps");
}

void add_machine(CLI::App& command, GenerateOptions& options) {
    add_option(
        command, "--placement", options.placement,
        Words{"gpu", "cpu", "dynamic"},
        "where to compute: gpu, cpu, or dynamic (a GPU if there is one)");
    add_option(
        command, "--cpus", options.cpus, Range{0, 4096},
        "number of logical CPUs to compute with (default: all that affinity, "
        "OMP_NUM_THREADS and control groups leave)");
    add_option(command, "--gpus", options.gpus, Range{0, 64},
               "number of GPUs to compute with (default: one)");
    add_option(command, "--slabs", options.slabs, Range{1, 4096},
               "number of slabs of T layers, each a task (default: one on a "
               "GPU, else two for each of several workers)");
}

void add_generate_options(CLI::App& command, GenerateOptions& options) {
    add_physics(command, options);
    add_restart(command, options);
    add_output(command, options);
    add_machine(command, options);
}

}  // namespace

void add_gauge_generate(CLI::App& gauge) {
    add_experiment<Generate>(gauge, "generate", add_generate_options);
}

}  // namespace tasuki::drivers
