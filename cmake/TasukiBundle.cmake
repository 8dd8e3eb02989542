# The component `bundle`: programs, tests, and the libraries that a cluster does
# not have, with their licences and the samples. It runs where it is copied to.
# `ninja bundle_contents` builds what is in it, and `cmake --install . --component
# bundle --prefix DIR` or `cpack -G TGZ` makes it.
set(TASUKI_BUNDLE_COMMANDS all CACHE STRING
  "Programs of a bundle: all, or names such as wilson;bench-wilson")
set(TASUKI_BUNDLE_TESTS all CACHE STRING
  "Tests of a bundle: all, none, or folders of tests/, such as runtime;codelets")

get_property(programs GLOBAL PROPERTY TASUKI_PROGRAMS)
if(NOT TASUKI_BUNDLE_COMMANDS STREQUAL all)
  # Help, the version and the pages of traces are of every command.
  list(TRANSFORM TASUKI_BUNDLE_COMMANDS PREPEND tasuki- OUTPUT_VARIABLE programs)
  list(PREPEND programs tasuki-devices tasuki-trace)
  if(TARGET tasuki-wilson-forms AND tasuki-wilson IN_LIST programs)
    list(APPEND programs tasuki-wilson-forms)
  endif()
  list(REMOVE_DUPLICATES programs)
endif()
foreach(program IN LISTS programs)
  if(NOT TARGET ${program})
    message(FATAL_ERROR "TASUKI_BUNDLE_COMMANDS: there is no program ${program}")
  endif()
endforeach()

# tasuki_tests_below(VARIABLE FOLDER): adds the programs and modules that a folder
# of tests builds.
function(tasuki_tests_below variable folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
    if(type MATCHES "^(EXECUTABLE|MODULE_LIBRARY)$" AND NOT excluded)
      list(APPEND ${variable} ${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(folder IN LISTS folders)
    tasuki_tests_below(${variable} ${folder})
  endforeach()
  set(${variable} ${${variable}} PARENT_SCOPE)
endfunction()

set(tests)
set(all_folders)
if(TASUKI_TESTS)
  get_property(all_folders DIRECTORY tests PROPERTY SUBDIRECTORIES)
endif()
if(TASUKI_BUNDLE_TESTS STREQUAL all)
  # What needs this checkout or other libraries in the place of the real ones
  # stays at home.
  set(folders ${all_folders})
  list(FILTER folders EXCLUDE REGEX "/(setup|install|fuzz|faults|imitated)$")
elseif(TASUKI_BUNDLE_TESTS STREQUAL none)
  set(folders)
else()
  list(TRANSFORM TASUKI_BUNDLE_TESTS PREPEND ${PROJECT_SOURCE_DIR}/tests/
    OUTPUT_VARIABLE folders)
endif()
foreach(folder IN LISTS folders)
  if(NOT folder IN_LIST all_folders)
    message(FATAL_ERROR "TASUKI_BUNDLE_TESTS: no tests are built in ${folder}")
  endif()
  tasuki_tests_below(tests ${folder})
endforeach()
if(TARGET nbody_variants_test AND NOT TASUKI_BUNDLE_TESTS STREQUAL none
   AND tasuki-bench-nbody-variants IN_LIST programs)
  list(APPEND tests nbody_variants_test)
endif()

# Which cases of a program are a test: each has a process of its own.
get_property(lines GLOBAL PROPERTY TASUKI_TEST_LINES)
string(REPLACE ";" "\n" lines "${lines}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/tests.txt CONTENT "${lines}\n")

add_custom_target(bundle_contents DEPENDS tasuki ${programs} ${tests})
list(TRANSFORM programs REPLACE "(.+)" "$<TARGET_FILE:\\1>")
list(TRANSFORM tests REPLACE "(.+)" "$<TARGET_FILE:\\1>")
# Installers of toolkits do not tell the loader of their folders.
set(toolkit_folder /usr/local/cuda/lib64)
if(TASUKI_GPU_TOOLKIT STREQUAL hip)
  set(toolkit_folder /opt/rocm/lib)
endif()
install(CODE "
  set(source \"${PROJECT_SOURCE_DIR}\")
  set(programs \"${programs}\")
  set(tests \"${tests}\")
  set(tests_list \"${CMAKE_BINARY_DIR}/tests.txt\")
  set(front_end \"$<TARGET_FILE:tasuki>\")
  set(toolkit \"${TASUKI_GPU_TOOLKIT}\")
  set(toolkit_folder \"${toolkit_folder}\")
  set(strip \"${CMAKE_STRIP}\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/TasukiBundleInstall.cmake\")"
  COMPONENT bundle EXCLUDE_FROM_ALL)
