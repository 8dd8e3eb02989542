#include "drivers/wilson/options.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "codelets/wilson/eight_reals.hpp"
#include "drivers/common/install_prefix.hpp"
#include "io/gauge/gauge_file.hpp"
#include "io/number.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

/// The text after "prefix:", or nothing.
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

std::array<int, 6> parse_point(std::string_view text) {
    std::array<int, 6> numbers{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto [next, error] = std::from_chars(at, end, numbers[k]);
        const bool last = k + 1 == numbers.size();
        if (error != std::errc{} ||
            (last ? next != end : next == end || *next != ','))
            throw UsageError(
                fmt::format("--source point: expected "
                            "X,Y,Z,T,SPIN,COLOUR, found '{}'",
                            text));
        at = next + 1;
    }
    return numbers;
}

/// Fewer than 18 reals stand for an SU(3) matrix that the check must use too:
/// links in a file in single precision are not quite one.
lattice::GaugeField as_stored(lattice::GaugeField u,
                              const WilsonOptions& options,
                              const runtime::Ranks& ranks) {
    if (options.reconstruct == 18) return u;
    double largest = 0;
    for (lattice::Matrix3& link : u.links()) {
        const lattice::Matrix3 before = link;
        if (options.reconstruct == 12)
            lattice::complete_third_row(link);
        else
            link = wilson::matrix_of(wilson::eight_reals(link));
        for (int k = 0; k < 9; ++k)
            largest = std::max(largest, std::abs(link.e[k] - before.e[k]));
    }
    largest = ranks.largest(largest);
    if (largest > 1e-12 && ranks.is_first())
        spdlog::warn(
            "--reconstruct {}: the SU(3) matrices that are computed with "
            "differ from the links by up to {:.1e}",
            options.reconstruct, largest);
    return u;
}

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
std::string path_of(const WilsonOptions& options) {
    if (options.gauge == "cold" || after(options.gauge, "hot")) return {};
    if (options.gauge == "hot")
        throw UsageError(
            "--gauge hot: expected a seed too, hot:SEED, for example hot:1");
    return options.gauge.empty() ? sample_path() : options.gauge;
}

lattice::Extents find_extents(const WilsonOptions& options,
                              const runtime::Ranks& ranks) {
    const auto path = path_of(options);
    const auto asked = [&](const std::string& text) {
        return lattice::parse_extents(text, "--lattice");
    };
    if (path.empty()) {
        if (options.odd == io::OddForm::refuse)
            throw UsageError(
                fmt::format("--strict: expected a file in --gauge, found {}",
                            options.gauge));
        if (const auto seed = after(options.gauge, "hot"))
            (void)parse_seed(*seed, "--gauge");
        return asked(options.lattice.empty() ? "8x8x8x16" : options.lattice);
    }
    const auto found = io::read_extents(path, ranks);
    if (!options.lattice.empty() && asked(options.lattice) != found)
        throw UsageError(fmt::format(
            "--lattice {}: {} holds a lattice of {} (--lattice is for cold "
            "and hot starts)",
            options.lattice, path, lattice::to_string(found)));
    return found;
}

/// The links as read or made.
lattice::GaugeField find_links(const WilsonPlan& plan,
                               const runtime::Ranks& ranks) {
    const auto own = [&](const lattice::Extents& extents) {
        return make_decomposition(plan, extents, ranks).local_region();
    };
    if (const auto path = path_of(plan); !path.empty())
        return std::move(io::read_gauge(path, plan.odd, {own, ranks}).field);
    const auto region = own(plan.extents).with_neighbours();
    const auto seed = after(plan.gauge, "hot");
    return seed ? lattice::hot_start(region, parse_seed(*seed, "--gauge"))
                : lattice::cold_start(region);
}

}  // namespace

lattice::GaugeField read_gauge_field(const WilsonPlan& plan,
                                     const runtime::Ranks& ranks) {
    return as_stored(find_links(plan, ranks), plan, ranks);
}

lattice::SpinorField make_source(const WilsonOptions& options,
                                 const lattice::Region& region) {
    if (const auto seed = after(options.source, "random"))
        return lattice::random_source(region, parse_seed(*seed, "--source"));
    if (const auto point = after(options.source, "point")) {
        const auto n = parse_point(*point);
        return lattice::point_source(region, {n[0], n[1], n[2], n[3]}, n[4],
                                     n[5]);
    }
    throw UsageError(
        fmt::format("--source: expected random:SEED or "
                    "point:X,Y,Z,T,SPIN,COLOUR, found '{}'",
                    options.source));
}

int default_t_blocks(int t_sites, int gpus, bool alone) {
    const auto fits = [t_sites](int blocks) {
        return t_sites % (2 * blocks) == 0;
    };
    if (gpus == 0) return alone && fits(2) ? 2 : 1;
    int blocks = gpus;
    while (!fits(blocks) && blocks > 1) --blocks;
    // Thinner ones are all face.
    return fits(2 * gpus) && t_sites / (2 * gpus) >= 4 ? 2 * gpus : blocks;
}

void check_options(const WilsonOptions& options) {
    if (!std::isfinite(options.kappa))
        throw UsageError(fmt::format(
            "--kappa: expected a finite number, found {}", options.kappa));
}

WilsonPlan make_plan(const WilsonOptions& options,
                     const runtime::Ranks& ranks) {
    WilsonPlan planned{options, {}};
    int gpus = 0;
    if (graphs::wilson::Placement::parse(options.placement).bulk() !=
        runtime::Where::cpu)
        gpus = static_cast<int>(
            runtime::find_resources(
                {.cpus = options.cpus, .gpus = options.gpus, .ranks = &ranks})
                .gpus.size());
    planned.gpus_each = -static_cast<int>(ranks.largest(-gpus));
    planned.extents = find_extents(options, ranks);
    return planned;
}

graphs::wilson::Decomposition make_decomposition(
    const WilsonOptions& options, const lattice::Extents& extents,
    const runtime::Ranks& ranks) {
    graphs::wilson::RankGrid grid{lattice::Extents{{1, 1, 1, ranks.size()}},
                                  ranks.rank()};
    if (!options.ranks.empty())
        grid.ranks = lattice::parse_extents(options.ranks, "--ranks");
    if (grid.ranks.volume() != static_cast<std::size_t>(ranks.size()))
        throw UsageError(fmt::format(
            "--ranks {}: {} ranks, but {} run (start {} with mpirun -np)",
            options.ranks, grid.ranks.volume(), ranks.size(),
            grid.ranks.volume()));
    if (!options.blocks.empty())
        return {extents, lattice::parse_extents(options.blocks, "--blocks"),
                grid};
    auto blocks = grid.ranks;
    blocks.n[3] *= default_t_blocks(extents[3] / grid.ranks[3],
                                    options.gpus_each, !ranks.several());
    return {extents, blocks, grid};
}

}  // namespace tasuki::drivers
