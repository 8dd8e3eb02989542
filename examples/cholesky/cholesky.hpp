// The kernels of a tiled Cholesky factorization A = L L^T in double, on the
// lower triangle: by BLAS and LAPACK on CPUs, by cuBLAS and cuSOLVER or hipBLAS
// and hipSOLVER on GPUs.  Matrices are by columns.
#pragma once
#include <cblas.h>

#include <array>
#include <tasuki/runtime/core/view.hpp>
#include <tasuki/runtime/gpu/blas.hpp>

extern "C" void dpotrf_(const char* uplo, const int* n, double* a,
                        const int* lda, int* info);  // LAPACK's, of Fortran

using namespace tasuki;
using Tile = runtime::UpdateMatrix<double>;
using ReadTile = runtime::ReadMatrix<double>;
using WriteTile = runtime::WriteMatrix<double>;
inline constexpr double kOne = 1, kMinus = -1;
inline constexpr auto kLower = TASUKI_BLAS_VALUE(FILL_MODE_LOWER);
inline constexpr auto kAsIs = TASUKI_BLAS_VALUE(OP_N);
inline constexpr auto kTurned = TASUKI_BLAS_VALUE(OP_T);

// A tile of the Hilbert matrix plus 1, twice: one is for the check.
struct Fill {
    static constexpr auto name = "fill";
    using Args = std::array<int, 2>;  // (i, j) of the tile A_ij
    static void cpu(const Args& at, WriteTile a, WriteTile l) {
        const double row = at[0] * a.rows(), column = at[1] * a.columns();
        for (std::size_t c = 0; c < a.columns(); ++c)
            for (std::size_t r = 0; r < a.rows(); ++r) {
                const double i = row + r, j = column + c;
                a(r, c) = l(r, c) = i < j ? 0 : (i == j) + 1 / (1 + i + j);
            }
    }
};

struct Potrf {  // a = L with a = L L^T
    static constexpr auto name = "potrf";
    struct Args {};
    static void cpu(const Args&, Tile a) {
        // Nobody reads the info: the check of the result sees a failure.
        int n = a.rows(), leading = a.leading(), info = 0;
        dpotrf_("L", &n, a.data(), &leading, &info);
    }
    static void gpu(const Args&, Tile a, gpu::Stream stream) {
        gpu::Blas::on(stream).call_lapack(TASUKI_SOLVER(Dpotrf_bufferSize),
                                          TASUKI_SOLVER(Dpotrf), kLower,
                                          a.rows(), a.data(), a.leading());
    }
};

struct Trsm {  // b = b L^-T
    static constexpr auto name = "trsm";
    struct Args {};
    static void cpu(const Args&, ReadTile l, Tile b) {
        cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans,
                    CblasNonUnit, b.rows(), b.columns(), 1, l.data(),
                    l.leading(), b.data(), b.leading());
    }
    static void gpu(const Args&, ReadTile l, Tile b, gpu::Stream stream) {
        gpu::Blas::on(stream).call(
            TASUKI_BLAS(Dtrsm), TASUKI_BLAS_VALUE(SIDE_RIGHT), kLower, kTurned,
            TASUKI_BLAS_VALUE(DIAG_NON_UNIT), b.rows(), b.columns(), &kOne,
            const_cast<double*>(l.data()), l.leading(), b.data(), b.leading());
    }
};

struct Syrk {  // c -= a a^T
    static constexpr auto name = "syrk";
    struct Args {};
    static void cpu(const Args&, ReadTile a, Tile c) {
        cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, c.rows(),
                    a.columns(), -1, a.data(), a.leading(), 1, c.data(),
                    c.leading());
    }
    static void gpu(const Args&, ReadTile a, Tile c, gpu::Stream stream) {
        gpu::Blas::on(stream).call(TASUKI_BLAS(Dsyrk), kLower, kAsIs, c.rows(),
                                   a.columns(), &kMinus, a.data(), a.leading(),
                                   &kOne, c.data(), c.leading());
    }
};

struct Gemm {  // c -= a b^T
    static constexpr auto name = "gemm";
    struct Args {};
    static void cpu(const Args&, ReadTile a, ReadTile b, Tile c) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, c.rows(),
                    c.columns(), a.columns(), -1, a.data(), a.leading(),
                    b.data(), b.leading(), 1, c.data(), c.leading());
    }
    static void gpu(const Args&, ReadTile a, ReadTile b, Tile c,
                    gpu::Stream stream) {
        gpu::Blas::on(stream).call(TASUKI_BLAS(Dgemm), kAsIs, kTurned, c.rows(),
                                   c.columns(), a.columns(), &kMinus, a.data(),
                                   a.leading(), b.data(), b.leading(), &kOne,
                                   c.data(), c.leading());
    }
};
