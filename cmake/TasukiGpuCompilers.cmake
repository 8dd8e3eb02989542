# Where the GPU compilers are, for this build and for who finds the installed
# Tasuki.
#   CMAKE_CUDA_COMPILER  set to the usual place of nvcc if nobody names one
#   TASUKI_HIPCC         hipcc
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX}
   AND EXISTS /usr/local/cuda/bin/nvcc)
  set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
endif()
find_program(TASUKI_HIPCC hipcc
  HINTS ENV ROCM_PATH ENV HIP_PATH /opt/rocm PATH_SUFFIXES bin)
