// wind on the CPU.
#include "codelets/sphere/wind/wind.hpp"

namespace tasuki::sphere::wind {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    for_coefficients_cpu(args.shape, fields.order, Body{args, fields});
}

}  // namespace tasuki::sphere::wind
