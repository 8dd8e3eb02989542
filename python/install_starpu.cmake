# Copies the StarPU of STARPU_PREFIX to PACKAGE, with its licence. A wheel has no
# links: the library gets the name by which the module asks for it.
include(${SOURCE}/cmake/TasukiLicences.cmake)
file(GLOB library ${STARPU_PREFIX}/lib/libstarpu-1.4.so.*)
list(FILTER library INCLUDE REGEX "\\.so\\.[0-9]+$")
if(NOT library)
  message(FATAL_ERROR "there is no libstarpu-1.4.so.N in ${STARPU_PREFIX}/lib")
endif()
cmake_path(GET library FILENAME name)
file(REAL_PATH ${library} file)
file(MAKE_DIRECTORY ${PACKAGE}/lib)
file(COPY_FILE ${file} ${PACKAGE}/lib/${name})
tasuki_copy_licences(${SOURCE} ${PACKAGE}/licences ${library})
