# Takes the C++ example out of README.md, so that what is printed there is what is compiled.
file(READ ${README} text)
string(REGEX MATCH "```cpp\n(.*)\n```\n\nA test takes" found "${text}")
if(NOT found)
  message(FATAL_ERROR "README.md has no C++ example followed by 'A test takes'")
endif()
file(WRITE ${OUT} "${CMAKE_MATCH_1}\n")
