#include "drivers/lattice/gauge_input.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "drivers/common/install_prefix.hpp"
#include "drivers/common/options.hpp"
#include "io/gauge/gauge_file.hpp"
#include "io/number.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

using runtime::UsageError;

namespace {

/// The thermalised configuration that Tasuki ships, in share/tasuki/samples of
/// the folder that has the executable's bin/ or libexec/tasuki/; a build folder
/// links to it there.
/// @throws UnavailableError  it is not there
std::string sample_path() {
    const auto path = install_prefix() / "share/tasuki/samples" /
                      "wilson_b6.0_8x8x8x16.nersc";
    std::error_code error;
    if (std::filesystem::exists(path, error)) return path.string();
    throw runtime::UnavailableError(
        fmt::format("the sample configuration {} is not there; give one with "
                    "--gauge",
                    path.string()));
}

/// The file with the configuration; empty for a cold or hot start.
std::string path_of(const GaugeInput& input) {
    if (input.gauge == "cold" || after(input.gauge, "hot")) return {};
    if (input.gauge == "hot")
        throw UsageError(
            "--gauge hot: expected a seed too, hot:SEED, for example hot:1");
    return input.gauge.empty() ? sample_path() : input.gauge;
}

}  // namespace

void add_gauge_options(CLI::App& command, GaugeInput& input) {
    add_option(
        command, "--gauge", input.gauge,
        "gauge configuration: NERSC, ILDG/SciDAC, MILC or openQCD file, cold, "
        "or hot:SEED (default: the shipped quenched sample, beta 6.0, "
        "8x8x8x16)")
        .reads();
    add_flag(command, "--strict",
             "refusal of a configuration of odd form, instead of a warning",
             [&input] { input.odd = io::OddForm::refuse; });
    add_option(
        command, "--lattice", input.lattice,
        "extents XxYxZxT of a cold or hot start [sites] (default 8x8x8x16)");
}

lattice::Extents find_extents(const GaugeInput& input,
                              const runtime::Ranks& ranks) {
    const auto path = path_of(input);
    const auto asked = [&](const std::string& text) {
        return lattice::parse_extents(text, "--lattice");
    };
    if (path.empty()) {
        if (input.odd == io::OddForm::refuse)
            throw UsageError(fmt::format(
                "--strict: expected a file in --gauge, found {}", input.gauge));
        (void)hot_seed(input);
        return asked(input.lattice.empty() ? "8x8x8x16" : input.lattice);
    }
    const auto found = io::read_extents(path, ranks);
    if (!input.lattice.empty() && asked(input.lattice) != found)
        throw UsageError(fmt::format(
            "--lattice {}: {} holds a lattice of {} (--lattice is for cold "
            "and hot starts)",
            input.lattice, path, lattice::to_string(found)));
    return found;
}

lattice::GaugeField read_links(
    const GaugeInput& input, const lattice::Extents& extents,
    const std::function<lattice::Region(const lattice::Extents&)>& own,
    const runtime::Ranks& ranks) {
    if (const auto path = path_of(input); !path.empty())
        return std::move(io::read_gauge(path, input.odd, {own, ranks}).field);
    const auto region = own(extents).with_neighbours();
    const auto seed = hot_seed(input);
    return seed ? lattice::hot_start(region, *seed)
                : lattice::cold_start(region);
}

std::optional<std::uint64_t> hot_seed(const GaugeInput& input) {
    const auto text = after(input.gauge, "hot");
    if (!text) return std::nullopt;
    return parse_seed(*text, "--gauge");
}

std::string gauge_name(const GaugeInput& input) {
    return input.gauge.empty() ? "the shipped sample" : input.gauge;
}

std::optional<std::string_view> after(std::string_view text,
                                      std::string_view prefix) {
    if (!text.starts_with(prefix) || text.size() <= prefix.size() ||
        text[prefix.size()] != ':')
        return std::nullopt;
    return text.substr(prefix.size() + 1);
}

std::uint64_t parse_seed(std::string_view text, std::string_view option) {
    if (const auto seed = io::parse_number<std::uint64_t>(text)) return *seed;
    throw UsageError(fmt::format(
        "{}: expected a seed of 0 to 2^64 - 1, found '{}'", option, text));
}

bool parse_numbers(std::string_view text, std::span<int> numbers) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto [next, error] = std::from_chars(at, end, numbers[k]);
        const bool last = k + 1 == numbers.size();
        if (error != std::errc{} ||
            (last ? next != end : next == end || *next != ','))
            return false;
        at = next + 1;
    }
    return true;
}

}  // namespace tasuki::drivers
