# The device `cuda`: an NVIDIA GPU. Needs nvcc and is left out without it.
if(NOT WHORL_HAS_CUDA)
  target_sources(whorl PRIVATE exec/gpu_none.cpp)
  return()
endif()
add_library(whorl_cuda OBJECT exec/cuda.cu exec/gpu.cu backend_cuda.cu backend_cuda_box.cu backend_cuda_plane.cu)
target_include_directories(whorl_cuda PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_compile_options(whorl_cuda PRIVATE
  -fmad=false                                        # the bits of the CPU
  -Xcompiler=-fopenmp-simd,-ffp-contract=off,-fno-math-errno,-fno-trapping-math)
set_target_properties(whorl_cuda PROPERTIES CUDA_STANDARD 20 POSITION_INDEPENDENT_CODE ON)
target_sources(whorl PRIVATE $<TARGET_OBJECTS:whorl_cuda>)
target_compile_definitions(whorl PRIVATE WHORL_WITH_CUDA=1)
find_package(CUDAToolkit REQUIRED)
target_link_libraries(whorl PRIVATE CUDA::cudart_static ${CMAKE_DL_LIBS})
