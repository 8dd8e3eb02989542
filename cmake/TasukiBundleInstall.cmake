# Fills the folder of a bundle; TasukiBundle.cmake sets the variables. Programs
# are copied as they were linked, with the libraries that they need beside them.
include(${CMAKE_CURRENT_LIST_DIR}/TasukiLicences.cmake)
set(image "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
find_program(patchelf patchelf REQUIRED)

# The machine that runs it brings these: its own C and C++ runtime (any newer
# than the builder's will do), its driver's CUDA or ROCm, its network's Open MPI.
string(CONCAT from_the_machine "^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv)\\.so.*"
  "|libstdc\\+\\+.*|libgcc_s.*|libcu(da|blas|fft|solver|sparse|rand|pti).*|libnv.*"
  "|libamdhip.*|libhsa-runtime.*|libamd_comgr.*"
  "|libmpi.*|libopen-(rte|pal).*)$")
string(REPLACE ":" ";" folders "$ENV{LD_LIBRARY_PATH}")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${front_end} ${programs} ${tests}
  RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing
  PRE_EXCLUDE_REGEXES "${from_the_machine}"
  DIRECTORIES ${folders} ${toolkit_folder})
if(missing)
  message(FATAL_ERROR "programs need ${missing}, which are not found here")
endif()

# copy_to(FOLDER FILES...): the files, not links to them, stripped, and with the
# folder of our libraries in RUNPATH.
function(copy_to folder)
  set(copies)
  file(MAKE_DIRECTORY ${image}/${folder})
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    file(COPY_FILE ${file} ${image}/${folder}/${name})
    list(APPEND copies ${image}/${folder}/${name})
  endforeach()
  if(NOT copies)
    return()
  endif()
  file(RELATIVE_PATH lib ${image}/${folder} ${image}/lib)
  string(REGEX REPLACE "/$" "" path "$ORIGIN/${lib}")
  file(CHMOD ${copies} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  execute_process(COMMAND ${strip} --strip-unneeded ${copies}
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${patchelf} --set-rpath ${path}:${toolkit_folder}
    ${copies} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
copy_to(bin ${front_end})
copy_to(bin/tests ${tests})
copy_to(libexec/tasuki ${programs})
copy_to(lib ${libraries})

if(EXISTS ${source}/samples)
  file(COPY ${source}/samples DESTINATION ${image}/share/tasuki)
endif()
file(COPY ${source}/cmake/setup/gpu_check.txt ${tests_list} DESTINATION ${image}/share/tasuki)
file(COPY ${source}/cmake/setup/gpu_check.sh DESTINATION ${image})
tasuki_copy_licences(${source} ${image}/share/doc/tasuki/licences ${libraries})
execute_process(COMMAND git -C ${source} rev-parse HEAD
  OUTPUT_VARIABLE commit ERROR_QUIET)
file(WRITE ${image}/.tasuki-bundle "${commit}gpu: ${toolkit}\n")
