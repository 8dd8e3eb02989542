#include "codelets/nbody/accelerate/variant_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "codelets/device/tuning.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::nbody {

namespace {

/// A wish as a tuner takes it.
Wish with_default_root(Wish wish) {
    if (wish.root < 0) wish.root = static_cast<int>(Root::approx);
    return wish;
}

/// The least of two runs after one to warm up.
double measure(const Variant& variant,
               const std::function<double(const Variant&)>& seconds) {
    seconds(variant);
    return std::min(seconds(variant), seconds(variant));
}

}  // namespace

PairShape PairShape::of(std::size_t targets, std::size_t sources) {
    return {static_cast<int>(std::bit_width(targets)) - 1,
            static_cast<int>(std::bit_width(sources)) - 1};
}

Variant fastest_variant(const Wish& wished, int most_unroll,
                        const std::function<double(const Variant&)>& seconds) {
    constexpr std::size_t finalists = 4;
    struct Candidate {
        Variant variant;
        double seconds;
    };
    const auto faster = [](const Candidate& a, const Candidate& b) {
        return a.seconds < b.seconds;
    };
    const auto all = variants(with_default_root(wished), most_unroll);
    std::vector<Candidate> kernels;
    for (const Variant& v : all) {
        const bool shape =
            (wished.threads > 0 || v.threads == 256) &&
            (wished.parts > 0 || v.parts == 1 || v.parts == v.threads / 32);
        if (shape) kernels.push_back({v, measure(v, seconds)});
    }
    std::sort(kernels.begin(), kernels.end(), faster);
    Candidate best = kernels.front();
    std::vector<Variant> tried;
    for (const Candidate& kernel : kernels) {
        Variant rest = kernel.variant;
        const auto same_kernel = [&](const Variant& v) {
            return v.staging == rest.staging && v.unroll == rest.unroll &&
                   v.bodies == rest.bodies && v.root == rest.root;
        };
        if (std::any_of(tried.begin(), tried.end(), same_kernel)) continue;
        if (tried.size() == finalists) break;
        tried.push_back(rest);
        for (const Variant& v : all)
            if (same_kernel(v))
                if (const Candidate c{v, measure(v, seconds)}; faster(c, best))
                    best = c;
    }
    return best.variant;
}

#if defined(TASUKI_HAS_GPU)

std::string VariantMemory::key(const PairShape& shape, const Wish& wish) const {
    auto key = fmt::format("nbody accelerate {}, 2^{} pulled by 2^{}", numbers_,
                           shape.targets, shape.sources);
    const auto add = [&](const char* name, int value) {
        if (value >= 0) key += fmt::format(", {} {}", name, value);
    };
    if (wish.root >= 0)
        key += fmt::format(", {}", to_string(static_cast<Root>(wish.root)));
    if (wish.staging >= 0) key += wish.staging == 0 ? ", direct" : ", shared";
    add("unroll", wish.unroll);
    add("bodies", wish.bodies);
    add("threads", wish.threads);
    add("parts", wish.parts);
    return key;
}

VariantMemory::Known& VariantMemory::look_up(int device, const PairShape& shape,
                                             const Wish& wish) {
    const auto found =
        std::find_if(known_.begin(), known_.end(), [&](const Known& k) {
            return k.device == device && k.shape == shape && k.wish == wish;
        });
    if (found != known_.end()) return *found;
    const auto all = variants(with_default_root(wish), most_unroll_);
    const auto usual = std::find(all.begin(), all.end(), Variant{});
    Known known{device, shape, wish, usual != all.end() ? *usual : all.front(),
                all.size() == 1};
    const auto name = gpu::device_name(device);
    if (const auto text = device::tuned(name, key(shape, wish))) try {
            const auto kept =
                variants(parse_wish(*text, most_unroll_), most_unroll_);
            known.variant = kept.front();
            known.tuned = kept.size() == 1;
        } catch (const runtime::Error& e) {
            runtime::logger().warn("{}, '{}': {}; not used",
                                   device::tuning_file(name), key(shape, wish),
                                   e.what());
        }
    known_.push_back(known);
    return known_.back();
}

bool VariantMemory::is_tuned(int device, const PairShape& shape,
                             const Wish& wish) {
    const std::lock_guard lock{mutex_};
    return look_up(device, shape, wish).tuned;
}

Variant VariantMemory::find(int device, const PairShape& shape,
                            const Wish& wish) {
    const std::lock_guard lock{mutex_};
    return look_up(device, shape, wish).variant;
}

void VariantMemory::keep(int device, const PairShape& shape, const Wish& wish,
                         const Variant& variant) {
    const std::lock_guard lock{mutex_};
    Known& known = look_up(device, shape, wish);
    known.variant = variant;
    known.tuned = true;
    const auto name = gpu::device_name(device);
    runtime::logger().info("{}: tuned {}: {}; kept in {}", name,
                           key(shape, wish), to_string(variant),
                           device::tuning_file(name));
    device::keep_tuned(name, key(shape, wish), to_string(variant));
}

#endif

}  // namespace tasuki::nbody
