# Compiles scenes/*.toml, and the template for new ones, into a target: whorl_embed_scenes(TARGET).
# Run as a script (cmake -P) it writes the C++ file itself, at build time, so that an edited scene is compiled in anew.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(WHORL_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(whorl_embed_scenes target)
    file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.toml)
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
list(SORT paths)

set(entries "")
foreach(path IN LISTS paths)
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} text)
  if(NOT text MATCHES "title *= *\"([^\"\\]*)\"")
    message(FATAL_ERROR "${path} has no title; add title = \"...\"")
  endif()
  string(APPEND entries "        {\"${name}\", \"${CMAKE_MATCH_1}\", R\"${mark}(${text})${mark}\"},\n")
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
