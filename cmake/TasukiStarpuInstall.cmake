# Copies the StarPU of STARPU_PREFIX to STARPU_COPY when Tasuki is installed:
# libraries, headers, and descriptions for pkg-config that may be moved. Leaves the
# libraries in starpu_libraries.
file(GLOB starpu_libraries ${STARPU_PREFIX}/lib/libstarpu-1.4.so*
     ${STARPU_PREFIX}/lib/libstarpumpi-1.4.so*)
file(INSTALL ${starpu_libraries} DESTINATION ${STARPU_COPY}/lib)
file(INSTALL ${STARPU_PREFIX}/include/starpu DESTINATION ${STARPU_COPY}/include)
foreach(name starpu-1.4 starpumpi-1.4)
  file(READ ${STARPU_PREFIX}/lib/pkgconfig/${name}.pc text)
  string(REGEX REPLACE "\nprefix=[^\n]*" "\nprefix=\${pcfiledir}/../.."
    text "${text}")
  file(WRITE ${STARPU_COPY}/lib/pkgconfig/${name}.pc "${text}")
endforeach()
# StarPU's own libraries have its folder in RUNPATH, if any.
foreach(library ${starpu_libraries})
  execute_process(COMMAND ${READELF} -d ${library} OUTPUT_VARIABLE dynamic)
  get_filename_component(name ${library} NAME)
  if(dynamic MATCHES "R(UN)?PATH" AND NOT IS_SYMLINK ${library})
    file(RPATH_SET FILE ${STARPU_COPY}/lib/${name} NEW_RPATH "$ORIGIN")
  endif()
endforeach()
