# cmake -DFOLDER=... -P: rewrites the #include lines of installed headers. In the
# tree they have "runtime/..."; installed, only the folder above `tasuki` is on
# the path of who includes them, because names such as runtime/ are anybody's.
file(GLOB_RECURSE headers ${FOLDER}/*.hpp ${FOLDER}/*.h)
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX REPLACE "(#include \")((json|runtime|simulation|program|codelets|graphs|peers)/)"
    "\\1tasuki/\\2" rewritten "${text}")
  if(NOT rewritten STREQUAL text)
    file(WRITE ${header} "${rewritten}")
  endif()
endforeach()
