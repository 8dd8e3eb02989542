// The Wilson operator between ranks, as tasks and in replays.
#include <doctest/doctest.h>

#include <utility>

#include "graphs/wilson/operator.hpp"
#include "runtime/replay/replay.hpp"
#include "tests/graphs/replays.hpp"
#include "tests/graphs/wilson_support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using graphs::wilson::Placement;
using lattice::Extents;
using tests::context, tests::kKappa;

const Extents kSharedOut{{4, 8, 4, 16}};
constexpr int kTimes = 120, kTogether = 12;

struct Found {
    lattice::SpinorField field;  ///< of this rank
    runtime::Replay::Counts counts;
};

/// @param each  applications of D in an iteration; with one, iterations differ
///              in turn, and some of them are tasks when others are lists
Found apply_often(const Extents& grid, Placement placement, int each) {
    using namespace graphs::wilson;
    const RankGrid ranks{{{1, 1, 1, context().ranks().size()}},
                         context().ranks().rank()};
    const Decomposition cut{kSharedOut, grid, ranks};
    WilsonOperator<double, 18> d{context(),
                                 cut,
                                 lattice::hot_start(kSharedOut, 51),
                                 {kKappa, -1, placement}};
    BlockField<double> fields[]{{context(), cut}, {context(), cut}};
    auto last = lattice::random_source(cut.local_region(), 52);
    fields[0].write(last);
    runtime::Replay replay{context()};
    for (int k = 0; k < kTimes;) {
        replay.iteration([&] {
            for (const int end = k + each; k < end; ++k)
                d.submit_apply(fields[k % 2], fields[(k + 1) % 2]);
        });
        // Ranks come to know the order of messages as these end.
        if (k % kTogether == 0) context().wait();
    }
    last = fields[kTimes % 2].read();
    return {std::move(last), replay.counts()};
}

}  // namespace

TEST_CASE("replays give the bits of tasks on ranks") {
    const int ranks = context().ranks().size();
    if (ranks == 1 || ranks > 4) return test::skip("needs two to four ranks");
    using Kind = runtime::Worker::Kind;
    const bool has_gpu = context().count(Kind::gpu) > 0;
    for (const auto name : {Placement::Name::gpu, Placement::Name::dynamic}) {
        if (name == Placement::Name::gpu && !has_gpu) continue;
        for (const Extents& grid :
             {Extents{{1, 1, 1, 2 * ranks}}, {{1, 2, 1, 2 * ranks}}})
            for (const int each : {1, 2}) {
                CAPTURE(Placement{name}.to_string());
                CAPTURE(lattice::to_string(grid));
                CAPTURE(each);
                const auto tasks = apply_often(grid, name, each);
                const test::ReplaysOn on{context()};
                const auto lists = apply_often(grid, name, each);
                CHECK(lists.field.sites == tasks.field.sites);
                if (name == Placement::Name::gpu) CHECK(lists.counts.lists > 0);
            }
    }
}
