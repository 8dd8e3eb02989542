// divergence on the CPU.
#include "codelets/sphere/divergence/divergence.hpp"

namespace tasuki::sphere::divergence {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    for_coefficients_cpu(args.shape, fields.order, Body{args, fields});
}

}  // namespace tasuki::sphere::divergence
