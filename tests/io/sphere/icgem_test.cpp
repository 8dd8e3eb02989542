// Gravity models in ICGEM's format.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <span>
#include <string>

#include "io/sphere/spectrum_file.hpp"
#include "tests/close.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

io::Spectrum read_icgem(const std::string& text, const char* epoch = "") {
    const io::MemorySource source{"model.gfc", std::as_bytes(std::span{text})};
    // Not what the file is in: it says itself.
    return io::read_spectrum(source, {io::Normalization::schmidt, true},
                             io::parse_epoch(epoch));
}

io::RealPair coefficient(const io::Spectrum& s, int l, int m) {
    return io::to_real(s.coefficients[sphere::triangle(s.degrees).index(m, l)],
                       l, m, {});
}

const std::string kHead =
    "A model of nothing. The norm of this text is free.\n"
    "max_degree of it: 9\n\n"
    "begin_of_head ==========================================\n"
    "product_type              gravity_field\n"
    "modelname                 NOTHING-1\n"
    "earth_gravity_constant    0.3986004415E+15\n"
    "radius                    0.6378136460E+07\n"
    "max_degree                2\n"
    "errors                    formal\n"
    "norm                      fully_normalized\n"
    "key    L    M    C    S    sigma C    sigma S\n"
    "end_of_head ============================================\n";
const std::string kTwo =
    "gfc    2    0   -0.484165371736E-03  0.000000000000E+00  1E-10 0.0\n"
    "gfc    2    1   -0.186987635955D-09  0.119528012031D-08  1D-10 1D-10\n"
    "gfc    2    2    0.243914352398E-05 -0.140016683654E-05  1E-10 1E-10\n";

std::string replaced(std::string text, const std::string& old,
                     const std::string& by) {
    return text.replace(text.find(old), old.size(), by);
}

}  // namespace

TEST_CASE("gravity models begin with degree 0 or 2") {
    const auto s = read_icgem(kHead + kTwo);
    CHECK(s.degrees == 2);
    CHECK(close(coefficient(s, 2, 0).c, -0.484165371736e-3, 1e-14));
    CHECK(close(coefficient(s, 2, 2).s, -0.140016683654e-5, 1e-14));
    CHECK(coefficient(s, 0, 0).c == 0);
    CHECK(s.note == "degrees 0 and 1 are not in the file: taken as 0");
    const auto whole = read_icgem(kHead + "gfc 0 0 1.0 0.0 0 0\n" + kTwo);
    CHECK(close(coefficient(whole, 0, 0).c, 1, 1e-15));
    CHECK(whole.note == "degree 1 is not in the file: taken as 0");
    // Whatever order its lines have.
    CHECK(read_icgem("end_of_head\r\ngfc 0 0 1 0\r\n").degrees == 0);
}

TEST_CASE("of what changes with time its epoch is taken") {
    const auto s = read_icgem(
        kHead + replaced(kTwo, "gfc ", "gfct") +
        "trnd   2    0    0.1E-10  0.0  0 0\ndot 2 0 1 0\n"
        "asin   2    0    0.2E-10  0.0  0 0 1.0\nacos 2 0 3 0 0 0 0.5\n");
    CHECK(close(coefficient(s, 2, 0).c, -0.484165371736e-3, 1e-14));
    CHECK(s.note ==
          "degrees 0 and 1 are not in the file: taken as 0; coefficients that "
          "change with time are those of their epoch (gfct): --epoch chooses "
          "another");
}

