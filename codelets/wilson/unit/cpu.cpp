#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/unit/unit.hpp"

namespace tasuki::wilson::unit {

void run_cpu(const Args& args, const Fields& f) noexcept {
    linalg::change_on_cpu<Fixed16>({0, sites_in<double>(f.x.size())},
                                   Body{args, f});
}

}  // namespace tasuki::wilson::unit
