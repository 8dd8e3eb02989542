# Languages, flags, output folders, and which GPU toolkit this build has.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

option(TASUKI_CCACHE "Compile through ccache, if it is here" ON)
find_program(TASUKI_CCACHE_PROGRAM ccache)
if(TASUKI_CCACHE AND TASUKI_CCACHE_PROGRAM)
  # Paths below the source are relative for it, so that clones share results.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_NOHASHDIR=1 ${TASUKI_CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_HIP_COMPILER_LAUNCHER ${launcher})
endif()

if(TASUKI_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${TASUKI_SANITIZE}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>
                      # or a test would pass over what was found
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>)
  add_link_options(-fsanitize=${TASUKI_SANITIZE})
endif()

include(TasukiGpu)
