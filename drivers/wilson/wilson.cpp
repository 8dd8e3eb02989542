// `tasuki wilson`: the Wilson-Dirac operator on a gauge configuration.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "drivers/drivers.hpp"
#include "drivers/wilson/report.hpp"
#include "drivers/wilson/trace.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

namespace {

class Wilson : public Experiment {
  public:
    explicit Wilson(const WilsonOptions& options) : options_{options} {}

    void check() const override {
        if (!std::isfinite(options_.kappa))
            throw runtime::UsageError(fmt::format(
                "--kappa: expected a finite number, found {}", options_.kappa));
    }
    void plan(const runtime::Ranks& ranks) override {
        find_gpus(options_, ranks);
    }
    void run(runtime::Recorder* recorder) override {
        result_ = run_wilson(options_, recorder);
    }
    void print() const override { print_wilson(options_, result_); }
    nlohmann::ordered_json json() const override {
        return wilson_json(options_, result_);
    }
    std::string title() const override {
        return trace_title(options_, result_);
    }
    const trace::Cost& trace_cost() const override {
        return result_.trace_cost;
    }
    trace::NameOfPart name_of_part() const override { return name_faces; }

  private:
    WilsonOptions options_;
    WilsonResult result_{};
};

void add_problem(CLI::App& command, WilsonOptions& o) {
    command.add_option("--gauge", o.gauge,
                       "gauge configuration: NERSC, ILDG/SciDAC or MILC file, "
                       "cold, or hot:SEED (default: the shipped quenched "
                       "sample, beta 6.0, 8x8x8x16)");
    command.add_option("--lattice", o.lattice,
                       "extents XxYxZxT of a cold or hot start [sites] "
                       "(default 8x8x8x16)");
    command.add_option(
        "--blocks", o.blocks,
        "blocks XxYxZxT of the lattice (default: along T, two for each GPU if "
        "they are not too thin, else one; without GPUs two on one rank, one on "
        "each of several)");
    command.add_option("--ranks", o.ranks,
                       "grid XxYxZxT of ranks (default: all along T); start "
                       "them with mpirun -np N");
    command.add_option("--kappa", o.kappa, "hopping parameter kappa")
        ->capture_default_str();
    command.add_option("--bc-t", o.bc_t, "fermion boundary condition in T")
        ->check(CLI::IsMember({"periodic", "antiperiodic"}))
        ->capture_default_str();
    command
        .add_option("--source", o.source,
                    "source: random:SEED or point:X,Y,Z,T,SPIN,COLOUR")
        ->capture_default_str();
    command
        .add_option("--precision", o.precision,
                    "precision of fields and arithmetic")
        ->check(CLI::IsMember({"double", "single"}))
        ->capture_default_str();
    command
        .add_option("--reconstruct", o.reconstruct,
                    "reals stored per link: 18, 12 (two rows) or 8")
        ->check(CLI::IsMember({18, 12, 8}))
        ->capture_default_str();
}

void add_machine(CLI::App& command, WilsonOptions& o) {
    command
        .add_option("--placement", o.placement,
                    "where phases may run: gpu, cpu, host-t-minus, host-t, "
                    "host-all (faces multiplied on the CPU), split:F (fraction "
                    "F of the blocks on the CPU; split:auto measures it), or "
                    "dynamic (the policy decides)")
        ->capture_default_str();
    add_machine_options(command, o);
}

void add_measurement(CLI::App& command, WilsonOptions& o) {
    command
        .add_option("--apply", o.apply,
                    "number of applications of D whose norms are printed")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    command
        .add_option("--iterations", o.iterations,
                    "number of applications in each timed repetition "
                    "(default: about 0.1 s of them)")
        ->check(CLI::Range(1, 1000000));
    command
        .add_option("--repetitions", o.repetitions,
                    "number of timed repetitions; their median is printed")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    add_result_options(command, o, "some applications after the timed ones");
}

}  // namespace

void add_wilson(CLI::App& app) {
    auto options = std::make_shared<WilsonOptions>();
    auto& command = add_command(app, "wilson");
    add_problem(command, *options);
    add_machine(command, *options);
    add_measurement(command, *options);
    command.callback([options, &command] {
        Wilson wilson{*options};
        run_experiment(command, *options, wilson);
    });
}

}  // namespace tasuki::drivers
