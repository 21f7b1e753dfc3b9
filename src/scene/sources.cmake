# The scene language, as part of the library `whorl`. Included (not a folder of its own: the scenes that are compiled
# in are made by a command, which cmake only ties to targets of the same folder).
find_package(tomlplusplus REQUIRED)
find_package(muparser REQUIRED)
include(${PROJECT_SOURCE_DIR}/cmake/embed_scenes.cmake)

# A scene is read once, and -O3 takes nearly twice as long to compile what reads it. Formulas are evaluated in every step.
add_library(whorl_scene OBJECT
  scene/assemble.cpp
  scene/assemble_results.cpp
  scene/built_in.cpp
  scene/drawn_shape.cpp
  scene/expression.cpp
  scene/finite.cpp
  scene/keys.cpp
  scene/overrides.cpp
  scene/physics.cpp
  scene/read.cpp
  scene/report.cpp
  scene/results.cpp
  scene/shape.cpp
  scene/things.cpp
  scene/toml.cpp
  scene/values.cpp
  scene/words.cpp)
set_target_properties(whorl_scene PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(whorl_scene PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(whorl_scene PRIVATE whorl_flags tomlplusplus::tomlplusplus muparser::muparser)
target_compile_options(whorl_scene PRIVATE $<$<CONFIG:Release>:-O1>)
target_precompile_headers(whorl_scene PRIVATE ${WHORL_HEADERS} "scene/sections.hpp")
set_source_files_properties(scene/expression.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
target_sources(whorl PRIVATE $<TARGET_OBJECTS:whorl_scene>)
target_link_libraries(whorl PRIVATE tomlplusplus::tomlplusplus muparser::muparser)
whorl_embed_scenes(whorl)
