#pragma once
// `whorl info`: what this build is and what it runs on.

namespace cli {

void print_info();

}  // namespace cli
