# The C API, as part of the static library, and as libwhorl.so, which shows nothing else.
add_library(whorl_c OBJECT c/api.cpp c/border.cpp c/look.cpp c/world.cpp)
target_include_directories(whorl_c PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(whorl_c PRIVATE whorl_flags)
set_target_properties(whorl_c PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_sources(whorl PRIVATE $<TARGET_OBJECTS:whorl_c>)
set_target_properties(whorl PROPERTIES POSITION_INDEPENDENT_CODE ON)

add_library(whorl_shared SHARED $<TARGET_OBJECTS:whorl_c>)
target_include_directories(whorl_shared PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_link_libraries(whorl_shared PRIVATE $<BUILD_INTERFACE:whorl> $<BUILD_INTERFACE:whorl_flags>)
target_link_options(whorl_shared PRIVATE -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/symbols.map)
set_target_properties(whorl_shared PROPERTIES
  OUTPUT_NAME whorl VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/symbols.map EXPORT_NAME whorl)
