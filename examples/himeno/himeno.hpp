// Kernels of the Himeno benchmark: Jacobi iterations for the pressure p of an
// incompressible flow, in single precision.  At each inner point (i, j, k)
//   s = a0 p(i+1) + a1 p(j+1) + a2 p(k+1)
//     + b0 (p(i+1,j+1) - p(i+1,j-1) - p(i-1,j+1) + p(i-1,j-1))
//     + b1 (the same of j and k) + b2 (the same of i and k)
//     + c0 p(i-1) + c1 p(j-1) + c2 p(k-1) + wrk1
//   ss = (a3 s - p) bnd,   p <- p + omega ss,   gosa = sum of ss^2
// Source: R. Himeno, himenoBMTxp 3.0, RIKEN (2001).  In memory i is fastest;
// the field has the inner points, counted from 0, and its halo the others.
#pragma once
#include <tasuki/runtime/grid/grid.hpp>

using namespace tasuki;
using runtime::ReadGrid, runtime::ReadHalo, runtime::WriteGrid;

enum { a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, wrk1, bnd, kCoefficients };
inline constexpr float kValues[]{1, 1, 1, 1 / 6.F, 0, 0, 0, 1, 1, 1, 0, 1};
inline constexpr float kOmega = 0.8F;

struct Line {
    int ni;  ///< points along i, with those of the boundary
    /// p of inner point i before the first iteration, and of the boundary.
    TASUKI_HD float start(int i) const {
        return float((i + 1) * (i + 1)) / float((ni - 1) * (ni - 1));
    }
};
struct Start : runtime::Stencil<Start, Line, WriteGrid<float, 3>> {
    static constexpr auto name = "start";
    TASUKI_HD static void at(int k, int j, int i, Line line,
                             WriteGrid<float, 3> p) {
        p(k, j, i) = line.start(i);
    }
};

/// One iteration of a block.
struct Step {
    static constexpr auto name = "step";
    struct Args {};
    using Next = WriteGrid<float, 3>;
    using Gosa = WriteGrid<float, 2>;  // (k, j): of a row
    using Pressure = ReadHalo<float, 3>;
    using Coefficients = ReadGrid<float, 4>;  // (kCoefficients, k, j, i)
    Next next;
    Gosa gosa;
    Pressure p;
    Coefficients c;

    TASUKI_HD int rows() const { return p.extent(0) * p.extent(1); }
    /// Computes a point and returns its ss^2.
    TASUKI_HD float relax(int k, int j, int i) const {
        const auto a = [&](int n) { return c(n, k, j, i); };
        const float s = a(a0) * p(k, j, i + 1) + a(a1) * p(k, j + 1, i) +
                        a(a2) * p(k + 1, j, i) +
                        a(b0) * (p(k, j + 1, i + 1) - p(k, j - 1, i + 1) -
                                 p(k, j + 1, i - 1) + p(k, j - 1, i - 1)) +
                        a(b1) * (p(k + 1, j + 1, i) - p(k + 1, j - 1, i) -
                                 p(k - 1, j + 1, i) + p(k - 1, j - 1, i)) +
                        a(b2) * (p(k + 1, j, i + 1) - p(k + 1, j, i - 1) -
                                 p(k - 1, j, i + 1) + p(k - 1, j, i - 1)) +
                        a(c0) * p(k, j, i - 1) + a(c1) * p(k, j - 1, i) +
                        a(c2) * p(k - 1, j, i) + a(wrk1);
        const float ss = (a(a3) * s - p(k, j, i)) * a(bnd);
        next(k, j, i) = p(k, j, i) + kOmega * ss;
        return ss * ss;
    }

    static void cpu(const Args&, Next next, Gosa gosa, Pressure p,
                    Coefficients c) {
        const Step step{next, gosa, p, c};
        runtime::parallel_ranges(step.rows(), 1, [=](int begin, int end) {
            for (int row = begin; row < end; ++row) {
                const int k = row / p.extent(1), j = row % p.extent(1);
                float sum = 0;
#pragma GCC ivdep  // next is none of the other arrays
                for (int i = 0; i < p.extent(2); ++i)
                    sum += step.relax(k, j, i);
                step.gosa(k, j) = sum;
            }
        });
    }
    static void gpu(const Args&, Next, Gosa, Pressure, Coefficients,
                    gpu::Stream);
};
