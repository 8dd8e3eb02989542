// A snapshot gives back what was written, bit by bit, or is refused.
#include "io/bodies/snapshot.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "io/bodies/gadget.hpp"
#include "io/hdf5/hdf5.hpp"
#include "tests/folder.hpp"
#include "tests/io/bodies/body_files.hpp"
#include "tests/io/damage.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::Hdf5Writer, io::Snapshot;

namespace {

/// Numbers that no short decimal gives back.
io::Snapshot small_snapshot() {
    io::Snapshot s;
    s.bodies.resize(5);
    for (std::size_t k = 0; k < 5; ++k) {
        const double a = 1.0 / (3.0 + static_cast<double>(k));
        s.bodies.mass[k] = a;
        s.bodies.position[k] = {a / 7, -a / 11, 1e-300 * a};
        s.bodies.velocity[k] = {1e300 * a, a / 13, -0.0};
    }
    s.step = 120;
    s.clock = {1.0 / 96, 0.05, 7};
    s.time = s.clock.time(120);
    s.eps = 1.0 / 3;
    s.gravity = 4.3e-3;
    s.bodies.origin = {1e8, -2, 0.5};
    s.precision = "mixed";
    s.origin = {.input = "", .model = "king", .n = 5, .seed = ~0ULL, .w0 = 6.1};
    s.scale = {3.5, 0.1};
    s.start_time = 0.01;
    s.start = {.mass = 1.0 / 3 + 1.0 / 4 + 1.0 / 5 + 1.0 / 6 + 1.0 / 7,
               .kinetic = 0.25,
               .potential = -0.5,
               .centre = {1, 2, 3},
               .momentum = {4, 5, 6},
               .angular_momentum = {7, 8, 9}};
    s.table = {{0, 0.01, s.start}, {100, 1.0 / 3, {.kinetic = 1.0 / 7}}};
    return s;
}

io::Snapshot read_bodies(const std::string& path) {
    return io::read_snapshot(*io::open_source(path));
}

/// A file of another program, in memory.
std::string bytes_of(const io::Hdf5Writer& file) {
    const auto image = file.image();
    return {reinterpret_cast<const char*>(image.data()), image.size()};
}

}  // namespace

TEST_CASE("a snapshot gives back all that was written") {
    const Folder folder;
    const auto s = small_snapshot();
    io::write_snapshot(folder / "s.h5", s);
    CHECK(folder.names() == std::vector<std::string>{"s.h5"});
    const auto t = read_bodies(folder / "s.h5");
    CHECK(t.bodies.mass == s.bodies.mass);
    CHECK(t.bodies.position == s.bodies.position);
    CHECK(t.bodies.velocity == s.bodies.velocity);
    CHECK(t.bodies.origin == s.bodies.origin);
    CHECK(t.time == s.time);
    CHECK(t.step == s.step);
    CHECK(t.eps == s.eps);
    CHECK(t.gravity == s.gravity);
    CHECK(t.precision == s.precision);
    CHECK(t.origin.input.empty());
    CHECK(t.origin.model == "king");
    CHECK(t.origin.n == 5);
    CHECK(t.origin.seed == ~0ULL);
    CHECK(t.origin.w0 == 6.1);
    CHECK(t.clock.dt == s.clock.dt);
    CHECK(t.clock.origin_time == s.clock.origin_time);
    CHECK(t.clock.origin_step == s.clock.origin_step);
    REQUIRE(t.scale.has_value());
    CHECK(t.scale->width == 3.5);
    CHECK(t.scale->brightest == 0.1);
    CHECK(t.start_time == s.start_time);
    CHECK(t.start.mass == s.start.mass);
    CHECK(t.start.kinetic == s.start.kinetic);
    CHECK(t.start.potential == s.start.potential);
    CHECK(t.start.centre == s.start.centre);
    CHECK(t.start.momentum == s.start.momentum);
    CHECK(t.start.angular_momentum == s.start.angular_momentum);
    REQUIRE(t.table.size() == 2);
    CHECK(t.table[0].sums.angular_momentum == s.start.angular_momentum);
    CHECK(t.table[1].step == 100);
    CHECK(t.table[1].time == 1.0 / 3);
    CHECK(t.table[1].sums.kinetic == 1.0 / 7);
}

TEST_CASE("a reader of GADGET finds the bodies of a snapshot") {
    const Folder folder;
    auto s = small_snapshot();
    s.bodies.origin = {};
    io::write_snapshot(folder / "s.h5", s);
    const io::Hdf5Reader file{*io::open_source(folder / "s.h5")};
    REQUIRE(io::looks_like_gadget(file));
    const auto read = io::parse_gadget("s.h5", file);
    CHECK(read.bodies.mass == s.bodies.mass);
    CHECK(read.bodies.position == s.bodies.position);
    CHECK(read.bodies.velocity == s.bodies.velocity);
    CHECK(read.time == s.time);
    CHECK(read.warnings.empty());
    CHECK(io::read_bodies(*io::open_source(folder / "s.h5")).format == "HDF5");
    // Its positions would be wrong without the origin.
    io::write_snapshot(folder / "far.h5", small_snapshot());
    const io::Hdf5Reader far{*io::open_source(folder / "far.h5")};
    CHECK_FALSE(io::looks_like_gadget(far));
}

TEST_CASE("a snapshot with one bit that changed is refused") {
    const Folder folder;
    io::write_snapshot(folder / "s.h5", small_snapshot());
    check_flips_refused(read_file(folder / "s.h5"), io::read_snapshot);
}

