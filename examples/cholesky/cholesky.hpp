// The four kernels of a tiled Cholesky factorization A = L L^T in double, on
// the lower triangle.  Matrices are by columns.
#pragma once
#include <tasuki/runtime/core/view.hpp>

namespace cholesky {
using namespace tasuki;
using Tile = runtime::UpdateMatrix<double>;
using ReadTile = runtime::ReadMatrix<double>;
struct Potrf {  // a = L with a = L L^T
    static constexpr auto name = "potrf";
    struct Args {};
    static void cpu(const Args&, Tile a);
    static void gpu(const Args&, Tile a, gpu::Stream);
};
struct Trsm {  // b = b L^-T
    static constexpr auto name = "trsm";
    struct Args {};
    static void cpu(const Args&, ReadTile l, Tile b);
    static void gpu(const Args&, ReadTile l, Tile b, gpu::Stream);
};
struct Syrk {  // c -= a a^T
    static constexpr auto name = "syrk";
    struct Args {};
    static void cpu(const Args&, ReadTile a, Tile c);
    static void gpu(const Args&, ReadTile a, Tile c, gpu::Stream);
};
struct Gemm {  // c -= a b^T
    static constexpr auto name = "gemm";
    struct Args {};
    static void cpu(const Args&, ReadTile a, ReadTile b, Tile c);
    static void gpu(const Args&, ReadTile a, ReadTile b, Tile c, gpu::Stream);
};

/// Lets GPUs copy `size` elements of host memory at full speed, until unpin().
void pin(double* memory, std::size_t size);
void unpin(double* memory);
/// Time of the GPU library's own factorization of a (n, n), in one call [s].
double time_on_gpu(int n, const double* a);
}  // namespace cholesky
