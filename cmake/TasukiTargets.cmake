# tasuki_library(), tasuki_add_codelet(), tasuki_add_test() and
# tasuki_test_on_ranks(): what a folder has to say in its CMakeLists.txt.
include(TasukiKernels)

add_library(tasuki_options INTERFACE)
target_include_directories(tasuki_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
  $<INSTALL_INTERFACE:include>)
# Warnings are for our own build, not for who links the installed libraries.
target_compile_options(tasuki_options INTERFACE
  $<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wshadow>>)
if(TASUKI_GPU_TOOLKIT STREQUAL cuda)
  target_compile_definitions(tasuki_options INTERFACE TASUKI_CUDA)
elseif(TASUKI_GPU_TOOLKIT STREQUAL hip)
  # hipcc knows for whom it compiles; the others do not.
  target_compile_definitions(tasuki_options INTERFACE TASUKI_HIP
    $<$<COMPILE_LANGUAGE:CXX>:__HIP_PLATFORM_AMD__>)
elseif(TASUKI_GPU_TOOLKIT STREQUAL hip-nvidia)
  target_compile_definitions(tasuki_options INTERFACE
    TASUKI_HIP TASUKI_HIP_NVIDIA)
  target_include_directories(tasuki_options INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/cmake/hip_nvidia>
    $<INSTALL_INTERFACE:include/tasuki/hip_nvidia>)
endif()
set_property(GLOBAL APPEND PROPERTY TASUKI_INSTALL_RUNTIME tasuki_options)

# tasuki_library(NAME SOURCES... LINK libs...): a library of one folder, static
# or (BUILD_SHARED_LIBS) shared.
function(tasuki_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} ${arg_SOURCES})
  tasuki_unity_of_folders(${name} ${arg_SOURCES})
  tasuki_run_path(run_path ${CMAKE_INSTALL_LIBDIR})
  set_target_properties(${name} PROPERTIES
    VERSION ${PROJECT_VERSION}
    # Before 1.0, a minor version may change what is in them.
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH "${run_path}")
  target_link_libraries(${name} PUBLIC tasuki_options ${arg_LINK})
  string(REGEX REPLACE "^tasuki_" "" export ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${export})
  add_library(Tasuki::${export} ALIAS ${name})
  # The component of find_package(Tasuki) that has it.
  set(component GRAPHS)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  if(folder STREQUAL runtime/mpi)
    set(component MPI)
  elseif(folder MATCHES "^(json|runtime|program)")
    set(component RUNTIME)
  elseif(folder MATCHES "^codelets")
    set(component KERNELS)
  endif()
  set_property(GLOBAL APPEND PROPERTY TASUKI_INSTALL_${component} ${name})
endfunction()

# tasuki_simulated_ranks(PROGRAM): PROGRAM.so beside it, of the same sources and
# libraries, which SimGrid loads once for each rank. All but main() is hidden in
# it, or the copies would share what C++ has once in a process. Unstripped it
# would be twice as large, and as many copies as ranks are written.
function(tasuki_simulated_ranks program)
  get_target_property(sources ${program} SOURCES)
  get_target_property(folder ${program} RUNTIME_OUTPUT_DIRECTORY)
  set(map ${PROJECT_BINARY_DIR}/simulated_ranks.map)
  file(CONFIGURE OUTPUT ${map} CONTENT
    "{ global: main; fut_getstamp; local: *; };\n")
  add_library(${program}-ranks MODULE ${sources})
  set_target_properties(${program}-ranks PROPERTIES PREFIX ""
    OUTPUT_NAME ${program} LIBRARY_OUTPUT_DIRECTORY ${folder}
    INSTALL_RPATH "\$ORIGIN")
  target_compile_definitions(${program}-ranks PRIVATE main=tasuki_rank_main
    $<TARGET_PROPERTY:${program},COMPILE_DEFINITIONS>)
  target_link_libraries(${program}-ranks PRIVATE
    $<TARGET_PROPERTY:${program},LINK_LIBRARIES>)
  target_link_options(${program}-ranks PRIVATE
    LINKER:--no-undefined,--gc-sections,-s,--version-script=${map})
  add_dependencies(${program} ${program}-ranks)
endfunction()

