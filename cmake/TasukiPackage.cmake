# `cpack` in the build folder: a package for Debian and Ubuntu, whose dependencies
# are the packages of the libraries that the programs link. `cpack -G TGZ`: the
# bundle, as an archive.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tasuki)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
if(NOT CPACK_PACKAGE_CONTACT)
  set(CPACK_PACKAGE_CONTACT "The Tasuki authors")
endif()
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Libraries of no package: ours, and a StarPU that is copied into this one.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
  ${CMAKE_LIBRARY_OUTPUT_DIRECTORY} ${STARPU_LIBDIR})
# For `mpirun`, which one process does without.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS openmpi-bin)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# CPack reads it for each generator.
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/TasukiArchive.cmake)
file(WRITE ${CPACK_PROJECT_CONFIG_FILE} "
if(CPACK_GENERATOR MATCHES \"^T\")
  set(CPACK_INSTALL_CMAKE_PROJECTS
    \"${CMAKE_BINARY_DIR};${PROJECT_NAME};bundle;/\")
  set(CPACK_PACKAGING_INSTALL_PREFIX \"\")
  set(CPACK_PACKAGE_FILE_NAME \"tasuki-${PROJECT_VERSION}-\
${CMAKE_SYSTEM_PROCESSOR}-${TASUKI_GPU_TOOLKIT}\")
endif()
")
include(CPack)
