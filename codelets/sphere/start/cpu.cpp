// start on the CPU.
#include "codelets/sphere/start/begin-inl.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::sphere::start {

void run_cpu(const Args& args, const Fields& fields) noexcept {
    runtime::parallel_items(args.orders, [&](std::size_t r) {
        for (std::uint32_t g = 0; g < args.groups; ++g)
            begin(args, fields, static_cast<std::uint32_t>(r), g);
    });
}

}  // namespace tasuki::sphere::start
