#include <cblas.h>

#include "cholesky.hpp"

extern "C" void dpotrf_(const char* uplo, const int* n, double* a,
                        const int* lda, int* info);  // LAPACK's, of Fortran

namespace cholesky {
void Potrf::cpu(const Args&, Tile a) {
    const int n = int(a.rows()), leading = int(a.leading());
    int info = 0;  // the check of the result sees a failure
    dpotrf_("L", &n, a.data(), &leading, &info);
}
void Trsm::cpu(const Args&, ReadTile l, Tile b) {
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
                b.rows(), b.columns(), 1, l.data(), l.leading(), b.data(),
                b.leading());
}
void Syrk::cpu(const Args&, ReadTile a, Tile c) {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, c.rows(), a.columns(),
                -1, a.data(), a.leading(), 1, c.data(), c.leading());
}
void Gemm::cpu(const Args&, ReadTile a, ReadTile b, Tile c) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, c.rows(), c.columns(),
                a.columns(), -1, a.data(), a.leading(), b.data(), b.leading(),
                1, c.data(), c.leading());
}
}  // namespace cholesky
