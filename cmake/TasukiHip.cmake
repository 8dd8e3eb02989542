# The language HIP, for AMD.

# As the installed Tasuki was compiled; else MI100 and MI200, which every clang
# of a ROCm knows; newer ones by -DCMAKE_HIP_ARCHITECTURES=gfx942.
if(NOT DEFINED CMAKE_HIP_ARCHITECTURES)
  if(TASUKI_GPU_ARCHITECTURES)
    set(CMAKE_HIP_ARCHITECTURES ${TASUKI_GPU_ARCHITECTURES})
  else()
    set(CMAKE_HIP_ARCHITECTURES gfx908 gfx90a)
  endif()
endif()
if(NOT CMAKE_HIP_COMPILER AND NOT DEFINED ENV{HIPCXX})
  # What hipcc itself calls; Debian's has a number behind its name. With a nvcc
  # in the path it would call that.
  execute_process(COMMAND ${CMAKE_COMMAND} -E env HIP_PLATFORM=amd
    ${TASUKI_HIPCC} --version OUTPUT_VARIABLE version ERROR_QUIET)
  string(REGEX MATCH "InstalledDir: ([^\n]+)" folder "${version}")
  set(folder ${CMAKE_MATCH_1})
  string(REGEX MATCH "clang version ([0-9]+)" number "${version}")
  find_program(TASUKI_HIP_CLANG NAMES clang++-${CMAKE_MATCH_1} clang++
    HINTS ${folder} REQUIRED)
  set(CMAKE_HIP_COMPILER ${TASUKI_HIP_CLANG})
endif()

# CMake looks for what tells it of the device's runtime in ROCm's own folders,
# and not where Debian has it. It is a library to link, which everything links
# by Tasuki::gpu_runtime.
set(CMAKE_HIP_COMPILER_ROCM_ROOT ${CMAKE_BINARY_DIR}/hip-lang)
file(WRITE
  ${CMAKE_HIP_COMPILER_ROCM_ROOT}/lib/cmake/hip-lang/hip-lang-config.cmake [[
if(NOT TARGET hip-lang::device)
  add_library(hip-lang::device INTERFACE IMPORTED)
endif()
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
]])
file(GLOB bitcode /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/amdgcn/bitcode)
if(bitcode)
  string(APPEND CMAKE_HIP_FLAGS
    " --rocm-path=/usr --rocm-device-lib-path=${bitcode}")
endif()
enable_language(HIP)
set(CMAKE_HIP_STANDARD 20)
set(CMAKE_HIP_STANDARD_REQUIRED ON)
set(CMAKE_HIP_EXTENSIONS OFF)
# Programs are linked as they are without a GPU: with one OpenMP.
set(CMAKE_HIP_LINKER_PREFERENCE_PROPAGATES 0)
