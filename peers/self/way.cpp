#include "peers/self/way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tasuki::peers::self {

namespace {

/// Of a repetition [s]: kernels of the two ends do not start together, which
/// should not be seen.
constexpr double kTimed = 0.02;

}  // namespace

void Way::clear(std::size_t bytes) {
    for (const auto& end : pair_.ends()) end->clear(bytes);
    pair_.ranks().barrier();
}

void Way::check(std::size_t bytes, int round, const std::string& what) {
    for (const auto& end : pair_.ends()) {
        streams::select(end->device);
        self::check(end->window(), bytes, end->receives(round),
                    end->findings.data(), end->stream.get());
    }
    pair_.check_found(what);
}

Row measure_way(Way& way, const std::string& experiment,
                const std::string& name, std::size_t bytes, int repetitions) {
    const auto what =
        fmt::format("{} by {}, messages of {} bytes", experiment, name, bytes);
    way.prepare(bytes);
    // Both messages that take turns.
    for (const int rounds : {1, 2}) {
        way.clear(bytes);
        way.run(bytes, rounds);
        way.check(bytes, rounds - 1, what);
    }
    const double once = way.run(bytes, 4) / 4;
    const int rounds = std::clamp(
        static_cast<int>(std::min(kTimed / once, 1e6)), 2, way.most_rounds());
    way.run(bytes, rounds);
    Row row{experiment, name, bytes, way.shape().blocks, way.shape().threads};
    for (int r = 0; r < repetitions; ++r) {
        way.clear(bytes);
        row.seconds.push_back(way.run(bytes, rounds) / (2 * rounds));
        way.check(bytes, rounds - 1, what);
    }
    return row;
}

}  // namespace tasuki::peers::self
