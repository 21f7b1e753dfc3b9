# From a scene to files, as part of the library `whorl`. Formats that need a package of their own are left out, with a
# word, where it is not there.
target_sources(whorl PRIVATE
  exec/background.cpp
  io/exr.cpp
  io/fields.cpp
  io/vdb.cpp
  run/account.cpp
  run/checkpoint.cpp
  run/folder.cpp
  run/json.cpp
  run/movie.cpp
  run/outlets.cpp
  run/outputs.cpp
  run/probe.cpp
  run/run.cpp
  run/schedule.cpp
  run/views.cpp)

find_package(OpenEXR CONFIG QUIET)
if(OpenEXR_FOUND)
  target_link_libraries(whorl PRIVATE OpenEXR::OpenEXR)
  set_source_files_properties(io/exr.cpp PROPERTIES COMPILE_DEFINITIONS WHORL_WITH_OPENEXR=1)
else()
  message(STATUS "OpenEXR (libopenexr-dev) was not found: no EXR files")
endif()

# Its headers need some of boost's; Debian's package brings no file that tells cmake about it.
find_path(WHORL_OPENVDB_HEADERS openvdb/openvdb.h)
find_path(WHORL_BOOST_HEADERS boost/any.hpp)
find_library(WHORL_OPENVDB openvdb)
mark_as_advanced(WHORL_OPENVDB_HEADERS WHORL_BOOST_HEADERS WHORL_OPENVDB)
if(NOT WHORL_WITH_OPENVDB)
  message(STATUS "OpenVDB is left out: no VDB files")
elseif(WHORL_OPENVDB_HEADERS AND WHORL_BOOST_HEADERS AND WHORL_OPENVDB)
  target_link_libraries(whorl PRIVATE ${WHORL_OPENVDB})
  # Most of a file's time is spent in the package itself, and -O3 takes half as long again to compile.
  set_source_files_properties(io/vdb.cpp PROPERTIES COMPILE_DEFINITIONS WHORL_WITH_OPENVDB=1
    COMPILE_OPTIONS $<$<CONFIG:Release>:-O1> SKIP_PRECOMPILE_HEADERS ON)
else()
  message(STATUS "OpenVDB (libopenvdb-dev, libboost-dev) was not found: no VDB files")
endif()
