// What the policy has decided, in words.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "runtime/policy/feedback.hpp"

namespace tasuki::runtime {

namespace {

const char* in_words(Feedback::Kind place) {
    switch (place) {
        case Feedback::Kind::cpu:
            return "the CPU";
        case Feedback::Kind::gpu:
            return "the GPU";
        case Feedback::Kind::either:
            break;
    }
    return "GPU and CPU";
}

}  // namespace

void Feedback::tell_kept(double seconds_per_task) {
    const double percent = 100 * (baseline_ / seconds_per_task - 1);
    for (const auto& [c, place] : before_) {
        const auto& state = places_.all().at(c);
        news_.push_back(fmt::format("{} ({:.0f} kB) now on {}: {:.1f} % faster",
                                    state.name, 1e-3 * state.bytes,
                                    in_words(state.place), percent));
    }
}

/// Called while what was tried is still in force.
void Feedback::tell_failed() {
    const Trial& trial = trials_[current_];
    const std::string what =
        before_.size() == 1
            ? fmt::format("{} on {}",
                          places_.all().at(before_.front().first).name,
                          in_words(trial.to))
            : fmt::format("{} kinds of tasks on {}", before_.size(),
                          in_words(trial.to));
    std::string result = "stopped early";
    if (!tried_.empty()) {
        const double change = fast(tried_) / baseline_ - 1;
        result = fmt::format("{:.1f} % {}", 100 * std::abs(change),
                             change > 0 ? "slower" : "faster, too little");
    }
    news_.push_back(fmt::format("tried {}: {}", what, result));
}

std::vector<std::string> Feedback::take_news() {
    return std::exchange(news_, {});
}

}  // namespace tasuki::runtime
