// Launches of a sweep: every site is taken once, and texts are read back.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "codelets/wilson/hopping/launch.hpp"
#include "runtime/error.hpp"
#include "runtime/tuning.hpp"
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
                            int parities, int parity) {
    const int threads = kSweepThreads / parities;
    const int blocks = (g.half_volume + threads - 1) / threads;
    std::multiset<int> sites;
    for (int block = 0; block < blocks; ++block)
        for (int thread = 0; thread < threads; ++thread) {
            Cell cell;
            int lane;
            if (!place_thread(g, launch, threads, block, thread, parity, cell,
                              lane))
                continue;
            CHECK(cell.parity == parity);
            sites.insert(cell_index(g, cell.xh, cell.y, cell.z, cell.t) *
                             g.lanes +
                         lane);
        }
    return sites;
}

void check_launch(const Geometry& g, const Launch& launch, int parities) {
    CAPTURE(to_string(launch));
    const auto sites = sites_of(g, launch, parities, 1);
    REQUIRE(sites.size() == static_cast<std::size_t>(g.half_volume));
    CHECK(*sites.begin() == 0);
    CHECK(*sites.rbegin() == g.half_volume - 1);
    CHECK(std::set<int>(sites.begin(), sites.end()).size() == sites.size());
    const Launch back = parse_launch(to_string(launch), g, parities);
    CHECK(to_string(back) == to_string(launch));
}

}  // namespace

TEST_CASE("every launch takes every site once") {
    auto all_blocks = test::blocks();
    all_blocks.push_back({{8, 8, 8, 16}});
    all_blocks.push_back({{12, 8, 24, 4}});
    for (const auto& extents : all_blocks)
        for (const int parities : {1, 2}) {
            const auto g = geometry(extents);
            CAPTURE(lattice::to_string(extents));
            CAPTURE(parities);
            check_launch(g, default_launch(g, parities), parities);
            for (const Launch& launch : launch_chunks(g, parities)) {
                check_launch(g, launch, parities);
                for (const Launch& window : launch_windows(g, launch))
                    check_launch(g, window, parities);
            }
        }
}

TEST_CASE("a launch that does not fit is refused") {
    const auto g = geometry({{8, 8, 8, 16}});
    const auto good = to_string(default_launch(g, 1));
    CHECK_NOTHROW(parse_launch(good, g, 1));
    for (const std::string text :
         {std::string{}, good + " ", std::string{"budget 0"},
          std::string{"budget 9, chunk 2x2x2x2, window 2"},
          std::string{"budget 0, chunk 2x2x2x2, window 3"},
          std::string{"budget 0, chunk 4x4x4x4, window 1"},
          std::string{"budget 0, chunk -2x-2x2x2, window 2"}}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_launch(text, g, 1), runtime::UsageError);
    }
    // For both parities a block of threads has half of the cells.
    CHECK_THROWS_AS(parse_launch(good, g, 2), runtime::UsageError);
}

TEST_CASE("what was tuned is read back by a later run") {
    const auto folder = std::filesystem::temp_directory_path() /
                        ("tasuki_tuning_" + std::to_string(getpid()));
    setenv("TASUKI_CACHE", folder.c_str(), 1);
    CHECK_FALSE(runtime::tuned("a / device", "key"));
    runtime::keep_tuned("a / device", "key", "value");
    runtime::keep_tuned("a / device", "other", "second");
    CHECK(runtime::tuned("a / device", "key") == "value");
    const auto file = runtime::tuning_file("a / device");
    CHECK(std::filesystem::path{file}.parent_path() == folder / "tuning");
    std::ifstream in{file};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    CHECK(text.find("\"key\": \"value\"") != std::string::npos);
    CHECK(text.find("\"other\": \"second\"") != std::string::npos);
    // A broken file of another device counts as empty.
    std::ofstream{runtime::tuning_file("broken")} << "{";
    CHECK_FALSE(runtime::tuned("broken", "key"));
    std::filesystem::remove_all(folder);
    unsetenv("TASUKI_CACHE");
}