# tasuki_simd(TARGET): vectors of 128, 256 and 512 bits, chosen at run time, or
# those of this machine alone (TASUKI_SIMD=native).
# Highway's 128-bit target must be the baseline: below it is only a scalar one.
# The later 512-bit targets (AVX3_DL, AVX3_ZEN4 and AVX3_SPR since Highway 1.0.4
# and 1.0.5, AVX10_2 since 1.3) have nothing that our kernels use, and each
# compiles as long as the first.
function(tasuki_simd target)
  set(disabled HWY_SSSE3|HWY_AVX3_DL)
  foreach(level 1.0.4:AVX3_ZEN4 1.0.5:AVX3_SPR 1.3:AVX10_2)
    string(REPLACE : ";" level ${level})
    list(GET level 0 since)
    list(GET level 1 name)
    if(HWY_VERSION VERSION_GREATER_EQUAL since)
      string(APPEND disabled |HWY_${name})
    endif()
  endforeach()
  if(TASUKI_SANITIZE)
    # What is inlined whole has checks by the ten thousand, and takes a compiler
    # ten minutes; without inlining it takes ten seconds, and the lattices of
    # tests are small. The source is the same for 512 bits as for 256, and a
    # pointer that these three checks would find is found where it is used: it
    # faults, or AddressSanitizer sees it.
    string(APPEND disabled |HWY_AVX3)
    set(options -O0)
    if(TASUKI_SANITIZE MATCHES undefined)
      list(APPEND options -fno-sanitize=null,alignment,pointer-overflow)
    endif()
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${options}>")
  endif()
  target_compile_definitions(${target} PRIVATE
    HWY_DISABLED_TARGETS=\(${disabled}\))
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-msse4.2;-maes;-mpclmul>)
  endif()
endfunction()

# TASUKI_SIMD_NATIVE: how Highway's sources are compiled for this machine alone,
# for the target that Highway would choose on it at run time. They get its
# instructions and no other source does: with -march=native for all, scalar code
# would be fused, and results would differ in their last bits from those of a
# build for all machines.
set(TASUKI_SIMD_NATIVE)
if(TASUKI_SIMD STREQUAL native)
  set(TASUKI_SIMD_NATIVE -DHWY_COMPILE_ONLY_STATIC)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -dM -E -x c++
      /dev/null OUTPUT_VARIABLE native)
    if(native MATCHES "__AVX2__" AND native MATCHES "__FMA__"
       AND native MATCHES "__BMI2__" AND native MATCHES "__F16C__")
      list(APPEND TASUKI_SIMD_NATIVE -mavx2 -mbmi -mbmi2 -mfma -mf16c)
      if(native MATCHES "__AVX512F__" AND native MATCHES "__AVX512VL__"
         AND native MATCHES "__AVX512DQ__" AND native MATCHES "__AVX512BW__")
        list(APPEND TASUKI_SIMD_NATIVE
          -mavx512f -mavx512vl -mavx512dq -mavx512bw)
      endif()
    endif()
    unset(native)
  endif()
elseif(NOT TASUKI_SIMD STREQUAL all)
  message(FATAL_ERROR "TASUKI_SIMD=${TASUKI_SIMD}: expected native or all")
endif()

# Objects of all kernels, for a check that they compile.
add_custom_target(tasuki_gpu_sources)

# tasuki_add_codelet(TARGET FOLDER): adds the kernels in FOLDER to TARGET.
# cpu*.cpp are C++; gpu*.cpp are compiled by the GPU toolkit (and left out without
# one). They include nothing of StarPU, so they are objects of a library of their
# own, TARGET_kernels, which does not wait until StarPU is built.
function(tasuki_add_codelet target folder)
  set(kernels ${target}_kernels)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/cpu*.cpp)
  file(GLOB gpu CONFIGURE_DEPENDS ${folder}/gpu*.cpp)
  if(NOT sources AND NOT (gpu AND TASUKI_GPU_LANGUAGE))
    return()
  endif()
  if(NOT TARGET ${kernels})
    add_library(${kernels} OBJECT EXCLUDE_FROM_ALL)
    get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
    list(FILTER libraries EXCLUDE REGEX "^tasuki_")
    target_link_libraries(${kernels} PRIVATE tasuki_options ${libraries}
      OpenMP::OpenMP_CXX fmt::fmt Tasuki::gpu_runtime)
    target_include_directories(${kernels} SYSTEM PRIVATE ${RANDOM123_INCLUDE})
    foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS)
      get_target_property(value ${target} ${property})
      if(value)
        set_property(TARGET ${kernels} PROPERTY ${property} "${value}")
      endif()
    endforeach()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${kernels}>)
    get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
    if(NOT excluded)
      add_dependencies(tasuki_gpu_sources ${kernels})
    endif()
  endif()
  set(options ${TASUKI_SIMD_NATIVE})
  if(TASUKI_GPU_TOOLKIT STREQUAL simulated)
    # No simulation runs them.
    set(options -DHWY_COMPILE_ONLY_STATIC -O0)
  endif()
  foreach(source IN LISTS sources)
    file(STRINGS ${source} vectors REGEX "HWY_TARGET_INCLUDE|foreach_target")
    if(vectors)
      set_source_files_properties(${source} PROPERTIES
        COMPILE_OPTIONS "${options}")
    endif()
  endforeach()
  tasuki_add_kernels(${kernels} ${sources} ${gpu})
