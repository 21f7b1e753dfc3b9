# `cmake --install`: the program, libwhorl.so with its C header, libwhorl.a with the C++ headers, a CMake package, a pkg-config
# file; `cpack` makes a .deb of it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS whorl_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET whorl_studio)
  install(TARGETS whorl_studio RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS whorl_shared EXPORT whorlTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS whorl ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/whorl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# ---- find_package(whorl) ---------------------------------------------------------------------------------------------

# What libwhorl.a needs of those who link it, as far as this build has it.
set(WHORL_STATIC_LIBRARIES "")
foreach(library IN ITEMS ${WHORL_OPENVDB})
  if(library)
    list(APPEND WHORL_STATIC_LIBRARIES ${library})
  endif()
endforeach()
find_package(OpenEXR CONFIG QUIET)
set(WHORL_HAS_OPENEXR ${OpenEXR_FOUND})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/whorl)
configure_package_config_file(cmake/whorlConfig.cmake.in ${PROJECT_BINARY_DIR}/whorlConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/whorlConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT whorlTargets NAMESPACE whorl:: DESTINATION ${package})
install(FILES ${PROJECT_BINARY_DIR}/whorlConfig.cmake ${PROJECT_BINARY_DIR}/whorlConfigVersion.cmake DESTINATION ${package})

configure_file(cmake/whorl.pc.in ${PROJECT_BINARY_DIR}/whorl.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/whorl.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- .deb ------------------------------------------------------------------------------------------------------------

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME whorl)
set(CPACK_PACKAGE_CONTACT "the Whorl project")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the Whorl project")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
include(CPack)
