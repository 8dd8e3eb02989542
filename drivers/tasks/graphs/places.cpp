#include "drivers/tasks/graphs/places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "io/number.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

/// The words between commas, empty ones too.
std::vector<std::string> words_between_commas(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::optional<double> read_cpu_part(const std::string& word) {
    if (word == "gpu") return 0;
    if (word == "cpu") return 1;
    const auto part = io::parse_number<double>(word);
    return part && *part >= 0 && *part <= 1 ? part : std::nullopt;
}

}  // namespace

Places Places::parse(const std::string& text,
                     const std::vector<std::string>& kernels) {
    Places places;
    if (text == "dynamic") return places;
    for (const auto& word : words_between_commas(text)) {
        const auto equals = word.find('=');
        if (equals == std::string::npos && (word == "gpu" || word == "cpu")) {
            for (const auto& kernel : kernels)
                places.cpu_part_[kernel] = word == "cpu" ? 1 : 0;
            continue;
        }
        const auto kernel = word.substr(0, equals);
        const auto part = equals == std::string::npos
                              ? std::nullopt
                              : read_cpu_part(word.substr(equals + 1));
        if (!part || std::ranges::find(kernels, kernel) == kernels.end())
            throw runtime::UsageError(fmt::format(
                "--placement {}: expected dynamic, gpu, cpu, or KERNEL=gpu, "
                "KERNEL=cpu or KERNEL=F with F from 0 to 1, where KERNEL is "
                "one of {}; found '{}'",
                text, fmt::join(kernels, ", "), word));
        places.cpu_part_[kernel] = *part;
    }
    return places;
}

std::optional<runtime::Where> Places::next(const std::string& kernel) {
    const auto found = cpu_part_.find(kernel);
    if (found == cpu_part_.end()) return std::nullopt;
    const int k = submitted_[kernel]++;
    // 0.3 * 10 is below 3 in binary: the nudge is below one task of 10^6.
    const auto on_cpu = [part = found->second](int tasks) {
        return std::floor(part * tasks + 1e-6);
    };
    return on_cpu(k + 1) > on_cpu(k) ? runtime::Where::cpu
                                     : runtime::Where::gpu;
}

std::vector<std::string> placements_by_kernel(
    const std::vector<std::string>& kernels) {
    const unsigned count = 1U << kernels.size();
    std::vector<std::string> placements;
    for (unsigned k = 0; k < count; ++k) {
        std::string text = k + 1 == count ? "cpu" : "gpu";
        for (std::size_t i = 0; i < kernels.size() && k + 1 < count; ++i)
            if ((k >> i & 1U) != 0) text += fmt::format(",{}=cpu", kernels[i]);
        placements.push_back(text);
    }
    return placements;
}

}  // namespace tasuki::drivers