TEST_CASE("coefficients at a date") {
    const double pi = std::numbers::pi;
    const std::string first =
        "max_degree 1\nend_of_head\ngfc 0 0 1 0\n"
        "gfct 1 0 2.0 0.0 0 0 20050101\ntrnd 1 0 0.5 0 0 0\n"
        "acos 1 0 0.25 0 0 0 1.0\nasin 1 0 0.125 0 0 0 0.5\n"
        "gfct 1 1 3.0 4.0 20040101\ndot 1 1 1 -1\n";
    // An eighth of 2007, and whole years.
    const auto s = read_icgem(first, "2007-02-15.625");
    CHECK(close(coefficient(s, 1, 0).c,
                2 + 0.5 * 2.125 + 0.25 * std::cos(pi / 4) + 0.125, 1e-14));
    CHECK(close(coefficient(s, 1, 1).c, 3 + 3.125, 1e-14));
    CHECK(close(coefficient(s, 1, 1).s, 4 - 3.125, 1e-14));
    CHECK(s.note == "coefficients that change with time are those of --epoch");
    // Version 2.0: each row has its interval; of two that are valid, the last.
    const std::string second =
        "format icgem2.0\nend_of_head\n"
        "gfct 0 0 1.0 0 0 0 19500101.0000 20030101.0000\n"
        "trnd 0 0 0.5 0 0 0 19500101.0000 20030101.0000\n"
        "acos 0 0 9.0 0 0 0 19500101.0000 20030101.0000 1.0\n"
        "gfct 0 0 2.0 0 0 0 20030101.0000 20050101.0000\n"
        "trnd 0 0 0.25 0 0 0 20030101.0000 20050101.0000\n"
        "acos 0 0 0.5 0 0 0 20030101.0000 20050101.0000 1.0\n"
        "acos 0 0 8.0 0 0 0 20040101.0000 20050101.0000 1.0\n";
    CHECK(close(coefficient(read_icgem(second, "20030702.5"), 0, 0).c,
                2 + 0.125 - 0.5, 1e-14));
    CHECK(close(coefficient(read_icgem(second, "20040101"), 0, 0).c,
                2 + 0.25 + 8, 1e-14));
    CHECK(close(coefficient(read_icgem(second, "19510101"), 0, 0).c, 1.5 + 9,
                1e-14));
    CHECK_REFUSAL(read_icgem(second), "line 6", "second interval", "--epoch",
                  "line 3 already");
    CHECK_REFUSAL(read_icgem(second, "20050101"), "no gfct of l = 0, m = 0",
                  "line 9", "interval");
    CHECK_REFUSAL(read_icgem("format icgem2.0\nend_of_head\n"
                             "gfct 0 0 1 0 19500101\n",
                             "20000101"),
                  "line 3", "bad t0", "YYYYMMDD");
    CHECK_REFUSAL(
        read_icgem("end_of_head\ngfct 0 0 1 0 0 0 20051301\n", "20060101"),
        "bad t0", "'20051301'");
    CHECK_REFUSAL(read_icgem("end_of_head\ngfct 0 0 1 0 0 0 20050101\n"
                             "acos 0 0 1 0 0 0 0\n",
                             "20060101"),
                  "bad period", "'0'");
    const std::string table = "0 0 1 0\n";
    CHECK_REFUSAL(read_icgem(table, "20060101"), "--epoch", "model.gfc");
    for (const char* wrong : {"", "2006", "20060230", "200601010", "2006-01-1x",
                              "20060101.5.5", "-20060101", "20060101.1e9"})
        CHECK_FALSE(io::parse_epoch(wrong));
    CHECK(io::parse_epoch("20040101") == 2004);
    CHECK(close(*io::parse_epoch("2004-12-31.5"), 2005 - 0.5 / 366, 1e-15));
}

TEST_CASE("models that are wrong are refused with their line") {
    CHECK_REFUSAL(
        read_icgem(replaced(kHead, "fully_normalized", "unnormalized")),
        "model.gfc", "line 11", "norm fully_normalized", "'unnormalized'");
    CHECK_REFUSAL(
        read_icgem(replaced(kHead, "ee                2", "ee     two")),
        "line 9", "max_degree", "'two'");
    CHECK_REFUSAL(read_icgem(kHead), "no coefficients");
    CHECK_REFUSAL(read_icgem(kHead + "gfc 2 0 1\n"), "line 14", "cut",
                  "3 of these");
    CHECK_REFUSAL(read_icgem(kHead + "gfd 2 0 1 0\n"), "line 14", "unknown row",
                  "'gfd'");
    CHECK_REFUSAL(read_icgem(kHead + "gfc 2 0 x 0\n"), "line 14", "bad C",
                  "'x'");
    CHECK_REFUSAL(read_icgem(kHead + "gfc 2 3 1 0\n"), "line 14", "order m");
    CHECK_REFUSAL(read_icgem(kHead + kTwo + "gfc 2 1 1 0\n"), "line 17",
                  "second time", "line 15");
    CHECK_REFUSAL(read_icgem(kHead + kTwo.substr(0, kTwo.rfind("gfc"))),
                  "l = 2, m = 2", "line 16");
    // Cut between two degrees, or of more than it says.
    CHECK_REFUSAL(read_icgem(kHead + "gfc 1 0 0 0\ngfc 1 1 0 0\n"), "line 15",
                  "max_degree 2", "degree 1");
    CHECK_REFUSAL(read_icgem(kHead + kTwo + "gfc 3 0 1 0\n"), "max_degree 2",
                  "degree 3");
}
