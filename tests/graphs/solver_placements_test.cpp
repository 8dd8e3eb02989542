// The solvers with every placement, over blocks.
#include "runtime/core/error.hpp"
#include "tests/graphs/solver_blocks.hpp"

namespace tasuki::tests::over_blocks {

TEST_CASE("every placement gives the solution") {
    auto placements = Placement::names();
    for (const char* split : {"split:0", "split:0.5", "split:1"})
        placements.emplace_back(split);
    const Way way{Method::cg, Inner::single};
    const auto expected =
        solve({kExtents, {{1, 1, 1, 1}}},
              {kSmallKappa, -1, Placement::Name::dynamic}, way);
    int used = 0;
    for (const auto& text : placements) {
        CAPTURE(text);
        const auto placement = Placement::parse(text);
        try {
            graphs::wilson::check_placement(context(), placement);
        } catch (const runtime::UnavailableError&) {
            continue;
        }
        ++used;
        const Decomposition cut{kExtents, {{1, 2, 1, 2}}};
        CHECK(agree(solve(cut, {kSmallKappa, -1, placement}, way), expected));
    }
    CHECK(used >= 2);
}

}  // namespace tasuki::tests::over_blocks
