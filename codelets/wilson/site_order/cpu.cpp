#include "codelets/linalg/sums_cpu.hpp"
#include "codelets/wilson/site_order/site_order.hpp"

namespace tasuki::wilson::site_order {

void run_cpu(const Args& args, const Fields& f) noexcept {
    linalg::change_on_cpu<Fixed16>({0, f.sites.size() / kSpinorReals},
                                   Body{args, f});
}

}  // namespace tasuki::wilson::site_order
