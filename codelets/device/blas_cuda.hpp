// The cuBLAS and cuSOLVER part of blas.hpp.
#pragma once

#include <cublas_v2.h>
#include <cusolverDn.h>

/// The BLAS library's own function or type of that name.
#define TASUKI_BLAS(name) cublas##name
/// Its constant of that name, such as OP_N.
#define TASUKI_BLAS_VALUE(name) CUBLAS_##name
/// The LAPACK library's own function of that name.
#define TASUKI_SOLVER(name) cusolverDn##name
