// Kernels of the heat equation du/dt = d2u/dx2 + d2u/dy2 on blocks of n x n
// points, by rows.  Steps are explicit, stable for dt / h^2 up to 1/4.
// An object of a kernel is the body of its loop, on CPUs and GPUs.
#pragma once
#include <tasuki/runtime/core/for_each.hpp>
#include <tasuki/runtime/core/view.hpp>

using namespace tasuki;
using runtime::Read, runtime::Write;

inline constexpr double kRatio = 0.2;  ///< dt / h^2

/// Copies the outermost points of a block, for its neighbours.
struct Edges {
    static constexpr auto name = "edges";
    struct Args {};
    static void cpu(const Args&, Read<double> u, Write<double> edges) {
        runtime::for_each(edges.size() / 4, Edges{u, edges});
    }
    static void gpu(const Args&, Read<double> u, Write<double>, gpu::Stream);

    Read<double> u;
    Write<double> edges;  // (4, n): north, south, west, east
    TASUKI_HD void operator()(int i) const {
        const int n = edges.size() / 4;
        edges[i] = u[i];
        edges[n + i] = u[(n - 1) * n + i];
        edges[2 * n + i] = u[i * n];
        edges[3 * n + i] = u[i * n + n - 1];
    }
};

struct Around {  // edges of the neighbours
    Read<double> north, south, west, east;
};
/// One step of a block.
struct Step {
    static constexpr auto name = "step";
    struct Args {};
    static void cpu(const Args&, Write<double> next, Read<double> u, Around a) {
        const int n = a.north.size() / 4;
        runtime::for_each(n, n, Step{next, u, a});
    }
    static void gpu(const Args&, Write<double> next, Read<double> u, Around,
                    gpu::Stream);

    Write<double> next;
    Read<double> u;
    Around around;
    TASUKI_HD void operator()(int i, int j) const {
        const int n = around.north.size() / 4;
        const double* at = u + i * n + j;
        const double north = i > 0 ? at[-n] : around.north[n + j];
        const double south = i < n - 1 ? at[n] : around.south[j];
        const double west = j > 0 ? at[-1] : around.west[3 * n + i];
        const double east = j < n - 1 ? at[1] : around.east[2 * n + i];
        next[i * n + j] =
            *at + kRatio * (north + south + west + east - 4 * *at);
    }
};
