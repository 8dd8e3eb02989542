// Kernels of the heat equation du/dt = d2u/dx2 + d2u/dy2 on blocks of n x n
// points, by rows.  Steps are explicit, stable for dt / h^2 up to 1/4.
// An object of a kernel is the body of its loop, on CPUs and GPUs.
#pragma once
#include <tasuki/runtime/core/team.hpp>
#include <tasuki/runtime/core/view.hpp>

namespace heat {
using namespace tasuki;
using runtime::Read, runtime::Write;

inline constexpr double kRatio = 0.2;  ///< dt / h^2

struct Sides {  // (n) each
    Write<double> north, south, west, east;
};
struct Halo {  // (n) each: what touches a block on that side
    Read<double> north, south, west, east;
};

/// Copies the outermost points of a block, for its four neighbours.
struct Edges {
    static constexpr auto name = "edges";
    struct Args {};
    static void cpu(const Args&, Read<double> u, Sides to) {
        const int n = int(to.north.size());
        for (int i = 0; i < n; ++i) Edges{n, u, to}(i);
    }
    static void gpu(const Args&, Read<double> u, Sides, gpu::Stream);

    int n;
    Read<double> u;
    Sides to;
    TASUKI_HD void operator()(int i) const {
        to.north[i] = u[i];
        to.south[i] = u[(n - 1) * n + i];
        to.west[i] = u[i * n];
        to.east[i] = u[i * n + n - 1];
    }
};

/// One step of a block.
struct Step {
    static constexpr auto name = "step";
    struct Args {};
    static void cpu(const Args&, Write<double> next, Read<double> u, Halo h) {
        const int n = int(h.north.size());
        const auto rows = [=](std::size_t begin, std::size_t end) {
            for (int i = int(begin); i < int(end); ++i)
                for (int j = 0; j < n; ++j) Step{n, next, u, h}(i, j);
        };
        runtime::parallel_ranges(n, 1, rows);  // on all CPUs of the worker
    }
    static void gpu(const Args&, Write<double> next, Read<double> u, Halo,
                    gpu::Stream);

    int n;
    Write<double> next;
    Read<double> u;
    Halo halo;
    TASUKI_HD void operator()(int i, int j) const {
        const double* here = u + i * n + j;
        const double up = i > 0 ? here[-n] : halo.north[j];
        const double down = i < n - 1 ? here[n] : halo.south[j];
        const double left = j > 0 ? here[-1] : halo.west[i];
        const double right = j < n - 1 ? here[1] : halo.east[i];
        next[i * n + j] =
            *here + kRatio * (up + down + left + right - 4 * *here);
    }
    TASUKI_HD void operator()(int k) const { (*this)(k / n, k % n); }
};
}  // namespace heat
