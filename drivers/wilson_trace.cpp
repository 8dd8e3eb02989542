#include "drivers/wilson_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "codelets/wilson/hop.hpp"
#include "drivers/trace/records.hpp"
#include "drivers/trace/summary.hpp"
#include "runtime/version.hpp"

namespace tasuki::drivers {

namespace {

/// "T+ T-", of the mask of a wilson::FaceList.
std::string name_faces(std::uint32_t mask) {
    std::vector<std::string> names;
    for (int mu = 0; mu < 4; ++mu)
        for (const auto hop : {wilson::Hop::forward, wilson::Hop::backward})
            if ((mask >> (2 * mu + static_cast<int>(hop)) & 1) != 0)
                names.push_back(
                    fmt::format("{}{}", "XYZT"[mu],
                                hop == wilson::Hop::forward ? '+' : '-'));
    return fmt::format("{}", fmt::join(names, " "));
}

/// What was typed, without the folder of the program.
std::string command_line() {
    std::ifstream file{"/proc/self/cmdline"};
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');)
        words.push_back(word);
    if (!words.empty())
        words[0] = std::filesystem::path{words[0]}.filename().string();
    return fmt::format("{}", fmt::join(words, " "));
}

std::string title_of(const WilsonOptions& options, const WilsonResult& r) {
    return fmt::format("Wilson-Dirac {} {}, blocks {}, placement {}, policy {}",
                       lattice::to_string(r.lattice), options.precision,
                       lattice::to_string(r.blocks), r.placement, r.policy);
}

}  // namespace

WilsonTrace::WilsonTrace(const WilsonOptions& options,
                         const runtime::Ranks& ranks)
    : ranks_{ranks},
      recorder_{ranks, records_.path()},
      events_{recorder_.file()} {
    if (ranks.is_first()) folder_.emplace(options.trace);
}

void WilsonTrace::read(const WilsonOptions& options,
                       const WilsonResult& result) {
    const auto records = recorder_.read();
    if (!ranks_.is_first()) return;
    timeline_ = trace::read_records(records, name_faces);
    timeline_.command = command_line();
    timeline_.title = title_of(options, result);
    timeline_.version = runtime::version();
    timeline_.window = options.window;
    timeline_.cost = result.trace_cost;
    folder_->write(timeline_);
}

void WilsonTrace::print() const {
    fmt::print("\n");
    trace::print_summary(timeline_, trace::summarize(timeline_));
}

}  // namespace tasuki::drivers
