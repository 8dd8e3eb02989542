// Launches of a sweep: every site is taken once, and texts are read back.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "codelets/device/tuning.hpp"
#include "codelets/lattice/divisor.hpp"
#include "codelets/wilson/hopping/launch.hpp"
#include "codelets/wilson/hopping/site_order.hpp"
#include "runtime/core/error.hpp"
#include "tests/codelets/wilson_records.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::wilson;

Geometry geometry(const lattice::Extents& extents) {
    const bool cut[4] = {};
    return make_geometry(extents, cut);
}

/// Numbers, within the parity, of the sites that the threads of a launch take.
std::multiset<int> sites_of(const Geometry& g, const Launch& launch,
                            const SweepShape& shape, int parity) {
    const int threads = shape.threads();
    const SiteOrder order{g, launch, shape};
    std::multiset<int> sites;
    const auto take = [&](int first_parity) {
        for (int block = 0; block < order.blocks(); ++block)
            for (int thread = 0; thread < threads; ++thread) {
                Cell cell;
                int lane;
                if (!order.place(block, thread, first_parity, cell, lane))
                    continue;
                CHECK(cell.parity == first_parity);
                // A thread that goes on in t goes from parity to parity.
                for (int step = 0; step < order.steps(); ++step)
                    if ((first_parity + step) % 2 == parity)
                        sites.insert(cell_index(g, cell.xh, cell.y, cell.z,
                                                cell.t + step) *
                                         g.lanes +
                                     lane);
            }
    };
    take(0);
    if (shape.parities == 2) take(1);
    return sites;
}

void check_launch(const Geometry& g, const Launch& launch,
                  const SweepShape& shape) {
    CAPTURE(to_string(launch));
    const auto sites = sites_of(g, launch, shape, shape.parities == 2 ? 1 : 0);
    REQUIRE(sites.size() == static_cast<std::size_t>(g.half_volume));
    CHECK(*sites.begin() == 0);
    CHECK(*sites.rbegin() == g.half_volume - 1);
    CHECK(std::set<int>(sites.begin(), sites.end()).size() == sites.size());
    const Launch back = parse_launch(to_string(launch), g, shape);
    CHECK(to_string(back) == to_string(launch));
}

}  // namespace

TEST_CASE("every launch takes every site once") {
    auto all_blocks = test::blocks();
    all_blocks.push_back({{8, 8, 8, 16}});
    all_blocks.push_back({{12, 8, 24, 4}});
    for (const auto& extents : all_blocks)
        for (const SweepShape& shape : {SweepShape{1}, SweepShape{2},
                                        SweepShape{1, 3}, SweepShape{1, 12}}) {
            const auto g = geometry(extents);
            CAPTURE(lattice::to_string(extents));
            CAPTURE(shape.parities);
            CAPTURE(shape.columns);
            check_launch(g, default_launch(g, shape), shape);
            for (const Launch& launch : launch_chunks(g, shape)) {
                check_launch(g, launch, shape);
                for (const Launch& window : launch_windows(g, launch))
                    check_launch(g, window, shape);
            }
        }
}

TEST_CASE("a launch that does not fit is refused") {
    const auto g = geometry({{8, 8, 8, 16}});
    const auto good = to_string(default_launch(g, 1));
    CHECK_NOTHROW(parse_launch(good, g, 1));
    for (const std::string& text :
         {std::string{}, good + " ", std::string{"budget 0"},
          std::string{"budget 9, chunk 2x2x2x2, steps 1, window 2"},
          std::string{"budget 0, chunk 2x2x2x2, steps 1, window 3"},
          std::string{"budget 0, chunk 2x2x4x1, steps 4, window 2"},
          std::string{"budget 0, chunk 2x2x2x2, steps 0, window 2"},
          std::string{"budget 0, chunk 4x4x4x4, steps 1, window 1"},
          std::string{"budget 0, chunk -2x-2x2x2, steps 1, window 2"}}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_launch(text, g, 1), runtime::UsageError);
    }
    // For both parities a block of threads has half of the cells.
    CHECK_THROWS_AS(parse_launch(good, g, 2), runtime::UsageError);
    // Only then a thread may go on in t, as far as its chunk reaches.
    CHECK_NOTHROW(
        parse_launch("budget 0, chunk 2x2x2x1, steps 8, window 2", g, 2));
    CHECK_THROWS_AS(
        parse_launch("budget 0, chunk 2x2x2x1, steps 5, window 2", g, 2),
        runtime::UsageError);
}

TEST_CASE("a prepared division is exact") {
    for (const int divisor : {1, 2, 3, 5, 7, 24, 48, 96, 1000003, 2147483647}) {
        const lattice::Divisor by{divisor};
        const auto check = [&](std::int64_t number) {
            if (number < 0 || number > 2147483647) return;
            int n = static_cast<int>(number);
            const int rest = by.divide(n);
            CHECK(n == number / divisor);
            CHECK(rest == number % divisor);
        };
        for (std::int64_t k = 0; k < 40; ++k)
            for (const std::int64_t near : {-1, 0, 1}) {
                check(k * divisor + near);
                check((std::int64_t{1} << k) + near);
                check(2147483647 / divisor * divisor - k + near);
            }
    }
}

TEST_CASE("what was tuned is read back by a later run") {
    const auto folder = std::filesystem::temp_directory_path() /
                        ("tasuki_tuning_" + std::to_string(getpid()));
    setenv("TASUKI_CACHE", folder.c_str(), 1);
    CHECK_FALSE(device::tuned("a / device", "key"));
    device::keep_tuned("a / device", "key", "value");
    device::keep_tuned("a / device", "other", "second");
    CHECK(device::tuned("a / device", "key") == "value");
    const auto file = device::tuning_file("a / device");
    CHECK(std::filesystem::path{file}.parent_path() == folder / "tuning");
    std::ifstream in{file};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    CHECK(text.find("\"key\": \"value\"") != std::string::npos);
    CHECK(text.find("\"other\": \"second\"") != std::string::npos);
    // A broken file of another device counts as empty.
    std::ofstream{device::tuning_file("broken")} << "{";
    CHECK_FALSE(device::tuned("broken", "key"));
    std::filesystem::remove_all(folder);
    unsetenv("TASUKI_CACHE");
}
