#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/tile_sums/tile_sums.hpp"

namespace tasuki::wilson::tile_sums {

template <class T>
void run_cpu(const Args& args, const Fields<T>& f) noexcept {
    linalg::sum_on_cpu<1, double>(f.of_tiles.size(), f.partials,
                                  Body<T>{args, f});
}

template void run_cpu(const Args&, const Fields<double>&) noexcept;
template void run_cpu(const Args&, const Fields<float>&) noexcept;
template void run_cpu(const Args&, const Fields<Fixed16>&) noexcept;

}  // namespace tasuki::wilson::tile_sums