TEST_CASE("a snapshot of version 1 is read, and compared with itself") {
    const Folder folder;
    const auto read = [&](const auto& change) {
        auto s = small_snapshot();
        change(s);
        io::write_snapshot(folder / "s.h5", s);
        auto old = as_version_1(read_file(folder / "s.h5"));
        return io::read_snapshot(io::MemorySource{"memory", bytes_in(old)});
    };
    CHECK(read([](auto&) {}).bodies.position ==
          small_snapshot().bodies.position);
    const auto refused = [&](const auto& change, const char* where,
                             const char* found) {
        CHECK_REFUSAL(read(change), where, found);
    };
    refused([](auto& s) { s.precision = "quad"; }, "precision of /",
            "single, mixed, double");
    refused([](auto& s) { s.clock.dt = 0; }, "dt of /", "above 0");
    refused([](auto& s) { s.eps = -1; }, "eps of /", "from 0 on");
    refused([](auto& s) { s.gravity = 0; }, "gravity of /", "above 0");
    refused([](auto& s) { s.bodies.mass[1] *= 2; }, "mass of /start",
            "contradicts");
    refused([](auto& s) { s.origin.model = "hernquist"; }, "model of /",
            "plummer, uniform, king");
    refused([](auto& s) { s.origin.n = 6; }, "n of /", "5 to 5");
    refused([](auto& s) { s.origin.w0 = -1; }, "w0 of /", "above 0");
    refused([](auto& s) { s.start.momentum[2] = NAN; }, "momentum of /start",
            "nan");
    refused([](auto& s) { s.start.kinetic = -1; }, "kinetic of /start",
            "from 0 on");
    refused([](auto& s) { s.scale->width = 0; }, "width of /picture",
            "above 0");
}

TEST_CASE("a snapshot is read as bodies too") {
    const Folder folder;
    auto s = small_snapshot();
    s.origin = {.input = "galaxy.bin", .model = ""};
    s.scale.reset();
    io::write_snapshot(folder / "s.h5", s);
    const auto file = bodies_in(read_file(folder / "s.h5"));
    CHECK(file.format == "HDF5");
    CHECK(file.time == s.time);
    CHECK(file.bodies.position == s.bodies.position);
    const auto t = read_bodies(folder / "s.h5");
    CHECK(t.origin.input == "galaxy.bin");
    CHECK(t.origin.n == 5);
    CHECK_FALSE(t.scale.has_value());
}

TEST_CASE("snapshots cut at any byte are refused in one line") {
    const Folder folder;
    io::write_snapshot(folder / "s.h5", small_snapshot());
    const auto bytes = read_file(folder / "s.h5");
    for (std::size_t n = 8; n < bytes.size(); n += 7) {
        CAPTURE(n);
        CHECK_REFUSAL(bodies_in(bytes.substr(0, n)), "memory",
                      "not a whole HDF5 file", std::to_string(n) + " bytes");
    }
}

TEST_CASE("HDF5 files that hold no bodies") {
    const std::vector<double> six{1, 2, 3, 4, 5, 6};
    const auto with = [&](auto fill) {
        io::Hdf5Writer file;
        fill(file);
        return bytes_of(file);
    };
    CHECK_REFUSAL(bodies_in(with([](auto&) {})), "/mass", "a dataset");
    CHECK_REFUSAL(bodies_in(with([&](auto& f) {
                      f.add_dataset("/mass", six, {2, 3});
                  })),
                  "/mass", "bad shape", "(2, 3)");
    const auto two = [&](auto& f) {
        f.add_dataset("/mass", std::vector<double>{1, 1}, {2});
        f.add_dataset("/position", six, {2, 3});
    };
    CHECK_REFUSAL(bodies_in(with([&](auto& f) { two(f); })), "/velocity",
                  "a dataset");
    CHECK_REFUSAL(bodies_in(with([&](auto& f) {
                      two(f);
                      f.add_dataset("/velocity", six, {3, 2});
                  })),
                  "/velocity", "expected (2, 3), found (3, 2)");
    CHECK(bodies_in(with([&](auto& f) {
              two(f);
              f.add_dataset("/velocity", six, {2, 3});
          })).bodies.velocity[1] == nbody::Vector{4, 5, 6});
    CHECK_REFUSAL(bodies_in(with([&](auto& f) {
                      two(f);
                      f.add_dataset("/velocity", six, {2, 3});
                      f.add_attribute("/", "time", NAN);
                  })),
                  "bad time", "found nan");
    CHECK_REFUSAL(bodies_in(with([&](auto& f) {
                      two(f);
                      auto bad = six;
                      bad[4] = std::numeric_limits<double>::quiet_NaN();
                      f.add_dataset("/velocity", bad, {2, 3});
                  })),
                  "/velocity of body 1", "found nan");
    CHECK_REFUSAL(bodies_in(with([&](auto& f) {
                      f.add_dataset("/mass", std::vector<double>{1, -1}, {2});
                  })),
                  "/mass of body 1", "found -1");
}

TEST_CASE("what is no snapshot of ours cannot be gone on from") {
    const Folder folder;
    write_file(folder / "text", "1 2 3 4 5 6 7\n");
    CHECK_REFUSAL(read_bodies(folder / "text"), "an HDF5 file");
    io::Hdf5Writer newer;
    newer.add_attribute("/", "format", std::string{"Tasuki N-body snapshot"});
    newer.add_attribute("/", "format_version", std::uint64_t{3});
    write_file(folder / "newer.h5", bytes_of(newer));
    CHECK_REFUSAL(read_bodies(folder / "newer.h5"), "another version",
                  "expected 1 to 2, found 3");
    CHECK_REFUSAL(io::write_snapshot("/no/such/folder/s.h5", small_snapshot()),
                  "/no/such/folder/s.h5", "cannot write");
}
