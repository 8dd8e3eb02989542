// Options of `tasuki sht --stream`, and what is found out before it runs.
#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/options.hpp"
#include "drivers/sht/plan.hpp"
#include "drivers/sht/stream.hpp"
#include "graphs/sphere/transform/memory.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/resources.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

namespace {

using io::Attributes;
using runtime::UsageError;

/// The two names of --winds.
std::vector<std::string> winds_of(const ShtOptions& o) {
    const auto comma = o.winds.find(',');
    const auto u = o.winds.substr(0, comma);
    const auto v = comma == std::string::npos ? "" : o.winds.substr(comma + 1);
    if (u.empty() || v.empty() || v.find(',') != std::string::npos || u == v)
        throw UsageError(fmt::format(
            "--winds: expected names of two variables, as u,v, found '{}'",
            o.winds));
    return {u, v};
}

/// Of spectra, where an analysis puts them and a synthesis finds them.
const io::FieldVariable kVorticity{
    "vorticity", {{"standard_name", "atmosphere_relative_vorticity"}}};
const io::FieldVariable kDivergence{"divergence",
                                    {{"standard_name", "divergence_of_wind"}}};

constexpr const char *kSpeed = "m s-1", *kPerSecond = "s-1";

std::string unit_of(const io::FieldVariable& variable) {
    for (const auto& [name, text] : variable.attributes)
        if (name == "units") return text;
    return {};
}

void set_unit(io::FieldVariable& variable, const std::string& unit) {
    if (unit.empty()) return;
    std::erase_if(variable.attributes,
                  [](const auto& a) { return a.first == "units"; });
    variable.attributes.emplace_back("units", unit);
}

/// The path of a group has no place in the file that is made.
std::string last_name(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

std::vector<io::FieldVariable> output_variables(const StreamOptions& o,
                                                const StreamPlan& plan) {
    if (!plan.winds) {
        if (o.input.empty()) return {{"field"}};
        return plan.input.form.variables;
    }
    const auto from = o.input.empty()
                          ? std::string{}
                          : unit_of(plan.input.form.variables.front());
    if (plan.analyzes) {
        const bool known = from == kSpeed || from == "m/s" || from == "m s**-1";
        std::vector<io::FieldVariable> both{kVorticity, kDivergence};
        for (auto& one : both) set_unit(one, known ? kPerSecond : "");
        return both;
    }
    const auto names = winds_of(o);
    std::vector<io::FieldVariable> both{
        {last_name(names[0]), {{"standard_name", "eastward_wind"}}},
        {last_name(names[1]), {{"standard_name", "northward_wind"}}}};
    for (auto& one : both) set_unit(one, from == kPerSecond ? kSpeed : "");
    return both;
}

void read_input(const StreamOptions& o, StreamPlan& plan) {
    plan.source = o.input;
    if (!o.variable.empty()) plan.choice.variables = {o.variable};
    plan.choice.time = o.time;
    plan.choice.level = o.level;
    if (plan.winds) {
        plan.choice.variables = winds_of(o);
        plan.choice.spectra = {kVorticity.name, kDivergence.name};
    }
    plan.input = io::find_series(o.input, plan.choice);
    plan.analyzes = !plan.input.spectra;
}

void check_operation(const StreamOptions& o, const StreamPlan& plan) {
    const char* found = plan.analyzes ? "analysis" : "synthesis";
    if (o.operation == "roundtrip" || o.operation == found) return;
    throw UsageError(fmt::format("--op {}: {} has {}, which want --op {}",
                                 o.operation, plan.source,
                                 plan.analyzes ? "fields" : "spectra", found));
}

/// At a pole a wind has no direction; what is left of rows with both poles are
/// those of another grid.
void leave_poles_out(const StreamOptions& o, StreamPlan& plan) {
    using sphere::Latitudes;
    if (!plan.winds || plan.grid.kind != Latitudes::poles) return;
    if (!plan.analyzes)
        throw UsageError(
            "--winds: a wind has no direction at a pole: expected --grid "
            "gauss, regular or inner, found poles");
    if (plan.input.rows == io::LatitudeAxis::Rows::every_second)
        throw UsageError(fmt::format(
            "--winds: {} has every second row of a grid only, and the rows "
            "between are those of fields that are no components of a wind",
            o.input));
    if (plan.grid.latitudes < 3)
        throw UsageError(fmt::format("--winds: {} has poles only", o.input));
    plan.grid = {Latitudes::inner, plan.grid.latitudes - 2,
                 plan.grid.longitudes};
    plan.skipped_rows = 1;
    runtime::logger().warn(
        "--in {}: the rows of the poles, where a wind has no direction, are "
        "left out",
        o.input);
}

void choose_grid(const StreamOptions& o, StreamPlan& plan) {
    if (plan.analyzes) {
        plan.grid = plan.input.form.grid;
        leave_poles_out(o, plan);
        plan.truncation = o.truncation.value_or(
            greatest_truncation(plan.grid, plan.winds ? 1 : 0));
        if (o.grid || o.latitudes || o.longitudes)
            throw UsageError(fmt::format(
                "--grid, --latitudes and --longitudes are for --op synthesis: "
                "{} has a grid",
                o.input));
        return;
    }
    plan.truncation = o.truncation.value_or(
        o.input.empty() ? kDefaultTruncation : plan.input.truncation);
    const auto& old = plan.input.form.grid;
    const auto t = plan.truncation_on_grid();
    const bool fits =
        !o.input.empty() && !o.grid && !o.latitudes && !o.longitudes &&
        old.longitudes >= sphere::least_longitudes(t.orders) &&
        old.latitudes >= sphere::least_latitudes(old.kind, t.degrees);
    if (fits) {
        plan.grid = old;
        return;
    }
    plan.grid = sphere::quadratic_grid(
        sphere::parse_latitudes(o.grid.value_or("gauss")), t.degrees);
    plan.grid.latitudes = o.latitudes.value_or(plan.grid.latitudes);
    plan.grid.longitudes = o.longitudes.value_or(plan.grid.longitudes);
}

}  // namespace

void add_stream_options(CLI::App& command, ShtOptions& o) {
    auto stream = add_flag(
        command, "--stream", o.stream,
        "transform the fields, or spectra, of all times and levels of --in, or "
        "so many --fields with random spectra, into one file (NetCDF-4)");
    for (const char* other :
         {"--map", "--spectrum", "--repetitions", "--data", "--cpu-only-ffts",
          "--epoch", "--trace-iterations"})
        stream.excludes(other);
    add_option(command, "--winds", o.winds,
               "names U,V of the components of a wind on grids: analysis to "
               "the spectra vorticity and divergence, synthesis from these")
        .needs("--stream")
        .excludes("--variable");
    add_option(command, "--radius", o.radius, Positive{},
               "radius of the sphere of --winds, in the unit of length of the "
               "wind (default: that of the Earth [m])")
        .needs("--winds");
    add_option(command, "--readers", o.readers, Range{1, 64},
               "number of processes that read and write the files of --stream "
               "(default: a quarter of the CPUs, of 1 to 8; with --placement "
               "gpu, half of them)")
        .needs("--stream");
}

void check_options(const StreamOptions& o) {
    if (runtime::simulates())
        throw runtime::UnavailableError(
            "--stream transforms files, and this build simulates machines");
    if (o.out.empty() || !o.out.ends_with(".nc"))
        throw UsageError(fmt::format(
            "--stream: expected --out with a name that ends with .nc, found {}",
            o.out.empty() ? "none" : o.out));
    const auto share = graphs::Share::parse(placement_of(o));
    if (share.name() == graphs::Share::Name::split)
        throw UsageError(fmt::format(
            "--stream gives whole fields to workers: expected --placement cpu, "
            "gpu or dynamic, found {}",
            o.placement));
    if (!o.winds.empty()) (void)winds_of(o);
    if (o.input.empty() && o.operation == "analysis")
        throw UsageError("--stream --op analysis needs --in");
    if (!o.input.empty() && o.fields != 1)
        throw UsageError(fmt::format("--fields {}: {} says how many it has",
                                     o.fields, o.input));
}

StreamPlan make_plan(const StreamOptions& o, const runtime::Ranks& ranks) {
    if (ranks.several())
        throw UsageError(fmt::format(
            "--stream is for one process: expected 1 rank, found {}",
            ranks.size()));
    StreamPlan plan;
    plan.winds = !o.winds.empty();
    if (o.input.empty()) {
        plan.analyzes = false;
        plan.source = fmt::format("random spectra, seed {}", o.seed);
        io::LeadingAxis number{"time",
                               std::vector<double>(std::size_t(o.fields))};
        for (std::size_t k = 0; k < number.values.size(); ++k)
            number.values[k] = static_cast<double>(k);
        plan.input.form.leading.push_back(std::move(number));
    } else {
        read_input(o, plan);
        check_operation(o, plan);
        for (const auto& text : plan.input.warnings)
            runtime::logger().warn("--in {}: {}", o.input, text);
    }
    choose_grid(o, plan);
    if (!plan.analyzes) leave_poles_out(o, plan);
    sphere::check_grid(plan.grid, plan.truncation_on_grid());
    plan.output = {plan.input.form.leading, output_variables(o, plan),
                   plan.grid};
    for (auto& variable : plan.output.variables) set_unit(variable, o.unit);
    return plan;
}

StreamMachine stream_machine(const StreamOptions& o,
                             runtime::Recorder* recorder) {
    const auto share = graphs::Share::parse(placement_of(o));
    StreamMachine m{.helpers = 0,
                    .context = machine(o, share, recorder),
                    .gpus = 0,
                    .cpu_workers = 0,
                    .gpu_buffers = 0,
                    .cpu_buffers = 0};
    const auto here = runtime::find_resources(m.context);
    graphs::check_share(here, share);
    using Kind = runtime::Worker::Kind;
    m.gpus = share.uses(Kind::gpu) ? static_cast<int>(here.gpus.size()) : 0;
    const bool by_cpu = share.uses(Kind::cpu) && here.cpus > 0;
    // A GPU transforms what most CPUs can read and write.
    const int for_files = m.gpus > 0 ? here.cpus * 3 / 4 : here.cpus / 4;
    m.helpers = o.readers.value_or(std::clamp(for_files, 1, 16));
    // A team waits for the slowest of its threads: files have CPUs of their
    // own.
    if (o.cpus < 0 && by_cpu && here.cpus > m.helpers + 1)
        m.context.cpus = here.cpus - m.helpers;
    m.cpu_workers = by_cpu ? std::min(o.cpu_workers, here.cpus) : 0;
    // One for each helper, and some that are transformed or wait for it.
    m.gpu_buffers = m.gpus > 0 ? (m.helpers + m.gpus - 1) / m.gpus + 2 : 0;
    m.cpu_buffers =
        m.gpus > 0
            ? 2
            : (m.helpers + m.cpu_workers - 1) / std::max(m.cpu_workers, 1) + 2;
    return m;
}

BufferSize buffer_size(const StreamPlan& plan) {
    const auto k = plan.variables();
    const auto t = plan.truncation_on_grid();
    // In pairs of latitudes; those at the equator may be one.
    const auto rows = 2 * static_cast<std::size_t>(sphere::pairs_of(plan.grid));
    return {k * rows * static_cast<std::size_t>(plan.grid.longitudes),
            k * 2 * t.size()};
}

MemoryNeed memory_of(const StreamOptions& o, const StreamPlan& plan,
                     const runtime::Ranks&) {
    const auto m = stream_machine(o, nullptr);
    const auto size = buffer_size(plan);
    const double buffer = static_cast<double>(size.sum()) * sizeof(double);
    const double k = static_cast<double>(plan.variables());
    const auto one = graphs::sphere::transform_bytes(plan.truncation_on_grid(),
                                                     plan.grid, 1, 1, 1);
    const double work = one.tables + k * (one.fourier + one.series + one.sums) +
                        (plan.winds ? k * one.spectrum : 0);
    // A helper has a field as the file has it, and as it is read.
    const double helper =
        3 * static_cast<double>(std::max(size.fields, size.spectra)) *
        sizeof(double);
    return {.what = fmt::format("sht of {} fields in T{}, {} at a time",
                                plan.fields(), plan.truncation, m.buffers()),
            .parts = {{"buffers", m.buffers() * buffer, m.gpu_buffers * buffer},
                      {"tables and work space", m.cpu_workers * work,
                       work + k * one.fft},
                      {"processes for files", m.helpers * helper}},
            .gpus = m.gpus > 0 ? runtime::find_resources(m.context).gpus
                               : std::vector<int>{},
            .advice = "take fewer --readers"};
}

}  // namespace tasuki::drivers
