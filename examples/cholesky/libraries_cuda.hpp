// Names of cuBLAS and cuSOLVER.
#pragma once
#include <cublas_v2.h>
#include <cusolverDn.h>
#define BLAS(name) cublas##name
#define BLAS_VALUE(name) CUBLAS_##name
#define SOLVER(name) cusolver##name
#define SOLVER_LOWER CUBLAS_FILL_MODE_LOWER
