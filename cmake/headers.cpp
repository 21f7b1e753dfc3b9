// Compiled for the headers that are read once for all (cmake/headers.cmake), and for nothing else.
