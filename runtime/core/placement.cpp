#include "runtime/core/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "runtime/core/error.hpp"
#include "runtime/core/kernel.hpp"

namespace tasuki::runtime {

namespace {

std::optional<Where> parse_where(std::string_view word) {
    if (word == "cpu") return Where::cpu;
    if (word == "gpu") return Where::gpu;
    if (word == "any" || word == "dynamic") return Where::any;
    return std::nullopt;
}

const char* name_of_where(Where where) {
    switch (where) {
        case Where::cpu:
            return "cpu";
        case Where::gpu:
            return "gpu";
        case Where::any:
            break;
    }
    return "dynamic";
}

const KernelPlacement* find_placement(const Placements& placements,
                                      std::string_view kernel) {
    const auto found =
        std::ranges::find(placements, kernel, &KernelPlacement::kernel);
    return found == placements.end() ? nullptr : &*found;
}

bool has_function(const detail::KernelRecord& kernel, Where where) {
    return where == Where::any ||
           (where == Where::cpu ? kernel.cpu : kernel.gpu) != nullptr;
}

}  // namespace

Placements parse_placements(std::string_view text) {
    Placements placements;
    while (true) {
        const auto end = std::min(text.find(','), text.size());
        const auto word = text.substr(0, end);
        const auto equals = word.find('=');
        const bool is_named = equals != std::string_view::npos;
        const auto kernel = is_named ? word.substr(0, equals) : "";
        const auto where =
            parse_where(is_named ? word.substr(equals + 1) : word);
        if (!where || (is_named && kernel.empty()))
            throw UsageError(fmt::format(
                "--placement: expected gpu, cpu, dynamic or KERNEL=gpu, "
                "KERNEL=cpu, KERNEL=any with commas between, found '{}'",
                word));
        if (std::ranges::count(placements, kernel, &KernelPlacement::kernel))
            throw UsageError(
                fmt::format("--placement: expected one placement {}, found two",
                            is_named ? fmt::format("of kernel {}", kernel)
                                     : std::string{"of all kernels"}));
        placements.push_back({std::string{kernel}, *where});
        if (end == text.size()) return placements;
        text.remove_prefix(end + 1);
    }
}

std::string to_string(const Placements& placements) {
    std::string text;
    for (const auto& [kernel, where] : placements)
        text += (text.empty() ? "" : ",") + kernel +
                (kernel.empty() ? "" : "=") + name_of_where(where);
    return text;
}

namespace detail {

void check_placements(const Placements& placements, int cpu_workers,
                      int gpu_workers) {
    for (const auto& [kernel, where] : placements)
        if ((where == Where::cpu && cpu_workers == 0) ||
            (where == Where::gpu && gpu_workers == 0))
            throw UnavailableError(fmt::format(
                "placement {} needs a {} worker, and this run has none",
                to_string({{kernel, where}}),
                where == Where::cpu ? "CPU" : "GPU"));
}

Where placed(const Placements& placements, const KernelRecord& kernel,
             Where asked) {
    if (const auto* own = find_placement(placements, kernel.name)) {
        if (has_function(kernel, own->where)) return own->where;
        throw UnavailableError(
            fmt::format("placement {}: the kernel has no "
                        "function for that worker",
                        to_string({*own})));
    }
    const auto* all = find_placement(placements, "");
    return all != nullptr && has_function(kernel, all->where) ? all->where
                                                              : asked;
}

}  // namespace detail

}  // namespace tasuki::runtime
