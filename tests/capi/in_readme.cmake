# Whether the README shows a program to the letter.
file(READ ${README} readme)
file(READ ${PROGRAM} program)
string(FIND "${readme}" "```c\n${program}```\n" at)
if(at EQUAL -1)
  message(FATAL_ERROR "README.md does not show ${PROGRAM} as it is; copy it there")
endif()