endfunction()

# tasuki_unity(TARGET): its sources are compiled as one, which takes half of the
# time, most of it for headers. All of them, or a new source would move others
# together that share a name.
function(tasuki_unity target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${TASUKI_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# tasuki_unity_of_folders(TARGET SOURCES...): these are compiled as one for each
# folder. Sources that the target gets later, such as kernels, are compiled alone.
function(tasuki_unity_of_folders target)
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder "${folder}" NAME)
    set_source_files_properties(${source} PROPERTIES
      UNITY_GROUP "all${folder}")
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${TASUKI_UNITY} UNITY_BUILD_MODE GROUP)
endfunction()

# Programs of the tests that `./tasuki test` runs, which guard results and files.
# With EXTENDED, or TASUKI_TESTS_EXTENDED for a folder, a test is one of the rest,
# which `./tasuki test --all` has too.
add_custom_target(tasuki_tests)

# tasuki_test_program(NAME SOURCES... LINK libs... [RUNS programs...] [EXTENDED]
# [UNITY folders|subjects]): a doctest executable. RUNS names the programs of
# tasuki that its cases start. UNITY says what is compiled as one: the sources of
# a folder, or those whose names begin with the same word; else all.
function(tasuki_test_program name)
  cmake_parse_arguments(arg "EXTENDED" "UNITY" "SOURCES;LINK;RUNS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  if(arg_UNITY STREQUAL folders)
    tasuki_unity_of_folders(${name} ${arg_SOURCES})
  elseif(arg_UNITY STREQUAL subjects)
    foreach(source IN LISTS arg_SOURCES)
      get_filename_component(subject ${source} NAME)
      string(REGEX REPLACE "_.*" "" subject ${subject})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${subject})
    endforeach()
    set_target_properties(${name} PROPERTIES
      UNITY_BUILD ${TASUKI_UNITY} UNITY_BUILD_MODE GROUP)
  else()
    tasuki_unity(${name})
  endif()
  target_link_libraries(${name} PRIVATE tasuki_test_main ${arg_LINK}
    tasuki_test_support)
  # What a test does itself is little and runs once: it compiles faster than it
  # would be optimised. The libraries are as they are.
  target_compile_options(${name} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:${TASUKI_TEST_OPTIMIZATION}>)
  # also where a source of its own is for the GPU
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  if(arg_RUNS)
    list(TRANSFORM arg_RUNS PREPEND tasuki-)
    add_dependencies(${name} tasuki ${arg_RUNS})
  endif()
  if(NOT arg_EXTENDED AND NOT TASUKI_TESTS_EXTENDED)
    add_dependencies(tasuki_tests ${name})
  endif()
endfunction()

# tasuki_filter_of(VARIABLE FILES...): what doctest is told to run the cases of
# these sources alone; nothing for all.
function(tasuki_filter_of variable)
  set(filter)
  if(ARGN)
    list(TRANSFORM ARGN PREPEND "*/")
    string(REPLACE ";" "," filter "${ARGN}")
    set(filter --source-file=${filter})
  endif()
  set(${variable} ${filter} PARENT_SCOPE)
endfunction()

