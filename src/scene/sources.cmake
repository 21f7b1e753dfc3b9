# The scene language, as part of the library `whorl`. Included (not a folder of its own: the scenes that are compiled
# in are made by a command, which cmake only ties to targets of the same folder).
find_package(tomlplusplus REQUIRED)
find_package(muparser REQUIRED)
include(${PROJECT_SOURCE_DIR}/cmake/embed_scenes.cmake)

target_sources(whorl PRIVATE
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
target_link_libraries(whorl PRIVATE tomlplusplus::tomlplusplus muparser::muparser)
whorl_embed_scenes(whorl)
