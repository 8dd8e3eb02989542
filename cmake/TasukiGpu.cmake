# Which GPU toolkit this build has; there is one, or none.
#   TASUKI_GPU_TOOLKIT   cuda, hip, hip-nvidia, simulated (with SimGrid, instead
#                        of computing) or none
#   TASUKI_GPU_VENDOR    whose GPUs it is for: nvidia, amd or none
#   TASUKI_GPU_LANGUAGE  what CMake calls the compiler of GPU sources
set(TASUKI_GPU_TOOLKIT ${TASUKI_GPU})

include(TasukiGpuCompilers)
if(TASUKI_GPU MATCHES "^(auto|cuda|hip-nvidia)$")
  include(CheckLanguage)
  check_language(CUDA)
endif()

if(TASUKI_GPU STREQUAL auto)
  if(CMAKE_CUDA_COMPILER)
    set(TASUKI_GPU_TOOLKIT cuda)
  elseif(TASUKI_HIPCC AND
         (EXISTS /dev/kfd OR DEFINED ENV{ROCM_PATH} OR DEFINED ENV{HIP_PATH}))
    # A hipcc alone does not say that somebody wants it.
    set(TASUKI_GPU_TOOLKIT hip)
  else()
    set(TASUKI_GPU_TOOLKIT none)
  endif()
endif()

if(TASUKI_GPU_TOOLKIT MATCHES "^(cuda|hip-nvidia)$")
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "TASUKI_GPU=${TASUKI_GPU}, but no nvcc was found")
  endif()
  set(TASUKI_GPU_VENDOR nvidia)
  set(TASUKI_GPU_LANGUAGE CUDA)
  include(TasukiCuda)
  set(TASUKI_GPU_ARCHITECTURES ${CMAKE_CUDA_ARCHITECTURES})
elseif(TASUKI_GPU_TOOLKIT STREQUAL hip)
  if(NOT TASUKI_HIPCC)
    message(FATAL_ERROR "TASUKI_GPU=hip, but no hipcc was found")
  endif()
  set(TASUKI_GPU_VENDOR amd)
  set(TASUKI_GPU_LANGUAGE HIP)
  include(TasukiHip)
  set(TASUKI_GPU_ARCHITECTURES ${CMAKE_HIP_ARCHITECTURES})
elseif(TASUKI_GPU_TOOLKIT MATCHES "^(simulated|none)$")
  set(TASUKI_GPU_VENDOR none)
else()
  message(FATAL_ERROR
    "TASUKI_GPU=${TASUKI_GPU}: expected auto, cuda, hip, hip-nvidia, simulated "
    "or none")
endif()
include(TasukiGpuRuntime)
message(STATUS "Tasuki GPU toolkit: ${TASUKI_GPU_TOOLKIT}")
