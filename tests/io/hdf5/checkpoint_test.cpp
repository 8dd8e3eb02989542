// What all checkpoints must have, and how they are refused without it.
#include "io/hdf5/checkpoint.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <limits>
#include <thread>
#include <vector>

#include "io/hdf5/digest.hpp"
#include "io/hdf5/file.hpp"
#include "tests/folder.hpp"
#include "tests/io/damage.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr io::CheckpointFormat kFormat{"a test", 3, "a checkpoint of tests",
                                       ": try another"};

void add_all(io::Hdf5Writer& file, const io::RunTime& run) {
    add_checkpoint(file, kFormat);
    add_run_time(file, run);
}

std::string bytes_of_checkpoint(std::uint64_t version) {
    io::Hdf5Writer file;
    add_checkpoint(file, {"a test", version, "", ""});
    const auto image = file.image();
    return {reinterpret_cast<const char*>(image.data()), image.size()};
}

void open_bytes(std::string bytes) {
    (void)io::CheckpointReader{io::MemorySource{"memory", bytes_in(bytes)},
                               kFormat};
}

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

TEST_CASE("a sealed file is its image, however it grew") {
    const std::vector<double> numbers(500'000, 0.25);
    std::vector<std::byte> first;
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{4'000'000}}) {
        io::Hdf5Writer file{bytes};
        add_all(file, {1.75, 14, {0.125, 1.5, 12}, -1});
        file.add_dataset("/numbers", numbers, {numbers.size()});
        const auto image = file.image();
        CHECK(std::ranges::equal(file.sealed(), image));
        if (first.empty()) first = image;
        CHECK(image == first);
    }
    // On disk too, where larger parts than one come from several threads.
    const Folder folder;
    io::Hdf5File file{folder / "f.h5"};
    file.add([](auto& to) { add_all(to, {1.75, 14, {0.125, 1.5, 12}, -1}); });
    file.add([&](auto& to) {
        to.add_dataset("/numbers", numbers, {numbers.size()});
    });
    CHECK(folder.names() != std::vector<std::string>{"f.h5"});
    file.commit();
    CHECK(folder.names() == std::vector<std::string>{"f.h5"});
    const auto bytes = read_file(folder / "f.h5");
    CHECK(std::ranges::equal(std::as_bytes(std::span{bytes}), first));
}

