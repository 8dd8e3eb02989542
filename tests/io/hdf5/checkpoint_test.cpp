// What all checkpoints must have, and how they are refused without it.
#include "io/hdf5/checkpoint.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr io::CheckpointFormat kFormat{"a test", 3, "a checkpoint of tests",
                                       ": try another"};

/// Calls use(reader) for a file to which fill(writer) has added something.
template <class Fill, class Use>
void with(const Fill& fill, const Use& use) {
    io::Hdf5Writer file;
    fill(file);
    const auto image = file.image();
    const io::MemorySource source{"memory", image};
    use(io::CheckpointReader{source, kFormat});
}

template <class Fill>
void open(const Fill& fill) {
    with(fill, [](const auto&) {});
}

}  // namespace

TEST_CASE("a checkpoint says whose it is, and has its clock") {
    with(
        [](auto& file) {
            add_checkpoint(file, kFormat, {0.125, 1.5, 12});
        },
        [](const auto& read) {
            const auto clock = read.clock();
            CHECK(clock.dt == 0.125);
            CHECK(clock.origin_time == 1.5);
            CHECK(clock.origin_step == 12);
            CHECK(read.text("/", "program").starts_with("Tasuki "));
        });
}

TEST_CASE("checkpoints of others are refused") {
    const io::MemorySource text{"memory", {}};
    CHECK_REFUSAL(io::CheckpointReader(text, kFormat), "memory",
                  "not a checkpoint of tests", "an HDF5 file");
    CHECK_REFUSAL(open([](auto&) {}), "'a test'",
                  "no attribute format: try another");
    CHECK_REFUSAL(
        open([](auto& file) { file.add_attribute("/", "format", "x"); }),
        "'a test'", "found 'x'");
    CHECK_REFUSAL(open([](auto& file) {
                      add_checkpoint(file, {"a test", 4, "", ""}, {1, 0, 0});
                  }),
                  "another version", "expected 3, found 4");
}

TEST_CASE("what is missing in a checkpoint, or is no such number") {
    const auto refused = [](double dt, const auto& use) {
        with(
            [dt](auto& file) {
                add_checkpoint(file, kFormat, {dt, 0, 0});
            },
            use);
    };
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const auto clock = [](const auto& read) { (void)read.clock(); };
    CHECK_REFUSAL(refused(0, clock), "attribute dt of /", "above 0", "found 0");
    CHECK_REFUSAL(refused(-1, clock), "attribute dt of /", "above 0");
    CHECK_REFUSAL(refused(kInfinite, clock), "attribute dt of /",
                  "a finite number", "inf");
    const char* const what = "not a whole snapshot";
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.number("/", "x"); }), what,
                  "an attribute x");
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.whole("/clock", "x"); }),
                  what, "/clock");
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.vector("/", "x"); }), what);
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.text("/", "x"); }), what);
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.vector("/", "dt"); }),
                  "attribute dt of /", "3 numbers");
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.text("/", "dt"); }),
                  "attribute dt of /", "a text");
}
