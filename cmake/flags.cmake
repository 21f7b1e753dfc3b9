# The flags that every part of Whorl is compiled with.
add_library(whorl_flags INTERFACE)
target_include_directories(whorl_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(whorl_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow
  -fopenmp-simd                               # `#pragma omp simd` without the OpenMP runtime
  -ffp-contract=off                           # a mirrored scene must give the mirrored bits
  -fno-math-errno -fno-trapping-math)         # never -ffast-math: it deletes the checks for NaN
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(whorl_flags INTERFACE -Wno-pass-failed)  # clang says so where it does not vectorise a loop
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(whorl_flags INTERFACE -Wno-restrict)  # g++ 12 sees overlaps in "a" + std::string (its bug 105651)
endif()
if(WHORL_NATIVE)
  target_compile_options(whorl_flags INTERFACE -march=native)
endif()
string(APPEND CMAKE_CXX_FLAGS_RELEASE " -O3")

# For what spends its time in the library, as programs do: it compiles in half the time.
set(WHORL_UNHURRIED $<IF:$<CONFIG:Release>,-O1,-O0>)
add_library(whorl_unhurried INTERFACE)
target_link_libraries(whorl_unhurried INTERFACE whorl_flags)
target_compile_options(whorl_unhurried INTERFACE ${WHORL_UNHURRIED})

if(WHORL_SANITIZE)
  target_compile_options(whorl_flags INTERFACE -fsanitize=${WHORL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(whorl_flags INTERFACE -fsanitize=${WHORL_SANITIZE})
  if(WHORL_SANITIZE MATCHES address.*undefined)
    # The first finds by itself what the first two of these do; with the third they take a fifth of the time to compile.
    target_compile_options(whorl_flags INTERFACE -fno-sanitize=null,object-size,vptr)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)  # g++ defines these by itself
    foreach(kind ADDRESS THREAD)
      string(TOLOWER ${kind} word)
      if(WHORL_SANITIZE MATCHES ${word})
        target_compile_definitions(whorl_flags INTERFACE __SANITIZE_${kind}__=1)
      endif()
    endforeach()
  endif()
endif()
