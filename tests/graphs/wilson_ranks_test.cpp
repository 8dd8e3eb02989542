// The Wilson operator between ranks, as tasks and in lists.
#include <doctest/doctest.h>

#include <utility>

#include "graphs/wilson/operator.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/graphs/lists.hpp"
#include "tests/graphs/wilson_support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using graphs::wilson::Placement;
using lattice::Extents;
using tests::context, tests::kKappa;

const Extents kSharedOut{{4, 8, 4, 16}};
constexpr int kTimes = 120;

struct Found {
    lattice::SpinorField field;     ///< of this rank
    runtime::Graph::Counts counts;  ///< of one of two graphs
};

/// @param each  applications of D in a graph
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
    int applied = 0;
    const auto submit = [&] {
        for (const int end = applied + each; applied < end; ++applied)
            d.submit_apply(fields[applied % 2], fields[(applied + 1) % 2]);
    };
    runtime::Graph first = runtime::record(context(), submit);
    runtime::Graph next = runtime::record(context(), submit);
    runtime::run({first, next}, kTimes / each);
    last = fields[kTimes % 2].read();
    return {std::move(last), first.counts()};
}

}  // namespace

TEST_CASE("lists give the bits of tasks on ranks") {
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
                const auto apply = [&](bool with_lists) {
                    const test::WithLists with{context(), with_lists};
                    return apply_often(grid, name, each);
                };
                const auto tasks = apply(false), lists = apply(true);
                CHECK(lists.field.sites == tasks.field.sites);
                if (name == Placement::Name::gpu) CHECK(lists.counts.lists > 0);
            }
    }
}
