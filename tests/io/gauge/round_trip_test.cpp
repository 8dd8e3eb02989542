#include <doctest/doctest.h>

#include <cmath>

#include "tests/close.hpp"
#include "tests/folder.hpp"
#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;
using io::Format;
using io::WriteOptions;

namespace {

/// Largest difference of two fields of the same extents, over all entries.
double difference(const lattice::GaugeField& a, const lattice::GaugeField& b) {
    double worst = 0;
    for (std::size_t k = 0; k < a.links().size(); ++k)
        for (int e = 0; e < 9; ++e)
            worst = std::max(worst,
                             std::abs(a.links()[k].e[e] - b.links()[k].e[e]));
    return worst;
}

std::vector<io::WriteOptions> every_variant() {
    std::vector<io::WriteOptions> variants;
    for (const int bits : {32, 64}) {
        for (const int rows : {2, 3})
            for (const auto order : {io::ByteOrder::big, io::ByteOrder::little})
                variants.push_back(as(io::Format::nersc, {bits, order, rows}));
        for (const auto format : {io::Format::ildg, io::Format::scidac})
            variants.push_back(as(format, {bits, io::ByteOrder::big, 3}));
    }
    for (const auto order : {io::ByteOrder::big, io::ByteOrder::little})
        variants.push_back(as(io::Format::milc, {32, order, 3}));
    return variants;
}

}  // namespace

TEST_CASE("every variant of every writer gives its field back") {
    // Extents all different, so that two swapped axes cannot hide. 1 MiB holds
    // 1820 sites of double links: here are 4320, so that pieces, threads and
    // checksums have to be put together.
    const auto field = lattice::hot_start({{6, 8, 9, 10}}, 5);
    const auto plaquette = lattice::plaquette(field);
    for (const auto& options : every_variant()) {
        const auto& encoding = options.encoding;
        CAPTURE(encoding.precision_bits);
        CAPTURE(encoding.rows);
        CAPTURE(io::to_string(encoding.order));
        const auto file = read_bytes(written(field, options));
        REQUIRE(file.field.extents() == field.extents());
        // Rounding to 24 bits is at most 2^-25 of a number below 1; the third
        // row adds two products of such.
        const double tolerance = encoding.precision_bits == 32 ? 3e-7
                                 : encoding.rows == 2          ? 3e-15
                                                               : 0.0;
        CHECK(difference(file.field, field) <= tolerance);
        CHECK(file.format == io::to_string(options.format));
        CHECK(file.oddities.empty());
        CHECK(file.encoding.precision_bits == encoding.precision_bits);
        CHECK(file.encoding.rows == encoding.rows);
        CHECK(file.encoding.order == encoding.order);
        CHECK(file.checksum_ok == true);
        CHECK(close(file.plaquette.spatial, plaquette.spatial, 1e-6));
        CHECK(close(file.plaquette.temporal, plaquette.temporal, 1e-6));
        if (options.format == io::Format::milc) continue;  // states neither
        REQUIRE(file.header_plaquette);
        CHECK(std::abs(*file.header_plaquette - plaquette.average) < 1e-12);
        REQUIRE(file.header_link_trace);
        CHECK(std::abs(*file.header_link_trace - lattice::link_trace(field)) <
              1e-12);
    }
}

TEST_CASE("hand-made files give the links that were put in") {
    const auto field = small_field();
    const auto check = [&](const std::string& bytes, const std::string& format,
                           const io::LinkEncoding& encoding) {
        CAPTURE(format);
        const auto file = read_bytes(bytes);
        CHECK(file.format == format);
        CHECK(file.encoding.precision_bits == encoding.precision_bits);
        CHECK(file.encoding.rows == encoding.rows);
        CHECK(file.encoding.order == encoding.order);
        CHECK(file.checksum_ok == true);
        REQUIRE(file.field.extents() == field.extents());
        CHECK(difference(file.field, field) <=
              (encoding.precision_bits == 32 ? 1e-7 : 3e-15));
    };
    for (const auto order : {io::ByteOrder::big, io::ByteOrder::little}) {
        for (const int rows : {2, 3})
            check(NerscBytes{field, 64, rows, order}.bytes(), "nersc",
                  {64, order, rows});
        check(milc_bytes(field, order), "milc", {32, order, 3});
    }
    for (const int bits : {32, 64})
        check(ScidacBytes{field, bits}.bytes(), "scidac",
              {bits, io::ByteOrder::big, 3});
}

TEST_CASE("a file that is read and written again is the same file") {
    for (const auto& options : every_variant()) {
        CAPTURE(io::to_string(options.format));
        CAPTURE(options.encoding.precision_bits);
        // Of the field as rounded: the stated plaquette is that of doubles.
        const auto field = read_bytes(written(small_field(), options)).field;
        const auto once = written(field, options);
        const auto file = read_bytes(once);
        const auto& encoding = options.encoding;
        CHECK(once.find(link_bytes(field, encoding.precision_bits,
                                   encoding.rows, encoding.order)) !=
              std::string::npos);
        const bool same_links = file.field.links() == field.links();
        const bool same = once == written(file.field, options);
        CHECK(same_links);
        CHECK(same);  // not the bytes themselves: doctest would print them
    }
}

