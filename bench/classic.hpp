#pragma once
// The classic solver of one header, one thread, beside the paper's loops: the same sweeps on the same box.

#include "cases.hpp"

namespace bench {

Row run_classic(const Case&, const Options&, CopyBandwidth&);
Row run_classic_red_black(const Case&, const Options&, CopyBandwidth&);

}  // namespace bench
