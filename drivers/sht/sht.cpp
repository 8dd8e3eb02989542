// `tasuki sht`: spherical harmonic transforms.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivers/sht/report.hpp"
#include "io/atomic_file.hpp"

namespace tasuki::drivers {

namespace {

class Sht : public Experiment {
  public:
    explicit Sht(const ShtOptions& options) : options_{options} {}

    void check() const override { check_sht_options(options_); }
    void plan(const runtime::Ranks& ranks) override {
        if (ranks.is_first())
            for (const auto* file :
                 {&options_.out, &options_.map, &options_.spectrum})
                if (!file->empty()) io::check_writable(*file);
        plan_ = make_sht_plan(options_, ranks);
    }
    void run(runtime::Recorder* recorder) override {
        result_ = run_sht(options_, plan_, recorder);
    }
    void write_files() const override {
        write_sht_files(options_, plan_, result_);
    }
    void print() const override { print_sht(options_, plan_, result_); }
    nlohmann::ordered_json json() const override {
        return sht_json(options_, plan_, result_);
    }
    std::string title() const override {
        return fmt::format(
            "Spherical harmonics, T{}, {} fields, data on the {}, placement "
            "{}, policy {}",
            plan_.truncation, options_.fields, options_.data, result_.placement,
            result_.policy);
    }
    const trace::Cost& trace_cost() const override {
        return result_.trace_cost;
    }

  private:
    const ShtOptions& options_;
    ShtPlan plan_;
    ShtResult result_;
};

}  // namespace

void add_sht(CLI::App& app) {
    add_experiment<Sht>(app, "sht", add_sht_options);
}

}  // namespace tasuki::drivers
