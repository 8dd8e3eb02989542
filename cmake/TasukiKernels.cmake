# tasuki_add_kernels(TARGET SOURCES...): adds the sources of kernels to a target,
# here and in projects that find the installed Tasuki. gpu*.cpp and *.gpu.cpp are
# compiled as CUDA or as HIP, as Tasuki was, and left out where it has no GPU
# toolkit; other sources are C++.
#
# TARGET is of the folder that calls. A source for several SIMD levels includes
# Highway's foreach_target.h, which compiles it for each of them.
macro(tasuki_add_kernels target)
  # A macro, because a language is enabled in the scope of the folder.
  tasuki_split_kernels(_tasuki_gpu_sources ${ARGN})
  if(TASUKI_GPU_LANGUAGE AND _tasuki_gpu_sources
     AND NOT CMAKE_${TASUKI_GPU_LANGUAGE}_COMPILER_LOADED)
    include(${TASUKI_KERNELS_FOLDER}/TasukiGpuCompilers.cmake)
    if(TASUKI_GPU_LANGUAGE STREQUAL CUDA)
      include(${TASUKI_KERNELS_FOLDER}/TasukiCuda.cmake)
    else()
      include(${TASUKI_KERNELS_FOLDER}/TasukiHip.cmake)
    endif()
  endif()
  tasuki_add_kernel_sources(${target} ${ARGN})
endmacro()
set(TASUKI_KERNELS_FOLDER ${CMAKE_CURRENT_LIST_DIR})

# tasuki_split_kernels(GPU SOURCES...): those of the sources that are for GPUs.
function(tasuki_split_kernels gpu)
  list(FILTER ARGN INCLUDE REGEX "(^|/)gpu[^/]*\\.cpp$|\\.gpu\\.cpp$")
  set(${gpu} ${ARGN} PARENT_SCOPE)
endfunction()

function(tasuki_add_kernel_sources target)
  tasuki_split_kernels(gpu ${ARGN})
  if(gpu)
    list(REMOVE_ITEM ARGN ${gpu})
  endif()
  target_sources(${target} PRIVATE ${ARGN})
  if(NOT gpu OR NOT TASUKI_GPU_LANGUAGE)
    return()
  endif()
  set_source_files_properties(${gpu} PROPERTIES LANGUAGE ${TASUKI_GPU_LANGUAGE})
  target_sources(${target} PRIVATE ${gpu})
  # A target that was added before the language has none of its settings.
  foreach(setting STANDARD ARCHITECTURES)
    get_target_property(value ${target} ${TASUKI_GPU_LANGUAGE}_${setting})
    if(NOT value)
      set_target_properties(${target} PROPERTIES
        ${TASUKI_GPU_LANGUAGE}_${setting}
        "${CMAKE_${TASUKI_GPU_LANGUAGE}_${setting}}")
    endif()
  endforeach()
  if(TASUKI_GPU_LANGUAGE STREQUAL CUDA)
    set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Shared)
  endif()
  # Linked as without a GPU: Tasuki::gpu_runtime has the device's library.
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL STATIC_LIBRARY)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
endfunction()
