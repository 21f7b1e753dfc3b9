#pragma once
// The results for people, as a table, and for programs, as JSON.

#include <string>
#include <vector>

#include "cases.hpp"

namespace bench {

void print_table(const std::vector<Row>& rows, int threads);

/// Written under another name first, so that a file of that name is always whole.
void write_file(const std::string& file, const std::string& text);

void write_json(const std::vector<Row>& rows, int threads, const std::string& file);

}  // namespace bench