TEST_CASE("checksums of an independent encoder are in the files") {
    const auto field = small_field();
    for (const auto order : {io::ByteOrder::big, io::ByteOrder::little}) {
        auto expected = milc_bytes(field, order);
        const auto bytes = written(field, as(io::Format::milc, {32, order, 3}));
        expected.replace(20, 64, bytes.substr(20, 64));  // the time stamp
        const bool same = bytes == expected;
        CHECK(same);
    }
    for (const int bits : {32, 64}) {
        const auto xml = ScidacBytes{field, bits}.checksum_xml;
        for (const auto format : {io::Format::ildg, io::Format::scidac})
            CHECK(written(field, as(format, {bits, io::ByteOrder::big, 3}))
                      .find(xml.substr(xml.find("<suma>"))) !=
                  std::string::npos);
    }
}

TEST_CASE("formats have names, and no others") {
    for (const auto& name : io::format_names())
        CHECK(io::to_string(io::format_of("x", name)) == name);
    CHECK(io::format_of("x.ILDG", "milc") == io::Format::milc);
    CHECK(io::format_of("x.ILDG", "") == io::Format::ildg);
    CHECK(io::format_of("a.b/x.lime", "") == io::Format::ildg);
    CHECK(io::format_of("milc.nersc", "") == io::Format::nersc);
    CHECK_REFUSAL(io::format_of("nersc", ""), "expected --format nersc|ildg");
    CHECK_REFUSAL(io::format_of("x.nersc/y", ""), "a name that ends so");
    CHECK_REFUSAL(io::format_of("x.nersc", "hdf5"), "--format nersc|ildg");
}

TEST_CASE("the origin of a configuration goes through both formats") {
    io::WriteOptions options{.format = io::Format::nersc,
                             .encoding = {},
                             .ensemble = {.id = "b6.0",
                                          .label = "two\nlines",
                                          .creator = "a & b <c>",
                                          .lfn = "lfn://x/y",
                                          .sequence_number = 42}};
    const auto nersc = read_bytes(written(small_field(), options)).ensemble;
    CHECK(nersc.id == "b6.0");
    CHECK(nersc.label == "two lines");
    CHECK(nersc.creator == "a & b <c>");
    CHECK(nersc.sequence_number == 42);
    options.format = io::Format::ildg;
    const auto bytes = written(small_field(), options);
    CHECK(read_bytes(bytes).ensemble.lfn == "lfn://x/y");
    CHECK(bytes.find("a &amp; b &lt;c&gt;") != std::string::npos);
}

TEST_CASE("what a format cannot hold is refused, not ignored") {
    const Folder folder;
    const auto write = [&](io::Format format, io::LinkEncoding encoding) {
        io::write_gauge(folder / "out", small_field(), as(format, encoding));
    };
    CHECK_REFUSAL(write(io::Format::ildg, {64, io::ByteOrder::big, 2}),
                  "three rows");
    CHECK_REFUSAL(write(io::Format::ildg, {64, io::ByteOrder::little, 3}),
                  "big-endian");
    CHECK_REFUSAL(write(io::Format::scidac, {64, io::ByteOrder::big, 2}),
                  "scidac", "three rows");
    CHECK_REFUSAL(write(io::Format::scidac, {64, io::ByteOrder::little, 3}),
                  "big-endian");
    CHECK_REFUSAL(write(io::Format::milc, {64, io::ByteOrder::big, 3}),
                  "milc files have 32 bits", "64");
    CHECK_REFUSAL(write(io::Format::milc, {32, io::ByteOrder::big, 2}),
                  "three rows");
    CHECK_REFUSAL(write(io::Format::nersc, {16, io::ByteOrder::big, 3}), "16");
    CHECK_REFUSAL(write(io::Format::nersc, {64, io::ByteOrder::big, 1}),
                  "rows");
    CHECK(folder.names().empty());
}

TEST_CASE("odd files are refused where that is asked for") {
    const Folder folder;
    NerscBytes file{small_field()};
    write_file(folder / "plain", file.bytes());
    file.header.erase("CHECKSUM");
    write_file(folder / "odd", file.bytes());
    using enum io::OddForm;
    CHECK_NOTHROW(io::read_gauge(folder / "plain", refuse));
    CHECK(io::read_gauge(folder / "odd", warn).oddities.size() == 1);
    CHECK_REFUSAL(io::read_gauge(folder / "odd", refuse), "odd: no checksum");
}

TEST_CASE("a field that no reader would accept is not written") {
    const Folder folder;
    auto field = small_field();
    field.link(3, 1)(1, 1) += 0.001;
    CHECK_THROWS_AS(io::write_gauge(folder / "out", field, {}),
                    runtime::NumericsError);
    CHECK(folder.names().empty());
}
