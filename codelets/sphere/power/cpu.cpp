// power on the CPU.
#include "codelets/sphere/power/power.hpp"

namespace tasuki::sphere::power {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    const Body body{args, fields};
    for (int n = 0; n <= args.degrees; ++n) body(n);
}

}  // namespace tasuki::sphere::power
