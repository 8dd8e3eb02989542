#include "codelets/wilson/hopping/launch_memory.hpp"

#include <algorithm>

#include "codelets/device/tuning.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/gpu/gpu.hpp"

#if defined(TASUKI_HAS_GPU)

namespace tasuki::wilson {

LaunchMemory::Known& LaunchMemory::look_up(const Geometry& g,
                                           const SweepShape& shape) {
    const int device = gpu::current_device();
    const auto found =
        std::find_if(known_.begin(), known_.end(), [&](const Known& k) {
            return k.device == device && k.shape == shape &&
                   std::equal(k.extent, k.extent + 4, g.extent);
        });
    if (found != known_.end()) return *found;
    Known known{device,
                {g.extent[0], g.extent[1], g.extent[2], g.extent[3]},
                shape,
                default_launch(g, shape),
                false};
    const auto key = launch_key(number_, link_reals_, g, shape);
    const auto name = gpu::device_name(device);
    if (const auto text = device::tuned(name, key)) try {
            known.launch = parse_launch(*text, g, shape);
            known.tuned = true;
        } catch (const runtime::UsageError& e) {
            runtime::logger().warn("{}, '{}': {}; not used",
                                   device::tuning_file(name), key, e.what());
        }
    known_.push_back(known);
    return known_.back();
}

bool LaunchMemory::is_tuned(const Geometry& g, const SweepShape& shape) {
    const std::lock_guard lock{mutex_};
    return look_up(g, shape).tuned;
}

Launch LaunchMemory::find(const Geometry& g, const SweepShape& shape) {
    const std::lock_guard lock{mutex_};
    return look_up(g, shape).launch;
}

void LaunchMemory::keep(const Geometry& g, const SweepShape& shape,
                        const Launch& launch, double gain) {
    const std::lock_guard lock{mutex_};
    Known& known = look_up(g, shape);
    known.launch = launch;
    known.tuned = true;
    const auto key = launch_key(number_, link_reals_, g, shape);
    const auto device = gpu::device_name(gpu::current_device());
    runtime::logger().info(
        "{}: tuned {}: {}, {:.2f} times the speed of the default; "
        "kept in {}",
        device, key, to_string(launch), gain, device::tuning_file(device));
    device::keep_tuned(device, key, to_string(launch));
}

namespace {

struct Candidate {
    Launch launch;
    double seconds;
};

/// The least of a few runs after one to warm up.
double measure(const Launch& launch,
               const std::function<double(const Launch&)>& seconds) {
    seconds(launch);
    double least = seconds(launch);
    for (int k = 0; k < 3; ++k) least = std::min(least, seconds(launch));
    return least;
}

}  // namespace

void tune_launch(LaunchMemory& memory, const Geometry& g,
                 const SweepShape& shape,
                 const std::function<double(const Launch&)>& seconds) {
    constexpr std::size_t finalists = 4;
    std::vector<Candidate> all;
    for (const Launch& launch : launch_chunks(g, shape))
        all.push_back({launch, measure(launch, seconds)});
    const auto faster = [](const Candidate& a, const Candidate& b) {
        return a.seconds < b.seconds;
    };
    std::sort(all.begin(), all.end(), faster);
    all.resize(std::min(all.size(), finalists));
    for (std::size_t k = 0, n = all.size(); k < n; ++k)
        for (const Launch& launch : launch_windows(g, all[k].launch))
            all.push_back({launch, measure(launch, seconds)});
    const auto best = std::min_element(all.begin(), all.end(), faster);
    const double unmeasured = measure(default_launch(g, shape), seconds);
    memory.keep(g, shape, best->launch, unmeasured / best->seconds);
}

}  // namespace tasuki::wilson

#endif
