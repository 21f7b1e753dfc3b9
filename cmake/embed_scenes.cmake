# Compiles scenes/*.toml, those of the album in scenes/album/*.toml, and the template for new ones, into a target: whorl_embed_scenes(TARGET).
# Run as a script (cmake -P) it writes the C++ file itself, at build time, so that an edited scene is compiled in anew.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(WHORL_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(whorl_embed_scenes target)
    file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.toml ${PROJECT_SOURCE_DIR}/scenes/album/*.toml)
    set(template ${PROJECT_SOURCE_DIR}/src/scene/new.toml)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/embedded_scenes.cpp)
    add_custom_command(
      OUTPUT ${out}
      COMMAND ${CMAKE_COMMAND} -D OUT=${out} -D FOLDER=${PROJECT_SOURCE_DIR}/scenes -D TEMPLATE=${template}
              -P ${WHORL_EMBED_SCRIPT}
      DEPENDS ${scenes} ${template} ${WHORL_EMBED_SCRIPT}
      COMMENT "Embedding scenes"
      VERBATIM)
    target_sources(${target} PRIVATE ${out})
  endfunction()
  return()
endif()

set(mark "whorl_scene")  # ends a text in the C++ file; no scene has it
file(GLOB paths ${FOLDER}/*.toml)
file(GLOB album ${FOLDER}/album/*.toml)
list(SORT paths)
list(SORT album)

set(entries "")
foreach(path IN LISTS paths album)
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} text)
  if(NOT text MATCHES "title *= *\"([^\"\\]*)\"")
    message(FATAL_ERROR "${path} has no title; add title = \"...\"")
  endif()
  set(title "${CMAKE_MATCH_1}")
  list(FIND album ${path} place)
  if(place EQUAL -1)
    set(in_album false)
  else()
    set(in_album true)
  endif()
  string(APPEND entries "        {\"${name}\", \"${title}\", R\"${mark}(${text})${mark}\", ${in_album}},\n")
endforeach()
file(READ ${TEMPLATE} template)

file(WRITE ${OUT} "// Made by cmake/embed_scenes.cmake from the files in scenes/. Edit those.

#include \"scene/built_in.hpp\"

namespace whorl::scene {

const std::vector<BuiltInScene>& embedded_scenes() {
    static const std::vector<BuiltInScene> all{
${entries}    };
    return all;
}

std::string_view embedded_template() { return R\"${mark}(${template})${mark}\"; }

}  // namespace whorl::scene
")
