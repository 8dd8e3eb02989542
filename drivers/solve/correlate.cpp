// `tasuki correlate`: pion correlators of several configurations, their mean
// and its error.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "drivers/solve/correlator.hpp"
#include "drivers/solve/jackknife.hpp"
#include "io/input_error.hpp"
#include "io/json_output.hpp"
#include "io/number.hpp"
#include "io/print.hpp"
#include "io/source.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using io::InputError;
using Correlator = std::vector<double>;

struct CorrelateOptions {
    std::vector<std::string> files;
    std::string fit;   // "FROM:TO"; "" for none
    std::string json;  // "" for the table only
};

/// All that has to be equal in the results.
constexpr const char* kSettings[] = {"lattice", "kappa", "csw",
                                     "mu",      "bc_t",  "axis"};

/// Correlators of several sources of one configuration are no independent
/// samples: they are averaged first.
struct Results {
    Json settings;
    std::map<std::string, std::vector<Correlator>> of_gauge;
    std::size_t extent = 0;     // of the axis
    std::size_t distances = 0;  // up to its middle
    std::size_t files = 0;

    std::vector<Correlator> samples() const {
        std::vector<Correlator> all;
        for (const auto& [gauge, list] : of_gauge) {
            Correlator mean(distances);
            for (const Correlator& c : list)
                for (std::size_t d = 0; d < distances; ++d)
                    mean[d] += c[d] / static_cast<double>(list.size());
            all.push_back(std::move(mean));
        }
        return all;
    }
};

Json parse(const std::string& path) {
    const auto source = io::open_source(path);
    try {
        return Json::parse(
            source->text(0, static_cast<std::size_t>(source->size())));
    } catch (const Json::ParseError& e) {
        throw InputError(path, "no result of tasuki solve",
                         fmt::format("byte {}", e.byte), "JSON",
                         "something else");
    }
}

/// C(d) and C(-d) are equal in the mean: both are taken.
Correlator folded(const Correlator& c) {
    Correlator half(c.size() / 2 + 1);
    for (std::size_t d = 0; d < half.size(); ++d)
        half[d] = (c[d] + c[(c.size() - d) % c.size()]) / 2;
    return half;
}

Correlator correlator_in(const std::string& path, const Json& j) {
    const auto refuse = [&](const std::string& found) {
        throw InputError(path, "no result of tasuki solve", "key pion",
                         "a list of numbers above 0", found);
    };
    if (!j.is_object() || !j.contains("pion")) refuse("none");
    Correlator c;
    try {
        c = j["pion"].get<Correlator>();
    } catch (const Json::Error&) {
        refuse("something else");
    }
    if (c.empty()) refuse("an empty one, of a random source");
    for (const double value : c)
        if (!std::isfinite(value) || value <= 0)
            refuse(fmt::format("{}", value));
    return c;
}

void add(Results& results, const std::string& path) {
    const Json j = parse(path);
    const auto correlator = correlator_in(path, j);
    Json settings;
    for (const char* key : kSettings) {
        if (!j.contains(key))
            throw InputError(path, "no result of tasuki solve", "",
                             fmt::format("a key {}", key), "none");
        settings[key] = j[key];
        if (results.files > 0 && settings[key] != results.settings[key])
            throw InputError(
                path, "another computation", fmt::format("key {}", key),
                results.settings[key].dump() + ", as in the first file",
                settings[key].dump());
    }
    if (results.files > 0 && correlator.size() != results.extent)
        throw InputError(
            path, "another computation", "key pion",
            fmt::format("{} numbers, as in the first file", results.extent),
            fmt::format("{}", correlator.size()));
    for (const char* key : {"gauge", "axis"})
        if (!j.contains(key) || !j[key].is_string())
            throw InputError(path, "no result of tasuki solve",
                             fmt::format("key {}", key), "a text", "none");
    results.settings = std::move(settings);
    auto half = folded(correlator);
    results.extent = correlator.size();
    results.distances = half.size();
    results.of_gauge[j["gauge"].get<std::string>()].push_back(std::move(half));
    ++results.files;
}

/// At distance d of a folded correlator, from 1 on.
std::optional<double> mass_at(const Correlator& c, std::size_t d,
                              std::size_t extent) {
    // The neighbour beyond the middle is one before it.
    const std::size_t next = std::min(d + 1, extent - d - 1);
    const double cosh = (c[d - 1] + c[next]) / (2 * c[d]);
    if (!(cosh >= 1) || !std::isfinite(cosh)) return {};
    return std::acosh(cosh);
}

struct Line {
    Estimate correlator, mass;
};

