// The propagator as a SciDAC file: its records, and what is in them.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <filesystem>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/wilson/reference.hpp"
#include "io/byte_order.hpp"
#include "io/lime/lime.hpp"
#include "io/lime/scidac_checksum.hpp"
#include "io/propagator/degrand_rossi.hpp"
#include "io/source.hpp"
#include "io/xml.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

namespace {

using namespace tasuki;
using lattice::Complex, lattice::SpinorField;
using test::contains, test::run_cli;

constexpr lattice::Extents kExtents{{4, 6, 2, 8}};
constexpr const char* kRun =
    "solve --gauge hot:3 --lattice 4x6x2x8 --kappa 0.1 --placement cpu ";

/// A message about a field, with checksums that are right.
struct Message {
    std::string about, user;
    std::vector<Complex> values;
};

/// The fields of a file, after its first two records.
std::vector<Message> fields_of(const io::Source& source) {
    const auto lime = io::scan_lime(source);
    CHECK(lime.oddities.empty());
    CHECK(lime.last_message_ends);
    const auto text = [&](std::size_t k) {
        const auto& record = lime.records[k];
        return source.text(record.offset, record.bytes);
    };
    std::vector<Message> fields;
    for (std::size_t k = 2; k + 3 < lime.records.size(); k += 4) {
        CHECK(lime.records[k].type == "scidac-private-record-xml");
        CHECK(lime.records[k + 1].type == "scidac-record-xml");
        REQUIRE(lime.records[k + 2].type == "scidac-binary-data");
        CHECK(lime.records[k + 3].type == "scidac-checksum");
        Message m{text(k), text(k + 1), {}};
        const auto data = text(k + 2);
        const auto bytes = std::as_bytes(std::span{data});
        io::ScidacChecksum sum{bytes.size() / kExtents.volume()};
        sum.add(bytes, 0);
        const auto stated = [&](const char* name) {
            return std::stoul(*io::xml_text(text(k + 3), name), nullptr, 16);
        };
        CHECK(stated("suma") == sum.sum29());
        CHECK(stated("sumb") == sum.sum31());
        const auto real = [&](std::size_t n) {
            return std::bit_cast<double>(
                io::load_u64(bytes.data() + 8 * n, io::ByteOrder::big));
        };
        for (std::size_t n = 0; n < bytes.size() / 8; n += 2)
            m.values.emplace_back(real(n), real(n + 1));
        fields.push_back(std::move(m));
    }
    return fields;
}

/// R^T of what a field has: in our basis again.
SpinorField in_our_basis(const Message& m) {
    SpinorField field{kExtents};
    REQUIRE(m.values.size() == 12 * field.sites.size());
    for (std::size_t n = 0; n < field.sites.size(); ++n)
        for (int s = 0; s < 4; ++s)
            for (int r = 0; r < 4; ++r)
                for (int c = 0; c < 3; ++c)
                    field.sites[n][3 * r + c] +=
                        io::kDegrandRossi[s][r] * m.values[12 * n + 3 * s + c];
    return field;
}

double residual(const SpinorField& x, const SpinorField& b) {
    const auto u = lattice::hot_start(kExtents, 3);
    auto rest = wilson::reference::wilson(u, x, {0.1, -1});
    for (std::size_t n = 0; n < rest.sites.size(); ++n)
        for (int k = 0; k < 12; ++k) rest.sites[n][k] -= b.sites[n][k];
    return std::sqrt(lattice::norm2(rest) / lattice::norm2(b));
}

}  // namespace

