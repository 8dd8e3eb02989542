#include "codelets/quenched/plaquette/site.hpp"

namespace tasuki::quenched::plaquette {

namespace {

struct Body {
    lattice::PlaquetteSums* sums;
    Links u;
    TASUKI_HD void operator()(std::size_t row) const {
        sums[row] = sums_of_row(u, row);
    }
};

}  // namespace

// A thread for each row: that order of additions is the host's, and
// measurements are rare.
void run_gpu(const Args&, Sums sums, const Links& u, gpu::Stream stream) {
    gpu::for_each<32>(stream, count_rows(u.extents), Body{sums, u},
                      "plaquette");
}

}  // namespace tasuki::quenched::plaquette
