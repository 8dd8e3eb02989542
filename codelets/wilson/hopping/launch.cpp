#include "codelets/wilson/hopping/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "codelets/lattice/extents.hpp"
#include "runtime/error.hpp"

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
    if (launch.chunk[0] == 0) return true;
    if (g.lanes != kTile) return false;
    int cells = 1;
    for (int mu = 0; mu < 4; ++mu) {
        if (launch.chunk[mu] < 1 ||
            extent_in_cells(g, mu) % launch.chunk[mu] != 0)
            return false;
        cells *= launch.chunk[mu];
    }
    const int in_z = g.sub[kZ] / launch.chunk[kZ];
    return cells == cells_in_block(parities) && launch.window >= 1 &&
           in_z % launch.window == 0;
}

}  // namespace

Launch default_launch(const Geometry& g, int parities) {
    Launch launch{0, {parities == 2 ? 1 : 2, 2, 2, 2}, g.sub[kZ] / 2};
    if (fits(g, launch, parities)) return launch;
    return {0, {0, 0, 0, 0}, 1};
}

std::vector<Launch> launch_chunks(const Geometry& g, int parities) {
    std::vector<Launch> all;
    const int cells = cells_in_block(parities);
    for (int budget = 0; budget < kSweepBudgets; ++budget) {
        all.push_back({budget, {0, 0, 0, 0}, 1});
        for (int x = 1; x <= cells; x *= 2)
            for (int y = 1; x * y <= cells; y *= 2)
                for (int z = 1; x * y * z <= cells; z *= 2) {
                    const Launch launch{budget,
                                        {x, y, z, cells / (x * y * z)},
                                        std::max(1, g.sub[kZ] / z)};
                    if (fits(g, launch, parities)) all.push_back(launch);
                }
    }
    return all;
}

std::vector<Launch> launch_windows(const Geometry& g, const Launch& launch) {
    std::vector<Launch> all;
    if (launch.chunk[0] == 0) return {launch};
    const int in_z = g.sub[kZ] / launch.chunk[kZ];
    for (int window = 1; window <= in_z; ++window)
        if (in_z % window == 0) {
            all.push_back(launch);
            all.back().window = window;
        }
    return all;
}

std::string to_string(const Launch& l) {
    return fmt::format("budget {}, chunk {}x{}x{}x{}, window {}", l.budget,
                       l.chunk[0], l.chunk[1], l.chunk[2], l.chunk[3],
                       l.window);
}

Launch parse_launch(const std::string& text, const Geometry& g, int parities) {
    Launch l{};
    int length = 0;
    const int found = std::sscanf(
        text.c_str(), "budget %d, chunk %dx%dx%dx%d, window %d%n", &l.budget,
        &l.chunk[0], &l.chunk[1], &l.chunk[2], &l.chunk[3], &l.window, &length);
    if (found != 6 || static_cast<std::size_t>(length) != text.size() ||
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
