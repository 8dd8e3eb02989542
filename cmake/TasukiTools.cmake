# Libraries of what is around the graphs: files, views, commands. They are parts
# of our programs and are not installed.

# Charts and pages need not be fast. Folders that compute set another, and those
# of commands a lower one.
set(TASUKI_TOOL_OPTIMIZATION -O1)

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
  tasuki_unity(${name})
  target_compile_options(${name} PRIVATE
    $<$<CONFIG:Release>:${TASUKI_TOOL_OPTIMIZATION}>)
  target_link_libraries(${name} PUBLIC tasuki_options ${arg_LINK})
endfunction()

# tasuki_embed(NAMESPACE files...): a header PATH.hpp for each file of this
# folder, included by its path, with its text: page.css becomes kPageCss.
function(tasuki_embed namespace)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE / _ library tasuki_${folder})
  foreach(file IN LISTS ARGN)
    string(REGEX MATCHALL "[a-z]+" words ${file})
    set(name k)
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${first} first)
      string(APPEND name ${first}${rest})
    endforeach()
    file(READ ${file} text)
    string(CONCAT text "// Made from ${folder}/${file}.\n#pragma once\n\n"
      "namespace ${namespace} {\n\ninline constexpr const char* ${name} = "
      "R\"embedded(\n${text})embedded\";\n\n}  // namespace ${namespace}\n")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/embedded/${folder}/${file}.hpp
      CONTENT "@text@" @ONLY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  target_include_directories(${library} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
