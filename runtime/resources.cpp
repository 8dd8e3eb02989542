#include "runtime/resources.hpp"

#include <fmt/format.h>

#include "runtime/devices.hpp"
#include "runtime/error.hpp"
#include "runtime/ranks.hpp"

namespace tasuki::runtime {

namespace {

int count_cpus(int asked) {
    const int available = static_cast<int>(allowed_cpus().size());
    if (asked > available)
        throw UnavailableError(fmt::format(
            "--cpus {}: this process may use {} CPUs", asked, available));
    return asked < 0 ? available : asked;
}

std::vector<int> choose_gpus(int asked) {
    if (asked == 0) return {};
    const int available = static_cast<int>(gpu_devices().size());
    if (asked > available)
        throw UnavailableError(fmt::format(
            "--gpus {}: {} GPUs found (GPU toolkit of this build: {}); "
            "`./tasuki doctor` says what is missing",
            asked, available, gpu_toolkit()));
    const Ranks& ranks = Ranks::instance();
    return devices_of_rank(available, asked, ranks.local_rank(),
                           ranks.local_size());
}

}  // namespace

Resources find_resources(const ContextOptions& options) {
    Ranks::instance();  // which CPUs there are depends on them
    const int cpus = count_cpus(options.cpus);
    const auto gpus = choose_gpus(options.gpus);
    if (cpus == 0 && gpus.empty() && options.gpus < 0)
        throw UnavailableError(fmt::format(
            "--cpus 0: no GPU found (GPU toolkit of this build: {}), so "
            "nothing could compute; `./tasuki doctor` says what is missing",
            gpu_toolkit()));
    if (cpus == 0 && gpus.empty())
        throw UsageError("no CPU and no GPU asked: nothing could compute");
    return {cpus, gpus};
}

}  // namespace tasuki::runtime
