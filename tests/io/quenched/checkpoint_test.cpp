// A checkpoint of a quenched run gives back what was written, or is refused.
#include "io/quenched/checkpoint.hpp"

#include <doctest/doctest.h>

#include "tests/folder.hpp"
#include "tests/io/damage.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

io::QuenchedState small_state() {
    return {.field = lattice::hot_start(lattice::Extents{{2, 4, 6, 2}}, 3),
            .beta = 5.7,
            .seed = ~0ULL,
            .start = "hot",
            .overrelaxation = 4,
            .measure_every = 5,
            .sweep = 12,
            .history = {{5, {0.1, 0.2, 0.3}}, {10, {0.4, 0.5, 0.6}}}};
}

io::QuenchedState state_in(const std::string& path) {
    return io::read_quenched(*io::open_source(path));
}

}  // namespace

TEST_CASE("a checkpoint of sweeps gives back all that was written") {
    const Folder folder;
    const auto s = small_state();
    io::write_quenched(folder / "c.h5", s);
    const auto t = state_in(folder / "c.h5");
    CHECK(t.field.extents() == s.field.extents());
    CHECK(t.field.links() == s.field.links());
    CHECK(t.beta == 5.7);
    CHECK(t.seed == ~0ULL);
    CHECK(t.start == "hot");
    CHECK(t.overrelaxation == 4);
    CHECK(t.measure_every == 5);
    CHECK(t.sweep == 12);
    REQUIRE(t.history.size() == 2);
    CHECK(t.history[1].sweep == 10);
    CHECK(t.history[1].plaquette.temporal == 0.6);
}

TEST_CASE("a checkpoint of sweeps with one bit that changed is refused") {
    const Folder folder;
    auto s = small_state();
    s.field = lattice::hot_start(lattice::Extents{{2, 2, 2, 2}}, 3);
    io::write_quenched(folder / "c.h5", s);
    check_flips_refused(read_file(folder / "c.h5"), io::read_quenched);
}

TEST_CASE("a checkpoint of sweeps that contradicts itself is refused") {
    const Folder folder;
    const auto refused = [&](const auto& change, const char* where,
                             const char* found) {
        auto s = small_state();
        change(s);
        io::write_quenched(folder / "c.h5", s);
        CHECK_REFUSAL(state_in(folder / "c.h5"), where, found);
    };
    refused([](auto& s) { s.beta = 0; }, "beta of /", "above 0");
    refused([](auto& s) { s.start = "warm"; }, "start of /", "cold, hot");
    refused([](auto& s) { s.overrelaxation = 1001; }, "overrelaxation of /",
            "0 to 1000");
    refused([](auto& s) { s.sweep = 15; }, "/history", "3 lines");
    refused([](auto& s) { s.history[0].sweep = 4; }, "/history", "");
    refused([](auto& s) { s.field.link(3, 1)(0, 0) *= 1.001; }, "not SU(3)",
            "link 1 of site 3");
    const auto path = folder / "text";
    write_file(path, "no HDF5 at all");
    CHECK_REFUSAL(state_in(path), "not a checkpoint of gauge generate");
}
