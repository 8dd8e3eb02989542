# What CMakeLists.txt says its tests with.  Not in there: a bundle takes the
# tests of rooms that call tasuki_add_test() along, to machines with GPUs.

set(TASUKI_IMITATED TASUKI_IMITATED_GPU="tests/imitated/queue.hpp")

# tasuki_imitated_test(NAME like tasuki_add_test()...): a test on one and on two
# imitated GPUs, NAME and NAME_2_gpus, whose own kernels call their cpu() there.
function(tasuki_imitated_test name)
  tasuki_add_test(${name} ${ARGN} LABELS gpu)
  target_compile_definitions(${name} PRIVATE ${TASUKI_IMITATED})
  add_dependencies(${name} tasuki_imitated_cuda)
  tasuki_test_like(${name}_2_gpus ${name} ${name})
  tasuki_imitate(${name} 1)
  tasuki_imitate(${name}_2_gpus 2)
endfunction()

# tasuki_imitate(TEST GPUS): a test that has its environment runs with as many.
function(tasuki_imitate test gpus)
  set_property(TEST ${test} APPEND PROPERTY LABELS imitated)
  # StarPU measures transfers once for a machine.
  set(home ${CMAKE_BINARY_DIR}/imitated_home_${gpus})
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT
    STARPU_HOME=${home} XDG_CACHE_HOME=${home}
    LD_PRELOAD=$<TARGET_FILE:tasuki_imitated_cuda>
    TASUKI_IMITATED_GPUS=${gpus} TASUKI_IMITATED_MEMORY=64
    TASUKI_CACHE=${CMAKE_BINARY_DIR}/imitated_cache)
endfunction()

# tasuki_imitated_rule(RULE SAYS): a test that imitated_rules ends with an error
# that SAYS so when it breaks RULE.
function(tasuki_imitated_rule rule says)
  add_test(NAME imitated_${rule} COMMAND imitated_rules ${rule})
  set_tests_properties(imitated_${rule} PROPERTIES LABELS gpu TIMEOUT 60
    ENVIRONMENT "${TASUKI_TEST_ENVIRONMENT}"
    PASS_REGULAR_EXPRESSION "imitated GPU: ${says}")
  tasuki_imitate(imitated_${rule} 2)
endfunction()

# The graphs, which hold the records of their kernels, once more.
# tasuki_imitated_graphs(SUBJECT [KERNELS another subject, which has them]
#                        LINK libs... SOURCES those of the test)
function(tasuki_imitated_graphs subject)
  cmake_parse_arguments(arg "" "KERNELS" "LINK;SOURCES" ${ARGN})
  if(NOT arg_KERNELS)
    set(arg_KERNELS ${subject})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/graphs/${subject}/*.cpp)
  add_library(tasuki_imitated_${subject} STATIC ${sources})
  tasuki_unity_of_folders(tasuki_imitated_${subject} ${sources})
  target_link_libraries(tasuki_imitated_${subject} PUBLIC tasuki_options
    tasuki_${arg_KERNELS} tasuki_graphs_share ${arg_LINK})
  target_compile_definitions(tasuki_imitated_${subject} PRIVATE
    ${TASUKI_IMITATED})
  list(TRANSFORM arg_SOURCES PREPEND ../graphs/${subject}_)
  tasuki_imitated_test(imitated_${subject}_test SOURCES ${arg_SOURCES}
    LINK tasuki_imitated_${subject} tasuki_${arg_KERNELS}_reference)
  # Their tuners launch kernels, whose times mean nothing here.
  set_property(TEST imitated_${subject}_test imitated_${subject}_test_2_gpus
    APPEND PROPERTY ENVIRONMENT TASUKI_IMITATED_KERNELS=ignored)
endfunction()
