// BLAS and LAPACK on tiles, with one name for CPUs and GPUs, for programs that
// link with them and with Tasuki::gpu_blas.  A kernel names what it takes:
//
//   struct Gemm : Dense<Gemm, ReadMatrix<double>, UpdateMatrix<double>> {
//       static constexpr auto name = "gemm";  // c -= a a^T
//       static void call(auto blas, ReadMatrix<double> a,
//                        UpdateMatrix<double> c) {
//           blas.gemm(-1, a, a, 1, c);
//       }
//   };
//
// A matrix that is named l is lower triangular, and what is above its diagonal
// is neither read nor written.  On CPUs a call uses the calling thread, if the
// library does.
#pragma once

#include <string>

#include "codelets/device/blas.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/view.hpp"

/// @cond  of Fortran
extern "C" {
void dgemm_(const char*, const char*, const int*, const int*, const int*,
            const double*, const double*, const int*, const double*, const int*,
            const double*, double*, const int*);
void dsyrk_(const char*, const char*, const int*, const int*, const double*,
            const double*, const int*, const double*, double*, const int*);
void dtrsm_(const char*, const char*, const char*, const char*, const int*,
            const int*, const double*, const double*, const int*, double*,
            const int*);
void dpotrf_(const char*, const int*, double*, const int*, int*);
}
/// @endcond

namespace tasuki::runtime {

/// On a CPU.
struct BlasOnCpu {
    using In = ReadMatrix<double>;       ///< only read
    using Inout = UpdateMatrix<double>;  ///< read and changed

    /// c = alpha a b^T + beta c
    void gemm(double alpha, In a, In b, double beta, Inout c) const {
        const Sizes sa{a}, sb{b}, sc{c};
        dgemm_("N", "T", &sc.rows, &sc.columns, &sa.columns, &alpha, a.data(),
               &sa.leading, b.data(), &sb.leading, &beta, c.data(),
               &sc.leading);
    }
    /// l = alpha a a^T + beta l
    void syrk(double alpha, In a, double beta, Inout l) const {
        const Sizes sa{a}, sl{l};
        dsyrk_("L", "N", &sl.rows, &sa.columns, &alpha, a.data(), &sa.leading,
               &beta, l.data(), &sl.leading);
    }
    /// b = b l^-T
    void trsm(In l, Inout b) const {
        const Sizes sl{l}, sb{b};
        const double one = 1;
        dtrsm_("R", "L", "T", "N", &sb.rows, &sb.columns, &one, l.data(),
               &sl.leading, b.data(), &sb.leading);
    }
    /// l = L with l = L L^T
    /// @throws NumericsError  l is not positive definite
    void potrf(Inout l) const {
        const Sizes sl{l};
        int info = 0;
        dpotrf_("L", &sl.rows, l.data(), &sl.leading, &info);
        if (info > 0)
            throw NumericsError("a matrix is not positive definite: row " +
                                std::to_string(info) + " of a tile");
    }

  private:
    struct Sizes {
        int rows, columns, leading;
        template <class View>
        explicit Sizes(const View& m)
            : rows{static_cast<int>(m.rows())},
              columns{static_cast<int>(m.columns())},
              leading{static_cast<int>(m.leading())} {}
    };
};

/// On a GPU: queues the same calls on a stream.
struct BlasOnGpu {
    using In = BlasOnCpu::In;        ///< only read
    using Inout = BlasOnCpu::Inout;  ///< read and changed
    gpu::Stream stream;              ///< of the task

    /// As BlasOnCpu::gemm().
    void gemm(double alpha, In a, In b, double beta, Inout c) const {
        gpu::Blas::on(stream).call(TASUKI_BLAS(Dgemm), kAsIs, kTransposed,
                                   c.rows(), c.columns(), a.columns(), &alpha,
                                   its(a), a.leading(), its(b), b.leading(),
                                   &beta, c.data(), c.leading());
    }
    /// As BlasOnCpu::syrk().
    void syrk(double alpha, In a, double beta, Inout l) const {
        gpu::Blas::on(stream).call(TASUKI_BLAS(Dsyrk), kLower, kAsIs, l.rows(),
                                   a.columns(), &alpha, its(a), a.leading(),
                                   &beta, l.data(), l.leading());
    }
    /// As BlasOnCpu::trsm().
    void trsm(In l, Inout b) const {
        const double one = 1;
        gpu::Blas::on(stream).call(
            TASUKI_BLAS(Dtrsm), TASUKI_BLAS_VALUE(SIDE_RIGHT), kLower,
            kTransposed, TASUKI_BLAS_VALUE(DIAG_NON_UNIT), b.rows(),
            b.columns(), &one, its(l), l.leading(), b.data(), b.leading());
    }
    /// As BlasOnCpu::potrf(), but that the device keeps LAPACK's info: what is
    /// not positive definite becomes NaN.
    void potrf(Inout l) const {
        gpu::Blas::on(stream).call_lapack(TASUKI_SOLVER(Dpotrf_bufferSize),
                                          TASUKI_SOLVER(Dpotrf), kLower,
                                          l.rows(), l.data(), l.leading());
    }

  private:
    static constexpr auto kLower = TASUKI_BLAS_VALUE(FILL_MODE_LOWER);
    static constexpr auto kAsIs = TASUKI_BLAS_VALUE(OP_N);
    static constexpr auto kTransposed = TASUKI_BLAS_VALUE(OP_T);
    /// hipBLAS takes all pointers as not const.
    static double* its(In a) { return const_cast<double*>(a.data()); }
};

/// The base of a kernel K whose K::call(blas, views...) calls the functions
/// above, on CPUs and on GPUs.
template <class K, class... Views>
struct Dense {
    /// None.
    struct Args {};
    /// On a CPU.
    static void cpu(const Args&, Views... views) {
        K::call(BlasOnCpu{}, views...);
    }
    /// On a GPU.
    static void gpu(const Args&, Views... views, gpu::Stream stream) {
        K::call(BlasOnGpu{stream}, views...);
    }
};

}  // namespace tasuki::runtime
