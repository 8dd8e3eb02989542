// Gravity models in ICGEM's format.
#include <doctest/doctest.h>

#include <span>
#include <string>

#include "io/sphere/spectrum_file.hpp"
#include "tests/close.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

io::Spectrum read_icgem(const std::string& text) {
    const io::MemorySource source{"model.gfc", std::as_bytes(std::span{text})};
    // Not what the file is in: it says itself.
    return io::read_spectrum(source, {io::Normalization::schmidt, true});
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
          "change with time are those of their epoch (gfct)");
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
