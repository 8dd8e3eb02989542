// The cuBLAS and cuSOLVER part of blas.hpp.
#pragma once

#include <cublas_v2.h>
#include <cusolverDn.h>

#define TASUKI_BLAS(name) cublas##name
#define TASUKI_BLAS_VALUE(name) CUBLAS_##name
#define TASUKI_SOLVER(name) cusolverDn##name
