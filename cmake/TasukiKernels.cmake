# tasuki_add_kernels(TARGET SOURCES... [SINGLE_SOURCE SOURCES...]): adds the
# sources of kernels to a target, here and in projects that find the installed
# Tasuki. gpu*.cpp and *.gpu.cpp are compiled as CUDA or as HIP, as Tasuki was,
# and left out where it has no GPU toolkit; those after SINGLE_SOURCE are for
# both, so they are C++ there; other sources are C++.
#
# TARGET is of the folder that calls. A source for several SIMD levels includes
# Highway's foreach_target.h, which compiles it for each of them.
macro(tasuki_add_kernels target)
  # A macro, because a language is enabled in the scope of the folder.
  tasuki_split_kernels(_tasuki_gpu_sources _tasuki_cpu_sources ${ARGN})
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

# tasuki_split_kernels(GPU CPU SOURCES...): those for the GPU's compiler and those
# for C++, of the arguments of tasuki_add_kernels().
function(tasuki_split_kernels gpu cpu)
  cmake_parse_arguments(arg "" "" "SINGLE_SOURCE" ${ARGN})
  set(for_gpu ${arg_UNPARSED_ARGUMENTS})
  set(for_cpu ${arg_UNPARSED_ARGUMENTS})
  set(names "(^|/)gpu[^/]*\\.cpp$|\\.gpu\\.cpp$")
  list(FILTER for_gpu INCLUDE REGEX "${names}")
  list(FILTER for_cpu EXCLUDE REGEX "${names}")
  if(TASUKI_GPU_LANGUAGE)
    list(APPEND for_gpu ${arg_SINGLE_SOURCE})
  else()
    list(APPEND for_cpu ${arg_SINGLE_SOURCE})
  endif()
  set(${gpu} ${for_gpu} PARENT_SCOPE)
  set(${cpu} ${for_cpu} PARENT_SCOPE)
endfunction()

function(tasuki_add_kernel_sources target)
  tasuki_split_kernels(gpu cpu ${ARGN})
  target_sources(${target} PRIVATE ${cpu})
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
