#include "codelets/wilson/hopping/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "codelets/lattice/extents.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::wilson {

namespace {

int cells_in_block(const SweepShape& shape) {
    return shape.threads() / kTile;
}

int extent_in_cells(const Geometry& g, int mu) {
    return mu == kX ? g.sub[kX] / 2 : g.sub[mu];
}

bool fits(const Geometry& g, const Launch& launch, const SweepShape& shape) {
    if (launch.budget < 0 || launch.budget >= kSweepBudgets) return false;
    if (launch.chunk[0] == 0) return launch.steps == 1;
    if (launch.steps < 1 || (launch.steps > 1 && shape.parities != 2))
        return false;
    if (g.lanes != kTile) return false;
    int cells = 1;
    for (int mu = 0; mu < 4; ++mu) {
        if (launch.chunk[mu] < 1 ||
            extent_in_cells(g, mu) % launch.chunk[mu] != 0)
            return false;
        cells *= launch.chunk[mu];
    }
    if (g.sub[kT] / launch.chunk[kT] % launch.steps != 0) return false;
    const int in_z = g.sub[kZ] / launch.chunk[kZ];
    return cells == cells_in_block(shape) && launch.window >= 1 &&
           in_z % launch.window == 0;
}

/// Divisors of the extent from 4, where little is loaded twice, to 16, where
/// there are still many blocks.
std::vector<int> step_counts(int extent) {
    std::vector<int> all;
    for (int count = 4; count <= 16; ++count)
        if (extent % count == 0) all.push_back(count);
    return all;
}

}  // namespace

Launch default_launch(const Geometry& g, const SweepShape& shape) {
    // Half of the cells in x, then in t, then in z where a block has fewer.
    const int cells = cells_in_block(shape);
    const int z = cells >= 4 ? 2 : 1;
    Launch launch{0,
                  {cells >= 16 ? 2 : 1, 2, z, cells >= 8 ? 2 : 1},
                  1,
                  std::max(1, g.sub[kZ] / z)};
    if (fits(g, launch, shape)) return launch;
    return {0, {0, 0, 0, 0}, 1, 1};
}

std::vector<Launch> launch_chunks(const Geometry& g, const SweepShape& shape) {
    std::vector<Launch> all;
    const int cells = cells_in_block(shape);
    const auto steps = step_counts(g.sub[kT]);
    const auto add = [&](const Launch& launch) {
        if (fits(g, launch, shape)) all.push_back(launch);
    };
    for (int budget = 0; budget < kSweepBudgets; ++budget) {
        all.push_back({budget, {0, 0, 0, 0}, 1, 1});
        for (int x = 1; x <= cells; x *= 2)
            for (int y = 1; x * y <= cells; y *= 2)
                for (int z = 1; x * y * z <= cells; z *= 2) {
                    const int t = cells / (x * y * z);
                    const int window = std::max(1, g.sub[kZ] / z);
                    add({budget, {x, y, z, t}, 1, window});
                    if (t == 1 && !steps.empty())
                        add({budget, {x, y, z, t}, steps.back(), window});
                }
    }
    return all;
}

std::vector<Launch> launch_windows(const Geometry& g, const Launch& launch) {
    std::vector<Launch> all;
    if (launch.chunk[0] == 0) return {launch};
    const int in_z = g.sub[kZ] / launch.chunk[kZ];
    auto steps = step_counts(g.sub[kT]);
    if (launch.steps == 1) steps = {1};
    for (int window = 1; window <= in_z; ++window)
        if (in_z % window == 0)
            for (const int count : steps) {
                all.push_back(launch);
                all.back().window = window;
                all.back().steps = count;
            }
    return all;
}

std::string to_string(const Launch& l) {
    return fmt::format("budget {}, chunk {}x{}x{}x{}, steps {}, window {}",
                       l.budget, l.chunk[0], l.chunk[1], l.chunk[2], l.chunk[3],
                       l.steps, l.window);
}

Launch parse_launch(const std::string& text, const Geometry& g,
                    const SweepShape& shape) {
    Launch l{};
    int length = 0;
    const int found = std::sscanf(
        text.c_str(), "budget %d, chunk %dx%dx%dx%d, steps %d, window %d%n",
        &l.budget, &l.chunk[0], &l.chunk[1], &l.chunk[2], &l.chunk[3], &l.steps,
        &l.window, &length);
    if (found != 7 || static_cast<std::size_t>(length) != text.size() ||
        !fits(g, l, shape))
        throw runtime::UsageError(
            fmt::format("expected a launch like '{}', found '{}'",
                        to_string(default_launch(g, shape)), text));
    return l;
}

std::string launch_key(const char* number, int link_reals, const Geometry& g,
                       const SweepShape& shape) {
    const auto columns =
        shape.columns == 1
            ? std::string{}
            : fmt::format(", {} columns in pairs", shape.columns);
    return fmt::format(
        "wilson sweep {} {}, {}{}, {}x{}x{}x{}", number, link_reals,
        shape.parities == 2 ? "both parities" : "one parity", columns,
        g.extent[kX], g.extent[kY], g.extent[kZ], g.extent[kT]);
}

}  // namespace tasuki::wilson
