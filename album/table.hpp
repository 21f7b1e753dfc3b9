#pragma once
// Reference values from WHORL_REFERENCES, tests/physics/data: CSV with a line of column names; lines that start with # tell the source.

#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace whorl {

/// Column name to text.
using Row = std::map<std::string, std::string>;

/// Splits at commas outside quotes.
inline std::vector<std::string> split_line(const std::string& line) {
    std::vector<std::string> parts(1);
    bool quoted = false;
    for (char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

inline std::vector<Row> read_table(const std::string& file) {
    std::ifstream in(std::string(WHORL_REFERENCES) + "/" + file);
    if (!in) throw std::runtime_error("cannot open " + file + " in " + WHORL_REFERENCES);
    std::vector<std::string> columns;
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::vector<std::string> parts = split_line(line);
        if (columns.empty()) {
            columns = parts;
            continue;
        }
        if (parts.size() != columns.size()) throw std::runtime_error(file + " has a line of another length: " + line);
        Row& row = rows.emplace_back();
        for (std::size_t k = 0; k < parts.size(); ++k) row[columns[k]] = parts[k];
    }
    return rows;
}

}  // namespace whorl