# tasuki_test(NAME PROGRAM program [FILES sources...] LABELS labels... [TIMEOUT s]
# [COST s] [ONE_CORE] [EXTENDED]): a CTest of all cases of a program, or of those
# in some of its sources. COST is about how long it takes: CTest starts long ones
# first. ONE_CORE lets more tests run beside it; the others have workers on
# every core.
function(tasuki_test name)
  cmake_parse_arguments(arg "ONE_CORE;EXTENDED" "PROGRAM;TIMEOUT;COST"
    "FILES;LABELS" ${ARGN})
  tasuki_filter_of(filter ${arg_FILES})
  add_test(NAME ${name} COMMAND ${arg_PROGRAM} ${filter})
  set_property(GLOBAL APPEND PROPERTY TASUKI_TEST_LINES
    "${name} ${arg_PROGRAM} ${filter}")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  # Each Context starts StarPU, which takes seconds there.
  if(TASUKI_SANITIZE)
    math(EXPR arg_TIMEOUT "3 * ${arg_TIMEOUT}")
  endif()
  if(NOT arg_COST)
    set(arg_COST 1)
  endif()
  set(processors 2)
  if(arg_ONE_CORE)
    set(processors 1)
  endif()
  if(arg_EXTENDED OR TASUKI_TESTS_EXTENDED)
    list(APPEND arg_LABELS extended)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT}
    COST ${arg_COST} PROCESSORS ${processors} LABELS "${arg_LABELS}"
    # tests/main.cpp: all its cases have skipped
    SKIP_RETURN_CODE 77 ENVIRONMENT "${TASUKI_TEST_ENVIRONMENT}")
endfunction()

# tasuki_add_test(NAME ...): a program of that name and a CTest of all its cases,
# with the arguments of both.
function(tasuki_add_test name)
  cmake_parse_arguments(arg "ONE_CORE;EXTENDED" "TIMEOUT;COST"
    "SOURCES;LINK;RUNS;LABELS" ${ARGN})
  set(flags)
  foreach(flag ONE_CORE EXTENDED)
    if(arg_${flag})
      list(APPEND flags ${flag})
    endif()
  endforeach()
  set(program_flags ${flags})
  list(REMOVE_ITEM program_flags ONE_CORE)
  tasuki_test_program(${name} SOURCES ${arg_SOURCES} LINK ${arg_LINK}
    RUNS ${arg_RUNS} ${program_flags})
  tasuki_test(${name} PROGRAM ${name} LABELS ${arg_LABELS}
    TIMEOUT ${arg_TIMEOUT} COST ${arg_COST} ${flags})
endfunction()

# tasuki_test_like(NAME TEST COMMAND...): a CTest with the properties of TEST.
function(tasuki_test_like name test)
  add_test(NAME ${name} COMMAND ${ARGN})
  foreach(property TIMEOUT COST LABELS ENVIRONMENT PROCESSORS SKIP_RETURN_CODE
          FIXTURES_REQUIRED)
    get_test_property(${test} ${property} value)
    if(value)
      set_tests_properties(${name} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
endfunction()

# tasuki_test_on_ranks(TEST N... [PROGRAM program] [FILES sources...]): the cases
# of its program whose names have "on ranks", under mpirun, as CTests TEST_N;
# alone they are of one rank. None of these cases skips as a whole: mpirun could
# end with the 77 of one rank where another has failed.
function(tasuki_test_on_ranks test)
  cmake_parse_arguments(arg "" "PROGRAM" "FILES" ${ARGN})
  if(NOT arg_PROGRAM)
    set(arg_PROGRAM ${test})
  endif()
  tasuki_filter_of(filter ${arg_FILES})
  foreach(ranks ${arg_UNPARSED_ARGUMENTS})
    tasuki_test_like(${test}_${ranks} ${test} ${MPIEXEC_EXECUTABLE}
      ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${MPIEXEC_PREFLAGS}
      $<TARGET_FILE:${arg_PROGRAM}> --test-case=*on\ ranks* ${filter})
    set_property(TEST ${test}_${ranks} APPEND PROPERTY LABELS mpi)
    set_tests_properties(${test}_${ranks} PROPERTIES PROCESSORS 2)
  endforeach()
endfunction()

# tasuki_test_again(NAME TEST SETTING CASES): cases of a test on two ranks.
function(tasuki_test_again name test setting cases)
  tasuki_test_like(${name} ${test}_2 ${MPIEXEC_EXECUTABLE}
    ${MPIEXEC_NUMPROC_FLAG} 2 ${MPIEXEC_PREFLAGS}
    $<TARGET_FILE:${test}> --test-case=${cases})
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT ${setting})
endfunction()
