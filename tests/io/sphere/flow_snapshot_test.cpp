// A snapshot of a flow gives back what was written, bit by bit, or is refused.
#include "io/sphere/flow_snapshot.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "codelets/sphere/flow_sums.hpp"
#include "codelets/sphere/truncation.hpp"
#include "io/hdf5/hdf5.hpp"
#include "tests/close.hpp"
#include "tests/folder.hpp"
#include "tests/io/damage.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::FlowSnapshot;

namespace {

constexpr sphere::Grid kFlowGrid{sphere::Latitudes::gauss, 8, 12};

/// Numbers that no short decimal gives back.
io::FlowSnapshot small_flow() {
    io::FlowSnapshot s;
    s.degrees = 4;
    s.vorticity.resize(sphere::triangle(4).size());
    for (std::size_t k = 0; k < s.vorticity.size(); ++k)
        s.vorticity[k] = {1.0 / (3.0 + static_cast<double>(k)),
                          k < 5 ? 0 : -1e-300 / 7};
    s.step = 120;
    s.clock = {1.0 / 96, 0.05, 7};
    s.time = s.clock.time(120);
    s.rotation = 2.0 / 3;
    s.damping = {1e-9 / 3, 4};
    s.origin = io::parse_origin("random:10.5,30");
    s.origin.seed = ~0ULL;
    s.origin.wind = 1.0 / 7;
    s.start_time = 0.01;
    s.start_energy = 1.0 / 11;
    s.start_enstrophy = 1.0 / 13;
    s.largest = 1.0 / 17;
    s.table = {{0, 0.01, 1.0 / 11, 1.0 / 13, 0, 0.7, 0}, {100, 1.0 / 3}};
    return s;
}

std::vector<double> some_field() {
    std::vector<double> field(kFlowGrid.size());
    for (std::size_t i = 0; i < field.size(); ++i)
        field[i] = static_cast<double>(i) / 7;
    return field;
}

io::FlowSnapshot read_snapshot(const std::string& path) {
    return io::read_flow(*io::open_source(path));
}

}  // namespace

TEST_CASE("a snapshot of a flow gives back all that was written") {
    const Folder folder;
    const auto s = small_flow();
    io::write_flow(folder / "s.h5", s, kFlowGrid, some_field());
    CHECK(folder.names() == std::vector<std::string>{"s.h5"});
    std::vector<double> field;
    const auto t = io::read_flow(*io::open_source(folder / "s.h5"), &field);
    CHECK(field == some_field());
    CHECK(t.degrees == 4);
    CHECK(t.vorticity == s.vorticity);
    CHECK(t.time == s.time);
    CHECK(t.step == s.step);
    CHECK(t.rotation == s.rotation);
    CHECK(t.damping.viscosity == s.damping.viscosity);
    CHECK(t.damping.order == 4);
    CHECK(t.origin.name() == "random:10.5,30");
    CHECK(t.origin.seed == ~0ULL);
    CHECK(t.origin.wind == s.origin.wind);
    CHECK(t.clock.dt == s.clock.dt);
    CHECK(t.clock.origin_time == s.clock.origin_time);
    CHECK(t.clock.origin_step == s.clock.origin_step);
    CHECK(t.start_time == s.start_time);
    CHECK(t.start_energy == s.start_energy);
    CHECK(t.start_enstrophy == s.start_enstrophy);
    CHECK(t.largest == s.largest);
    REQUIRE(t.table.size() == 2);
    CHECK(t.table[0].cfl == 0.7);
    CHECK(t.table[1].time == 1.0 / 3);

    const io::Hdf5Reader file{*io::open_source(folder / "s.h5")};
    CHECK(file.dataset("/vorticity") == some_field());
    CHECK(file.shape("/vorticity") == std::vector<hsize_t>{8, 12});
    CHECK(file.dataset("/longitude")[3] == 90);
    const auto latitude = file.dataset("/latitude");
    CHECK(close(latitude[0], 73.799213, 1e-7));
    CHECK(latitude[7] == -latitude[0]);
    const auto sums = sphere::flow_sums(4, s.vorticity);
    CHECK(file.number("/", "energy") == sums.energy);
    CHECK(file.dataset("/enstrophy_spectrum") == sums.enstrophy_of_degree);
}