TEST_CASE("a file that is slow to write lets other threads use HDF5") {
    const Folder folder;
    const auto slow = folder / "slow", quick = folder / "quick";
    REQUIRE(::mkfifo(slow.c_str(), 0600) == 0);
    const std::vector<double> numbers(50'000, 0.25);
    const auto write = [&](const std::string& path) {
        const io::Hdf5Lock lock;
        io::Hdf5Writer file;
        add_all(file, {1.75, 14, {0.125, 1.5, 12}, -1});
        file.add_dataset("/numbers", numbers, {numbers.size()});
        file.write_to(path);
    };
    std::thread writer{write, slow};
    // The writer has opened it, and waits until all is read.
    std::ifstream reader{slow, std::ios::binary};
    write(quick);
    const std::string read{std::istreambuf_iterator<char>{reader}, {}};
    writer.join();
    CHECK(read.size() > numbers.size() * sizeof(double));
    CHECK(read == read_file(quick));
}

TEST_CASE("a file that cannot be written says why, and is not there") {
    const Folder folder;
    const std::vector<double> numbers(500'000, 0.25);
    const auto add_to = [&](io::Hdf5File& file) {
        file.add([&](auto& to) {
            to.add_dataset("/numbers", numbers, {numbers.size()});
        });
    };
    // By another thread than the one that began it; HDF5 has words of its own
    // in each.
    const auto add_beside = [&](const std::string& path) {
        io::Hdf5File file{path};
        std::exception_ptr thrown;
        std::thread{[&] {
            try {
                add_to(file);
            } catch (...) {
                thrown = std::current_exception();
            }
        }}.join();
        if (thrown) std::rethrow_exception(thrown);
    };
    const auto write = [&](const std::string& path) {
        io::Hdf5File file{path};
        add_to(file);
        file.commit();
    };
    // A limit stands for a disk that is full: its error has another number.
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit less{1'000'000, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &less) == 0);
    const auto path = folder / "f.h5";
    const Folder said;
    const int errors = ::dup(STDERR_FILENO);
    REQUIRE(std::freopen((said / "errors").c_str(), "w", stderr) != nullptr);
    CHECK_REFUSAL(add_beside(path), path + ": cannot write: File too large");
    std::fflush(stderr);
    ::dup2(errors, STDERR_FILENO);
    ::close(errors);
    CHECK(read_file(said / "errors").empty());
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(folder.names().empty());
    CHECK_REFUSAL(write("/dev/full"),
                  "/dev/full: cannot write: No space left on device");
}

TEST_CASE("a checkpoint says whose it is, and has its times") {
    const io::RunTime run{1.75, 14, {0.125, 1.5, 12}, -1};
    with([&](auto& file) { add_all(file, run); },
         [](const auto& read) {
             const auto found = read.run_time();
             CHECK(found.time == 1.75);
             CHECK(found.step == 14);
             CHECK(found.clock.dt == 0.125);
             CHECK(found.clock.origin_time == 1.5);
             CHECK(found.clock.origin_step == 12);
             CHECK(found.start_time == -1);
             CHECK(read.text("/", "program").starts_with("Tasuki "));
         });
}

TEST_CASE("times and steps that contradict each other are refused") {
    const auto refused = [](const io::RunTime& run, const char* where) {
        CHECK_REFUSAL(with([&](auto& file) { add_all(file, run); },
                           [](const auto& read) { (void)read.run_time(); }),
                      where);
    };
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    refused({1.8, 14, {0.125, 1.5, 12}, 0}, "attribute time of /");
    refused({kNaN, 14, {0.125, 1.5, 12}, 0}, "attribute time of /");
    refused({1.75, 15, {0.125, 1.5, 12}, 0}, "attribute time of /");
    refused({1.75, 11, {0.125, 1.5, 12}, 0}, "attribute origin_step of /clock");
    refused({1.75, 14, {0.125, kNaN, 12}, 0},
            "attribute origin_time of /clock");
    refused({1.75, 14, {0.125, 1.5, 12}, 1.6}, "attribute time of /start");
    // Another machine may round it in another way.
    const io::RunTime rounded{1.75 * (1 + 4e-16), 14, {0.125, 1.5, 12}, 0};
    CHECK_NOTHROW(with([&](auto& file) { add_all(file, rounded); },
                       [](const auto& read) { (void)read.run_time(); }));
}

TEST_CASE("the digest is that of all other bytes") {
    const auto file = bytes_of_checkpoint(3);
    const auto [stated, computed] = io::find_digest(file);
    CHECK(stated.size() == 8);
    CHECK(stated == computed);
    auto zeros = file;
    zeros.replace(zeros.find(stated), 8, "00000000");
    CHECK(io::find_digest(zeros).computed == computed);
    CHECK(io::find_digest(zeros).stated == "00000000");
    CHECK(io::find_digest("nothing").stated.empty());
    // A name in the file that is the same text.
    CHECK(io::find_digest(file + io::unsealed_digest()).stated != stated);
    auto twice = io::unsealed_digest() + " and " + io::unsealed_digest();
    io::seal(bytes_in(twice));
    CHECK(io::find_digest(twice).stated == io::find_digest(twice).computed);
    check_flips_refused(file, [](const io::Source& source) {
        return io::CheckpointReader{source, kFormat}.text("/", "program");
    });
}

TEST_CASE("files of the version without a digest are read, of others not") {
    const auto file = bytes_of_checkpoint(2);
    CHECK_NOTHROW(open_bytes(as_version_1(file)));
    auto bare = file;
    bare[bare.find("CRC-32 of")] = 'x';
    CHECK_REFUSAL(open_bytes(bare),
                  "damaged, truncated or changed since it was written",
                  "digest", "the checksum of the file", "none");
    auto wrong = file;
    wrong.back() ^= 1;
    const auto [stated, computed] = io::find_digest(wrong);
    CHECK_REFUSAL(open_bytes(wrong), "memory", "damaged",
                  "expected " + stated + ", found " + computed);
}

TEST_CASE("tables come back, and only finite ones of their width") {
    struct Line {
        double a, b;
    };
    const auto check = [](const std::vector<double>& values, const auto& use) {
        with(
            [&](auto& file) {
                add_checkpoint(file, kFormat);
                io::add_table(file, "/table", values, 2);
            },
            use);
    };
    check({1, 2, 3, 4}, [](const auto& read) {
        const auto lines = read.template table<Line>("/table");
        REQUIRE(lines.size() == 2);
        CHECK(lines[1].a == 3);
        CHECK(lines[1].b == 4);
        CHECK_REFUSAL(read.template table<double>("/table"), "bad shape",
                      "(lines, 1)", "(2, 2)");
    });
    check({}, [](const auto& read) {
        CHECK(read.template table<Line>("/table").empty());
    });
    check({1, std::numeric_limits<double>::infinity()}, [](const auto& read) {
        CHECK_REFUSAL(read.template table<Line>("/table"), "bad number", "inf");
    });
}

TEST_CASE("a dataset that changed is refused by its own checksum too") {
    // Large enough for several chunks, the last of them full.
    std::vector<double> values(1100 * 1000);
    for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = 1 / (1.0 + static_cast<double>(k));
    io::Hdf5Writer file;
    file.add_dataset("/values", values, {1100, 1000});
    auto image = file.image();
    CHECK(image.size() < 8 * values.size() + 20000);
    const auto read = [&] {
        return io::Hdf5Reader{io::MemorySource{"memory", image}}.dataset(
            "/values");
    };
    CHECK(read() == values);
    for (const std::size_t at : {30000UL, image.size() - 30000}) {
        image[at] ^= std::byte{64};
        CHECK_REFUSAL(read(), "/values", "1100000 numbers");
        image[at] ^= std::byte{64};
    }
}

TEST_CASE("a dataset takes no more memory than 32 of its chunks") {
    using io::Hdf5Writer;
    constexpr std::size_t checksum = 4;
    CHECK(Hdf5Writer::bytes_to_add({10, 3}) == 10 * 3 * 8 + checksum);
    CHECK(Hdf5Writer::bytes_to_add({0, 3}) == 0);
    // 25 MB, of chunks of 4 MiB with equally many rows.
    const std::size_t rows = (1048576 + 5) / 6;
    CHECK(Hdf5Writer::bytes_to_add({1048576, 3}) == 6 * (rows * 24 + checksum));
    // A time slice is more than that, and 64 are not made together.
    const std::size_t slice = std::size_t{32} * 32 * 32 * 24 * 8;
    CHECK(Hdf5Writer::bytes_to_add({64, 32, 32, 32, 4, 3, 2}) ==
          32 * (slice + checksum));
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
                      add_checkpoint(file, {"a test", 4, "", ""});
                  }),
                  "another version", "expected 1 to 3, found 4");
}

TEST_CASE("what is missing in a checkpoint, or is no such number") {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const auto refused = [](double dt, const auto& use) {
        with(
            [dt](auto& file) {
                add_all(file, {0, 0, {dt, 0, 0}, 0});
                file.add_attribute("/", "low", -dt);
                const double odd[] = {1, 2, -kInfinite};
                file.add_attribute("/", "odd", odd);
            },
            use);
    };
    const auto clock = [](const auto& read) { (void)read.run_time(); };
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
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.from_zero("/", "low"); }),
                  "attribute low of /", "from 0 on", "-1");
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.vector("/", "odd"); }),
                  "attribute odd of /", "a finite number", "-inf");
    CHECK_REFUSAL(refused(1,
                          [](const auto& r) {
                              r.word("/", "program", {"x", "y"});
                          }),
                  "attribute program of /", "x, y", "Tasuki");
    CHECK_REFUSAL(refused(1, [](const auto& r) { r.whole("/", "step", 1, 9); }),
                  "attribute step of /", "1 to 9", "found 0");
}
