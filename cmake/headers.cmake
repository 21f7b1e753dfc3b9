# Headers that nearly all sources include are read once for all of them: most of what small sources take to compile.
# Not with ccache: it does better without, and so shows whether each source still includes what it uses.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES ccache)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  # Of what was read before, g++ forgets where it was told not to warn, and sees overflows in std::string.
  target_compile_options(whorl_flags INTERFACE -Wno-array-bounds -Wno-stringop-overflow)
endif()
# A source with another -O than its target has to do without (SKIP_PRECOMPILE_HEADERS): g++ would take that of the headers
# for it, without a word, and clang refuses.
set(WHORL_HEADERS <algorithm> <array> <cmath> <functional> <string> <vector> <whorl/whorl.hpp>)

# whorl_headers_for(NAME FLAGS HEADER...): a target whose headers others that are compiled with the same flags can have with
# target_precompile_headers(TARGET REUSE_FROM NAME).
function(whorl_headers_for name flags)
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/cmake/headers.cpp)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name} PRIVATE ${flags})
  target_precompile_headers(${name} PRIVATE ${WHORL_HEADERS} ${ARGN})
endfunction()