TEST_CASE("a checkpoint has no field") {
    const Folder folder;
    auto s = small_flow();
    s.largest.reset();
    io::write_flow(folder / "s.h5", s, kFlowGrid, {});
    const io::Hdf5Reader file{*io::open_source(folder / "s.h5")};
    CHECK_FALSE(file.has("/vorticity"));
    CHECK_FALSE(read_snapshot(folder / "s.h5").largest.has_value());
}

TEST_CASE("a snapshot of a flow with one bit that changed is refused") {
    const Folder folder;
    io::write_flow(folder / "s.h5", small_flow(), kFlowGrid, some_field());
    check_flips_refused(
        read_file(folder / "s.h5"),
        [](const io::Source& source) { return io::read_flow(source); });
}

TEST_CASE("a flow of version 1 is read, and compared with itself") {
    const Folder folder;
    io::write_flow(folder / "s.h5", small_flow(), kFlowGrid, {});
    auto old = as_version_1(read_file(folder / "s.h5"));
    const auto read = [&] {
        return io::read_flow(io::MemorySource{"memory", bytes_in(old)});
    };
    CHECK(read().vorticity == small_flow().vorticity);
    // The fifth digit of one coefficient.
    const double coefficient = small_flow().vorticity[3].real();
    const std::string bytes{reinterpret_cast<const char*>(&coefficient), 8};
    const auto at = old.find(bytes);
    REQUIRE(at != std::string::npos);
    old[at + 4] ^= 64;
    // HDF5 refuses it by its own checksum.
    CHECK_REFUSAL(read(), "/vorticity_spectrum");
    old[at + 4] ^= 64;
    const double energy = sphere::flow_sums(4, small_flow().vorticity).energy;
    const std::string stated{reinterpret_cast<const char*>(&energy), 8};
    old[old.rfind(stated) + 4] ^= 64;
    CHECK_REFUSAL(read(), "energy of /", "contradicts the rest");
}

TEST_CASE("what is no snapshot of a flow is refused") {
    const Folder folder;
    const auto path = folder / "s.h5";
    write_file(path, "no HDF5 at all");
    CHECK_REFUSAL(read_snapshot(path), "s.h5", "not a snapshot of a flow",
                  "byte 0");
    io::write_flow(path, small_flow(), kFlowGrid, some_field());
    const auto bytes = read_file(path);
    write_file(path, bytes.substr(0, bytes.size() / 2));
    CHECK_REFUSAL(read_snapshot(path), "s.h5", "truncated", "digest");

    const auto refused = [&](const auto& change, const char* where,
                             const char* found) {
        auto s = small_flow();
        change(s);
        io::write_flow(path, s, kFlowGrid, {});
        CHECK_REFUSAL(read_snapshot(path), where, found);
    };
    // Times that contradict each other: tests/io/hdf5/checkpoint_test.cpp.
    static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    refused([](auto& s) { s.vorticity[9] = kNaN; }, "9 of /vorticity_spectrum",
            "finite");
    refused(
        [](auto& s) {
            s.vorticity[2] = {1, 1};
        },
        "2 of /vorticity_spectrum", "a real number");
    refused([](auto& s) { s.clock.dt = 0; }, "attribute dt of /", "above 0");
    refused([](auto& s) { s.damping.viscosity = -1; },
            "attribute viscosity of /", "from 0 on");
    refused([](auto& s) { s.origin.wind = 0; }, "attribute wind of /",
            "above 0");
    refused([](auto& s) { s.start_enstrophy = -1; },
            "attribute enstrophy of /start", "");
    refused([](auto& s) { s.damping.order = 17; }, "attribute order of /",
            "1 to 16");
}
