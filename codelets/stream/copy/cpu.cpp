// The copy on a CPU worker.
#include <cstring>

#include "codelets/stream/copy/copy.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::stream::copy {

void run_cpu(const Args&, runtime::Write<double> to,
             runtime::Read<double> from) noexcept {
    runtime::parallel_ranges(
        to.size(), 512, [=](std::size_t begin, std::size_t end) {
            std::memcpy(to.data() + begin, from.data() + begin,
                        (end - begin) * sizeof(double));
        });
}

}  // namespace tasuki::stream::copy
