# Libraries of what is around the graphs: files, views, commands. They are parts
# of our programs and are not installed.

# All of them, for who does not want to choose.
add_library(tasuki_tools INTERFACE)

# tasuki_tool_library([SOURCES sources...] [LINK libraries...]): the sources of
# this folder, by default all, as tasuki_ and the folder's path.
function(tasuki_tool_library)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES CONFIGURE_DEPENDS *.cpp)
  endif()
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE / _ name tasuki_${folder})
  add_library(${name} STATIC ${arg_SOURCES})
  # CLI11 and JSON are compiled anew in each file that uses them, which need not
  # be fast: half of the time of these files.
  foreach(source IN LISTS arg_SOURCES)
    file(STRINGS ${source} heavy REGEX "include <(CLI/CLI|nlohmann/json).hpp>")
    if(heavy)
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS
        $<$<CONFIG:Release>:-O1>)
    endif()
  endforeach()
  target_link_libraries(${name} PUBLIC tasuki_options ${arg_LINK})
  target_link_libraries(tasuki_tools INTERFACE ${name})
endfunction()
