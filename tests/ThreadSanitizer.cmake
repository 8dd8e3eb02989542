# ThreadSanitizer takes for a race what is ordered by means that it does not
# see.  Our own code is all built with it, but OpenMP's runtime and StarPU are
# not; two things make up for that, and no suppression is needed:
#
# - Archer, a part of LLVM's OpenMP, tells of barriers, joins and the ends of
#   parallel regions.  Without it (OMP_TOOL=disabled) the tests of norm2 alone
#   report 27 races, those of the file formats 2300.
# - Accesses that libraries make on our behalf (memcpy in OpenMP, StarPU) are
#   not looked at, but their mutexes are: ignore_noninstrumented_modules.
#   Without it the tests of norm2 report 2.
#
# What remains visible: races between tasks, inside of a team, and between a
# task and the thread that submits.  GCC's OpenMP has no such tool, so the
# preset is for clang.
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libarcher.so
  OUTPUT_VARIABLE TASUKI_ARCHER OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT EXISTS ${TASUKI_ARCHER})
  message(FATAL_ERROR "ThreadSanitizer needs clang, and libarcher.so of LLVM's "
    "OpenMP (Debian: libomp-19-dev)")
endif()
# Its sleep of a second before the end would be taken for ours.
list(APPEND TASUKI_TEST_ENVIRONMENT OMP_TOOL_LIBRARIES=${TASUKI_ARCHER}
  "TSAN_OPTIONS=ignore_noninstrumented_modules=1 atexit_sleep_ms=100")