TEST_CASE("the matrix of the basis leads to that of DeGrand and Rossi") {
    using Matrix = std::array<std::array<Complex, 4>, 4>;
    constexpr Complex i{0, 1};
    const Matrix expected[] = {
        {{{0, 0, 0, i}, {0, 0, i, 0}, {0, -i, 0, 0}, {-i, 0, 0, 0}}},
        {{{0, 0, 0, -1}, {0, 0, 1, 0}, {0, 1, 0, 0}, {-1, 0, 0, 0}}},
        {{{0, 0, i, 0}, {0, 0, 0, -i}, {-i, 0, 0, 0}, {0, i, 0, 0}}},
        {{{0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}}}};
    for (int mu = 0; mu < 4; ++mu) {
        const auto ours = wilson::reference::gamma(mu);
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b) {
                Complex found = 0;
                for (int s = 0; s < 4; ++s)
                    for (int r = 0; r < 4; ++r)
                        found += io::kDegrandRossi[a][s] * ours[s][r] *
                                 io::kDegrandRossi[b][r];
                CHECK(std::abs(found - expected[mu][a][b]) < 1e-15);
            }
    }
}

TEST_CASE("a SciDAC file has the source and the 12 solutions") {
    const test::Folder folder;
    const auto path = folder / "s.lime";
    REQUIRE(run_cli(std::string{kRun} + "--source point:1,2,1,5 --out " + path)
                .code == 0);
    const auto source = io::open_source(path);
    const auto lime = io::scan_lime(*source);
    REQUIRE(lime.records.size() == 2 + 13 * 4);
    CHECK(lime.records[1].type == "scidac-file-xml");
    const auto about =
        source->text(lime.records[1].offset, lime.records[1].bytes);
    CHECK(io::xml_text(about, "type") ==
          "USQCD_DiracFermion_ScalarSource_TwelveSink");
    CHECK(contains(*io::xml_text(about, "info"), "kappa 0.1;"));
    const auto fields = fields_of(*source);
    REQUIRE(fields.size() == 13);
    CHECK(io::xml_text(fields[0].about, "datatype") == "QLA_D_Complex");
    CHECK(io::xml_text(fields[0].user, "info") == "point:1,2,1,5");
    REQUIRE(fields[0].values.size() == kExtents.volume());
    const auto site = kExtents.index({1, 2, 1, 5});
    for (std::size_t n = 0; n < fields[0].values.size(); ++n)
        CHECK(fields[0].values[n] == Complex(n == site ? 1 : 0));
    for (int k = 0; k < 12; ++k) {
        const auto& m = fields[1 + k];
        CHECK(io::xml_text(m.about, "datatype") == "USQCD_D3_DiracFermion");
        CHECK(io::xml_text(m.about, "typesize") == "192");
        CHECK(io::xml_text(m.user, "spin") == std::to_string(k / 3));
        CHECK(io::xml_text(m.user, "color") == std::to_string(k % 3));
        SpinorField b{kExtents};
        for (int r = 0; r < 4; ++r)
            b.sites[site][3 * r + k % 3] = io::kDegrandRossi[k / 3][r];
        CHECK(residual(in_our_basis(m), b) < 1e-9);
    }
}

TEST_CASE("a SciDAC file of a random source has both as spinors") {
    const test::Folder folder;
    const auto path = folder / "s.scidac";
    const auto words =
        std::string{kRun} + "--source random:7 --precision mixed --out " + path;
    REQUIRE(run_cli(words).code == 0);
    const auto fields = fields_of(*io::open_source(path));
    REQUIRE(fields.size() == 2);
    const auto b = in_our_basis(fields[0]);
    const auto expected = lattice::random_source(kExtents, 7);
    auto difference = b;
    for (std::size_t n = 0; n < b.sites.size(); ++n)
        for (int k = 0; k < 12; ++k)
            difference.sites[n][k] -= expected.sites[n][k];
    CHECK(lattice::norm2(difference) < 1e-28 * lattice::norm2(expected));
    CHECK(residual(in_our_basis(fields[1]), b) < 1e-10);
    // Not replaced, and not begun by what fails.
    CHECK(test::refused(run_cli(words)));
    const auto failed = run_cli(
        std::string{kRun} + "--max-iterations 3 --out " + (folder / "no.lime"));
    CHECK(failed.code == 4);
    CHECK_FALSE(std::filesystem::exists(folder / "no.lime"));
}
