#include "codelets/wilson/hopping/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "codelets/lattice/extents.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::wilson {

namespace {

int cells_in_block(int parities) {
    return kSweepThreads / parities / kTile;
}

int extent_in_cells(const Geometry& g, int mu) {
    return mu == kX ? g.sub[kX] / 2 : g.sub[mu];
}

bool fits(const Geometry& g, const Launch& launch, int parities) {
    if (launch.budget < 0 || launch.budget >= kSweepBudgets) return false;
    if (launch.chunk[0] == 0) return launch.steps == 1;
    if (launch.steps < 1 || (launch.steps > 1 && parities != 2)) return false;
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
    return cells == cells_in_block(parities) && launch.window >= 1 &&
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

Launch default_launch(const Geometry& g, int parities) {
    Launch launch{0, {parities == 2 ? 1 : 2, 2, 2, 2}, 1, g.sub[kZ] / 2};
    if (fits(g, launch, parities)) return launch;
    return {0, {0, 0, 0, 0}, 1, 1};
}

std::vector<Launch> launch_chunks(const Geometry& g, int parities) {
    std::vector<Launch> all;
    const int cells = cells_in_block(parities);
    const auto steps = step_counts(g.sub[kT]);
    const auto add = [&](const Launch& launch) {
        if (fits(g, launch, parities)) all.push_back(launch);
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

Launch parse_launch(const std::string& text, const Geometry& g, int parities) {
    Launch l{};
    int length = 0;
    const int found = std::sscanf(
        text.c_str(), "budget %d, chunk %dx%dx%dx%d, steps %d, window %d%n",
        &l.budget, &l.chunk[0], &l.chunk[1], &l.chunk[2], &l.chunk[3], &l.steps,
        &l.window, &length);
    if (found != 7 || static_cast<std::size_t>(length) != text.size() ||
        !fits(g, l, parities))
        throw runtime::UsageError(
            fmt::format("expected a launch like '{}', found '{}'",
                        to_string(default_launch(g, parities)), text));
    return l;
}

std::string launch_key(const char* number, int link_reals, const Geometry& g,
                       int parities) {
    return fmt::format("wilson sweep {} {}, {}, {}x{}x{}x{}", number,
                       link_reals,
                       parities == 2 ? "both parities" : "one parity",
                       g.extent[kX], g.extent[kY], g.extent[kZ], g.extent[kT]);
}

}  // namespace tasuki::wilson
