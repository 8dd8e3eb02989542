# The language CUDA, for GPU sources in CUDA or in HIP on NVIDIA.

# As the installed Tasuki was compiled; else machine code for the data-centre
# cards, and PTX for everything else.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  if(TASUKI_GPU_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${TASUKI_GPU_ARCHITECTURES})
  else()
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual 80-real 90-real)
  endif()
endif()
# The runtime that StarPU uses too: its streams are ours.
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
enable_language(CUDA)
set(CMAKE_CUDA_STANDARD 20)
# CMake before 3.26 does not know nvcc's flag for C++20.
if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
  list(APPEND CMAKE_CUDA_COMPILE_FEATURES cuda_std_20)
endif()
# Compressed: every test program carries the kernels for every device.
string(APPEND CMAKE_CUDA_FLAGS
  " --expt-relaxed-constexpr --extended-lambda -Xfatbin=-compress-all")
