// Kernels of the Himeno benchmark: Jacobi iterations for the pressure p of an
// incompressible flow, in single precision.  At each inner point (i, j, k)
//   s = a0 p(i+1) + a1 p(j+1) + a2 p(k+1)
//     + b0 (p(i+1,j+1) - p(i+1,j-1) - p(i-1,j+1) + p(i-1,j-1))
//     + b1 (the same of j and k) + b2 (the same of i and k)
//     + c0 p(i-1) + c1 p(j-1) + c2 p(k-1) + wrk1
//   ss = (a3 s - p) bnd,   p <- p + omega ss,   gosa = sum of ss^2
// Source: R. Himeno, himenoBMTxp 3.0, RIKEN (2001).  In memory i is fastest,
// and a block has planes of constant k, which is the longest axis.
#pragma once
#include <tasuki/runtime/core/elements.hpp>

using namespace tasuki;
using runtime::Elements, runtime::Read, runtime::Update, runtime::Write;

enum { a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, wrk1, bnd, kCoefficients };
inline constexpr float kValues[]{1, 1, 1, 1 / 6.F, 0, 0, 0, 1, 1, 1, 0, 1};
inline constexpr float kOmega = 0.8F;
/// Numbers after each coefficient's: a cache has room for few of the lines that
/// are a power of two apart.
inline constexpr int kPadding = 80;

struct Plane {
    int ni, nj;  ///< points
};

/// p before the first iteration.
struct Start : Elements<Start, Plane, Write<float>> {
    static constexpr auto name = "start";
    TASUKI_HD static void at(int n, Plane a, Write<float> p) {
        const int i = n % a.ni, last = a.ni - 1;
        p[n] = float(i * i) / float(last * last);
    }
};

/// Copies the outermost planes of a block, for its neighbours.
struct Faces : Elements<Faces, Plane, Write<float>, Write<float>, Read<float>> {
    static constexpr auto name = "faces";
    TASUKI_HD static void at(int n, Plane, Write<float> low, Write<float> high,
                             Read<float> p) {
        low[n] = p[n];
        high[n] = p[p.size() - high.size() + n];
    }
};

struct Around {
    Read<float> p;             // (planes, nj, ni)
    Read<float> below, above;  // (nj, ni): the planes next to these
    Read<float> coefficients;  // (kCoefficients, planes nj ni + kPadding)
};
/// One iteration of a block.
struct Step {
    static constexpr auto name = "step";
    using Args = Plane;
    Plane plane;
    Update<float> next;  // (planes, nj, ni), of which the rim stays as it is
    Write<float> gosa;   // (planes, nj - 2): of a row
    Around around;

    /// For the points i of an inner row: computes one and returns its ss^2.
    TASUKI_HD auto relax(int row) const {
        const int ni = plane.ni, k = row / (plane.nj - 2);
        const int from = (1 + row % (plane.nj - 2)) * ni;
        const std::size_t area = around.below.size();
        const std::size_t all = around.p.size() + kPadding;
        const bool last = (k + 1) * area == around.p.size();
        const float* here = around.p + k * area + from;
        const float* low = k == 0 ? around.below + from : here - area;
        const float* high = last ? around.above + from : here + area;
        const float* first = around.coefficients + k * area + from;
        float* out = next + k * area + from;
        return [=](int i) {
            const auto c = [=](int n) { return first[n * all + i]; };
            const auto p = [=](int di, int dj, int dk) {
                const float* plane = dk < 0 ? low : dk > 0 ? high : here;
                return plane[dj * ni + i + di];
            };
            const float s =
                c(a0) * p(1, 0, 0) + c(a1) * p(0, 1, 0) + c(a2) * p(0, 0, 1) +
                c(b0) *
                    (p(1, 1, 0) - p(1, -1, 0) - p(-1, 1, 0) + p(-1, -1, 0)) +
                c(b1) *
                    (p(0, 1, 1) - p(0, -1, 1) - p(0, 1, -1) + p(0, -1, -1)) +
                c(b2) *
                    (p(1, 0, 1) - p(-1, 0, 1) - p(1, 0, -1) + p(-1, 0, -1)) +
                c(c0) * p(-1, 0, 0) + c(c1) * p(0, -1, 0) +
                c(c2) * p(0, 0, -1) + c(wrk1);
            const float ss = (c(a3) * s - p(0, 0, 0)) * c(bnd);
            out[i] = p(0, 0, 0) + kOmega * ss;
            return ss * ss;
        };
    }

    static void cpu(const Args& plane, Update<float> next, Write<float> gosa,
                    Around around) {
        const Step step{plane, next, gosa, around};
        runtime::parallel_ranges(gosa.size(), 1, [=](auto begin, auto end) {
            for (auto row = begin; row < end; ++row) {
                const auto relax = step.relax(row);
                float sum = 0;
#pragma GCC ivdep  // next is none of the other arrays
                for (int i = 1; i < plane.ni - 1; ++i) sum += relax(i);
                step.gosa[row] = sum;
            }
        });
    }
    static void gpu(const Args&, Update<float> next, Write<float> gosa, Around,
                    gpu::Stream);
};
