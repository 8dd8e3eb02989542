// The hipBLAS and hipSOLVER part of blas.hpp.
#pragma once

#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>

#define TASUKI_BLAS(name) hipblas##name
#define TASUKI_BLAS_VALUE(name) HIPBLAS_##name
#define TASUKI_SOLVER(name) hipsolverDn##name
