# Languages, flags, output folders, and which GPU toolkit this build has.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(TASUKI_CCACHE ccache)
if(TASUKI_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TASUKI_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${TASUKI_CCACHE})
endif()

if(TASUKI_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TASUKI_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>
                      # or a test would pass over what was found
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>)
  add_link_options(-fsanitize=${TASUKI_SANITIZE})
endif()

set(TASUKI_CUDA OFF)
if(NOT TASUKI_GPU STREQUAL none)
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX}
     AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    # Machine code for the data-centre cards, PTX for everything else.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 75-virtual 80-real 90-real)
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
      " --expt-relaxed-constexpr -Xfatbin=-compress-all")
    find_package(CUDAToolkit REQUIRED)
    set(TASUKI_CUDA ON)
  elseif(TASUKI_GPU STREQUAL cuda)
    message(FATAL_ERROR "TASUKI_GPU=cuda, but no nvcc was found")
  endif()
endif()
message(STATUS "Tasuki GPU toolkit: CUDA ${TASUKI_CUDA}")
