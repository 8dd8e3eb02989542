// `tasuki gauge convert`: what it writes, and what it leaves alone.
#include <cmath>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/io/gauge/fixtures.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;

namespace {

/// A folder with the configuration "in": NERSC, single, two rows.
struct Sample : Folder {
    Sample() {
        io::write_gauge(*this / "in", small_field(),
                        {.format = io::Format::nersc,
                         .encoding = {32, io::ByteOrder::big, 2},
                         .ensemble = {.id = "e",
                                      .label = "l",
                                      .creator = "c",
                                      .lfn = "",
                                      .sequence_number = 5}});
    }
    CliResult convert(const std::string& out, const std::string& options) {
        return run_cli("gauge convert " + (*this / "in") + ' ' + out + ' ' +
                       options);
    }
};

}  // namespace

TEST_CASE("convert writes what it was asked to, and says so") {
    struct Case {
        std::string out, options, format;
        int bits, rows;
        io::ByteOrder order;
    };
    for (const Case& c :
         {Case{"a.lime", "", "ildg", 32, 3, io::ByteOrder::big},
          {"a.ILDG", "--precision double", "ildg", 64, 3, io::ByteOrder::big},
          {"b.lime", "--format nersc", "nersc", 32, 3, io::ByteOrder::big},
          {"d", "--format nersc --rows 2 --byte-order little", "nersc", 32, 2,
           io::ByteOrder::little},
          {"g.scidac", "--precision double", "scidac", 64, 3,
           io::ByteOrder::big},
          {"i.milc", "", "milc", 32, 3, io::ByteOrder::big},
          {"j", "--format milc --byte-order little", "milc", 32, 3,
           io::ByteOrder::little},
          {"k.cnfg", "", "openqcd", 64, 3, io::ByteOrder::little},
          {"l.openqcd", "--precision double --byte-order little", "openqcd", 64,
           3, io::ByteOrder::little},
          {"e.NERSC", "--precision double --rows 2", "nersc", 64, 2,
           io::ByteOrder::big}}) {
        CAPTURE(c.out);
        Sample sample;
        const auto result = sample.convert(sample / c.out, c.options);
        CHECK(result.code == 0);
        CHECK(result.log.empty());
        CHECK(result.out.starts_with((sample / c.out) + ": " + c.format));
        const auto before = io::read_gauge(sample / "in");
        const auto after = io::read_gauge(sample / c.out);
        CHECK(after.format == c.format);
        CHECK(after.encoding.precision_bits == c.bits);
        CHECK(after.encoding.rows == c.rows);
        CHECK(after.encoding.order == c.order);
        // Two rows are exactly those of the input; a third one is rounded.
        CHECK(std::abs(after.plaquette.average - before.plaquette.average) <
              1e-7);
        if (c.format == "nersc") CHECK(after.ensemble.sequence_number == 5);
    }
}

TEST_CASE("convert refuses before it writes, and leaves nothing") {
    Sample sample;
    const auto bytes = read_file(sample / "in");
    CHECK(refused(sample.convert(sample / "no/out.ildg", "")));
    CHECK(refused(sample.convert(sample.path(), "--format ildg")));
    const auto rows = sample.convert(sample / "out", "--format ildg --rows 2");
    CHECK(refused(rows));
    CHECK(contains(rows.log, "three rows, found 2"));
    CHECK(refused(sample.convert(sample / "out.lime", "--byte-order little")));
    CHECK(refused(sample.convert(sample / "out.milc", "--precision double")));
    CHECK(refused(sample.convert(sample / "out.cnfg", "--precision single")));
    CHECK(refused(sample.convert(sample / "out.cnfg", "--byte-order big")));
    // What it would write, stays unclear.
    const auto unclear = sample.convert(sample / "out.cfg", "");
    CHECK(refused(unclear));
    CHECK(contains(unclear.log, "expected --format nersc|ildg"));
    CHECK(sample.names() == std::vector<std::string>{"in"});
    CHECK(read_file(sample / "in") == bytes);
}

TEST_CASE("an odd IN is converted with a warning, and not with --strict") {
    Sample sample;
    NerscBytes odd{small_field()};
    odd.header.erase("CHECKSUM");
    write_file(sample / "in", odd.bytes());
    const auto strict = sample.convert(sample / "out.ildg", "--strict");
    CHECK(refused(strict));
    CHECK(contains(strict.log, "no checksum"));
    CHECK(sample.names() == std::vector<std::string>{"in"});
    const auto result = sample.convert(sample / "out.ildg", "");
    CHECK(result.code == 0);
    CHECK(contains(result.log, "no checksum"));
}

TEST_CASE("convert to stdout keeps its line apart") {
    Sample sample;
    const auto data = [](const std::string& bytes) {
        return bytes.substr(bytes.find("END_HEADER"));
    };
    const auto result = sample.convert("-", "--format nersc --rows 2");
    REQUIRE(result.code == 0);
    const bool same = data(result.out) == data(read_file(sample / "in"));
    CHECK(same);  // not the bytes themselves: doctest would print them
    CHECK(contains(result.log, "nersc"));
    CHECK(sample.names() == std::vector<std::string>{"in"});
}
