# Tasuki::gpu_runtime, the library of TASUKI_GPU_TOOLKIT, for this build and for
# who finds the installed one.
if(NOT TARGET Tasuki::gpu_runtime)
  add_library(Tasuki::gpu_runtime INTERFACE IMPORTED)
  if(TASUKI_GPU_TOOLKIT MATCHES "^(cuda|hip-nvidia)$")
    find_package(CUDAToolkit REQUIRED)
    target_link_libraries(Tasuki::gpu_runtime INTERFACE CUDA::cudart)
  elseif(TASUKI_GPU_TOOLKIT STREQUAL hip)
    find_library(TASUKI_AMDHIP64 amdhip64 REQUIRED
      HINTS ENV ROCM_PATH ENV HIP_PATH /opt/rocm PATH_SUFFIXES lib)
    find_path(TASUKI_HIP_INCLUDE hip/hip_runtime.h REQUIRED
      HINTS ENV ROCM_PATH ENV HIP_PATH /opt/rocm PATH_SUFFIXES include)
    target_link_libraries(Tasuki::gpu_runtime INTERFACE ${TASUKI_AMDHIP64})
    target_include_directories(Tasuki::gpu_runtime INTERFACE
      ${TASUKI_HIP_INCLUDE})
  endif()
endif()
# Tasuki::gpu_fft, its library of Fourier transforms; on AMD there may be none,
# as Debian 12 has no hipFFT, and then they are computed on CPUs.
if(NOT TARGET Tasuki::gpu_fft)
  add_library(Tasuki::gpu_fft INTERFACE IMPORTED)
  if(TASUKI_GPU_TOOLKIT MATCHES "^(cuda|hip-nvidia)$")
    target_link_libraries(Tasuki::gpu_fft INTERFACE CUDA::cufft)
    target_compile_definitions(Tasuki::gpu_fft INTERFACE TASUKI_GPU_FFT
      TASUKI_GPU_FFT_HEADER="fft_cuda.hpp")
  elseif(TASUKI_GPU_TOOLKIT STREQUAL simulated)
    # The GPUs of a simulated machine have one, which nobody calls.
    target_compile_definitions(Tasuki::gpu_fft INTERFACE TASUKI_GPU_FFT)
  elseif(TASUKI_GPU_TOOLKIT STREQUAL hip)
    find_library(TASUKI_HIPFFT hipfft
      HINTS ENV ROCM_PATH ENV HIP_PATH /opt/rocm PATH_SUFFIXES lib)
    find_path(TASUKI_HIPFFT_INCLUDE hipfft/hipfft.h
      HINTS ENV ROCM_PATH ENV HIP_PATH /opt/rocm PATH_SUFFIXES include)
    if(TASUKI_HIPFFT AND TASUKI_HIPFFT_INCLUDE)
      target_link_libraries(Tasuki::gpu_fft INTERFACE ${TASUKI_HIPFFT})
      target_include_directories(Tasuki::gpu_fft INTERFACE
        ${TASUKI_HIPFFT_INCLUDE})
      target_compile_definitions(Tasuki::gpu_fft INTERFACE TASUKI_GPU_FFT
        TASUKI_GPU_FFT_HEADER="fft_hip.hpp")
    endif()
  endif()
endif()
# Tasuki::gpu_blas, its BLAS and LAPACK, for programs that include
# codelets/device/blas.hpp; on AMD there may be none.
if(NOT TARGET Tasuki::gpu_blas)
  add_library(Tasuki::gpu_blas INTERFACE IMPORTED)
  if(TASUKI_GPU_TOOLKIT MATCHES "^(cuda|hip-nvidia)$")
    target_link_libraries(Tasuki::gpu_blas INTERFACE CUDA::cublas
      CUDA::cusolver)
    target_compile_definitions(Tasuki::gpu_blas INTERFACE
      TASUKI_GPU_BLAS_HEADER="blas_cuda.hpp")
  elseif(TASUKI_GPU_TOOLKIT STREQUAL hip)
    set(rocm HINTS ENV ROCM_PATH ENV HIP_PATH /opt/rocm)
    find_library(TASUKI_HIPBLAS hipblas ${rocm} PATH_SUFFIXES lib)
    find_library(TASUKI_HIPSOLVER hipsolver ${rocm} PATH_SUFFIXES lib)
    find_path(TASUKI_HIPSOLVER_INCLUDE hipsolver/hipsolver.h ${rocm}
      PATH_SUFFIXES include)
    if(TASUKI_HIPBLAS AND TASUKI_HIPSOLVER AND TASUKI_HIPSOLVER_INCLUDE)
      target_link_libraries(Tasuki::gpu_blas INTERFACE ${TASUKI_HIPBLAS}
        ${TASUKI_HIPSOLVER})
      target_include_directories(Tasuki::gpu_blas INTERFACE
        ${TASUKI_HIPSOLVER_INCLUDE})
      target_compile_definitions(Tasuki::gpu_blas INTERFACE
        TASUKI_GPU_BLAS_HEADER="blas_hip.hpp")
    endif()
  endif()
endif()
