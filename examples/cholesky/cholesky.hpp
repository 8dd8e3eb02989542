// The kernels of a tiled Cholesky factorization A = L L^T in double, on the
// lower triangle: by BLAS and LAPACK on CPUs, by cuBLAS and cuSOLVER or hipBLAS
// and hipSOLVER on GPUs.  Matrices are by columns.
#pragma once
#include <array>
#include <tasuki/codelets/device/dense.hpp>

using namespace tasuki::runtime;
using In = ReadMatrix<double>;
using Inout = UpdateMatrix<double>;
using Out = WriteMatrix<double>;

// A tile of the Hilbert matrix plus d, twice: one is for the check.
struct Fill {
    static constexpr auto name = "fill";
    using Args = std::array<int, 3>;  // (i, j) of the tile A_ij, and d
    static void cpu(const Args& at, Out a, Out l) {
        const double row = at[0] * a.rows(), column = at[1] * a.columns();
        for (std::size_t c = 0; c < a.columns(); ++c)
            for (std::size_t r = 0; r < a.rows(); ++r) {
                const double i = row + r, j = column + c;
                a(r, c) = l(r, c) =
                    i < j ? 0 : (i == j) * at[2] + 1 / (1 + i + j);
            }
    }
};

struct Potrf : Dense<Potrf, Inout> {  // l = L with l = L L^T
    static constexpr auto name = "potrf";
    static void call(auto blas, Inout l) { blas.potrf(l); }
};

struct Trsm : Dense<Trsm, In, Inout> {  // b = b L^-T
    static constexpr auto name = "trsm";
    static void call(auto blas, In l, Inout b) { blas.trsm(l, b); }
};

struct Syrk : Dense<Syrk, In, Inout> {  // c -= a a^T
    static constexpr auto name = "syrk";
    static void call(auto blas, In a, Inout c) { blas.syrk(-1, a, 1, c); }
};

struct Gemm : Dense<Gemm, In, In, Inout> {  // c -= a b^T
    static constexpr auto name = "gemm";
    static void call(auto blas, In a, In b, Inout c) {
        blas.gemm(-1, a, b, 1, c);
    }
};