/// Distances that a fit takes, both included.
struct Fit {
    std::size_t from, to;
};

/// The mean of the effective masses of a range, weighted by their errors where
/// all have one.
Estimate fitted(const std::vector<Correlator>& samples,
                const std::vector<Line>& lines, const Fit& fit,
                std::size_t extent) {
    std::vector<double> weights;
    for (std::size_t d = fit.from; d <= fit.to; ++d) {
        const double error = lines[d].mass.error.value_or(0);
        weights.push_back(error > 0 ? 1 / (error * error) : 0);
    }
    if (std::ranges::count(weights, 0.0) > 0) std::ranges::fill(weights, 1.0);
    return jackknife(samples,
                     [&](const Correlator& c) -> std::optional<double> {
                         double sum = 0, all = 0;
                         for (std::size_t d = fit.from; d <= fit.to; ++d) {
                             const auto mass = mass_at(c, d, extent);
                             if (!mass) return {};
                             sum += weights[d - fit.from] * *mass;
                             all += weights[d - fit.from];
                         }
                         return sum / all;
                     });
}

std::optional<Fit> parse_fit(const std::string& text, std::size_t last) {
    if (text.empty()) return {};
    const auto colon = text.find(':');
    const auto from = io::parse_number<std::size_t>(text.substr(0, colon));
    const auto to = colon == std::string::npos
                        ? std::nullopt
                        : io::parse_number<std::size_t>(text.substr(colon + 1));
    if (!from || !to || *from < 1 || *to < *from || *to > last)
        throw runtime::UsageError(fmt::format(
            "--fit: expected FROM:TO, distances of 1 to {}, found '{}'", last,
            text));
    return Fit{*from, *to};
}

Json json_of(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

/// "0.4123(17)", with two digits of the error.
std::string shown(const Estimate& e) {
    if (!e.value) return "-";
    if (!e.error || *e.error <= 0) return fmt::format("{:.6g}", *e.value);
    const int digits =
        std::max(0, 1 - static_cast<int>(std::floor(std::log10(*e.error))));
    const double last = *e.error * std::pow(10.0, digits);
    return fmt::format("{:.{}f}({:.0f})", *e.value, digits, last);
}

void correlate(const CorrelateOptions& o) {
    Results results;
    for (const auto& path : o.files) add(results, path);
    const auto samples = results.samples();
    const std::string axis = results.settings["axis"].get<std::string>();
    const std::size_t last = results.distances - 1, extent = results.extent;
    const auto fit = parse_fit(o.fit, last);
    std::vector<Line> lines(results.distances);
    for (std::size_t d = 0; d < lines.size(); ++d) {
        lines[d].correlator =
            jackknife(samples, [d](const Correlator& c) { return c[d]; });
        if (d > 0)
            lines[d].mass = jackknife(samples, [&](const Correlator& c) {
                return mass_at(c, d, extent);
            });
    }
    const auto mass = fit ? fitted(samples, lines, *fit, extent) : Estimate{};
    if (o.json != "-") {
        io::print("Pion correlator of {} configurations, {} files\n",
                  samples.size(), results.files);
        io::print("\n  {:>4} {:>22} {:>16}\n", axis, "C", "mass");
        for (std::size_t d = 0; d < lines.size(); ++d)
            io::print("  {:>4} {:>22} {:>16}\n", d, shown(lines[d].correlator),
                      shown(lines[d].mass));
        if (fit)
            io::print("\n  mass {} of distances {} to {}\n", shown(mass),
                      fit->from, fit->to);
    }
    if (o.json.empty()) return;
    Json j = results.settings;
    j["configurations"] = samples.size();
    j["files"] = results.files;
    for (const char* key :
         {"pion", "pion_error", "effective_mass", "effective_mass_error"})
        j[key] = Json::array();
    for (const Line& line : lines) {
        j["pion"].push_back(json_of(line.correlator.value));
        j["pion_error"].push_back(json_of(line.correlator.error));
        j["effective_mass"].push_back(json_of(line.mass.value));
        j["effective_mass_error"].push_back(json_of(line.mass.error));
    }
    if (fit) {
        j["mass"] = json_of(mass.value);
        j["mass_error"] = json_of(mass.error);
    }
    io::write_json(o.json, j);
}

}  // namespace

void add_correlate(CLI::App& parent) {
    auto [command, o] = add_command(parent, "correlate", correlate);
    add_option(command, "FILES", o.files,
               "results of tasuki solve (--json), one or more of each "
               "configuration")
        .required()
        .rest()
        .reads();
    add_option(command, "--fit", o.fit,
               "distances FROM:TO whose effective masses are averaged");
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
