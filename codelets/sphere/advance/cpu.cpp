// advance on the CPU.
#include "codelets/sphere/advance/advance.hpp"

namespace tasuki::sphere::advance {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    for_coefficients_cpu(args.shape, fields.order, Body{args, fields});
}

}  // namespace tasuki::sphere::advance
