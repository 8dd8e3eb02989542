// Names of hipBLAS and hipSOLVER.
#pragma once
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>
#define BLAS(name) hipblas##name
#define BLAS_VALUE(name) HIPBLAS_##name
#define SOLVER(name) hipsolver##name
#define SOLVER_LOWER HIPSOLVER_FILL_MODE_LOWER
