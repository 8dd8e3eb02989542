#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "io/xml.hpp"
#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::Format;

namespace {

std::string ildg_bytes() {
    return written(small_field(), as(io::Format::ildg));
}

/// An ILDG file without any SciDAC record, each record a message of its own.
std::string bare_ildg(const std::string& format_xml, const std::string& data) {
    return lime_record("ildg-format", format_xml, true, true) +
           lime_record("ildg-binary-data", data, true, true) +
           lime_record("ildg-data-lfn", "lfn://a/b", true, true);
}

std::string format_xml(const std::string& precision = "64") {
    return "<?xml version=\"1.0\"?>\n<!-- <lx>9</lx> -->\n"
           "<ildg:ildgFormat xmlns:ildg=\"x\"><field> su3gauge </field>"
           "<precision>" +
           precision +
           "</precision>"
           "<lx>2</lx> <ly a='1'>2</ly>\n<ildg:lz>2</ildg:lz><lt>4</lt>"
           "</ildg:ildgFormat>";
}

std::string data64() {
    return link_bytes(small_field(), 64, 3, io::ByteOrder::big);
}

}  // namespace

TEST_CASE("checksums in capitals, with 0x and among blanks") {
    ScidacBytes file{small_field()};
    const auto value = [&](const std::string& name) {
        return *io::xml_text(file.checksum_xml, name);
    };
    const auto suma = value("suma"), sumb = value("sumb");
    auto capitals = suma;
    for (char& c : capitals) c = static_cast<char>(std::toupper(c));
    const auto right = file.checksum_xml;
    for (const auto& text : {capitals, "0x" + suma, "0X" + capitals,
                             "\n  " + suma + "\t ", "000" + suma}) {
        CAPTURE(text);
        file.checksum_xml =
            replaced(right, ">" + suma + "</suma", ">" + text + "</suma");
        CHECK(read_bytes(file.bytes()).checksum_ok == true);
    }
    for (const std::string text : {"0x", "x12", "-1", "123456789", "0x0x1"}) {
        CAPTURE(text);
        file.checksum_xml =
            replaced(right, ">" + suma + "</suma", ">" + text + "</suma");
        CHECK_REFUSAL(read_bytes(file.bytes()), "<suma>",
                      "up to 8 hexadecimal digits", "'" + text + "'");
    }
}

TEST_CASE("an ILDG file without SciDAC records is read, without a checksum") {
    const auto file = read_bytes(bare_ildg(format_xml(), data64()));
    CHECK(file.format == "ildg");
    CHECK(file.field.links() == small_field().links());
    CHECK_FALSE(file.checksum_ok.has_value());
    REQUIRE(file.oddities.size() == 1);
    CHECK(says(file.oddities[0], {"no checksum"}));
    CHECK(file.ensemble.lfn == "lfn://a/b");
}

TEST_CASE("a flipped bit in the data is a wrong SciDAC checksum") {
    const ScidacBytes file{small_field()};
    for (std::size_t at = 0; at < file.data.size(); at += 53) {
        auto changed = file;
        changed.data[at] = static_cast<char>(changed.data[at] ^ (1 << at % 8));
        CHECK_REFUSAL(read_bytes(changed.bytes()), "wrong SciDAC a checksum");
    }
    auto swapped = file;  // two sites exchanged
    std::swap_ranges(swapped.data.begin(), swapped.data.begin() + 288,
                     swapped.data.begin() + 288);
    CHECK_REFUSAL(read_bytes(swapped.bytes()), "checksum");
    auto second = file;
    const auto at = second.checksum_xml.find("<sumb>") + 6;
    second.checksum_xml[at] = second.checksum_xml[at] == '1' ? '2' : '1';
    CHECK_REFUSAL(read_bytes(second.bytes()), "wrong SciDAC b checksum");
}

TEST_CASE("a missing record or element is named") {
    CHECK_REFUSAL(
        read_bytes(lime_record("ildg-binary-data", data64(), true, true)),
        "'ildg-format' before 'ildg-binary-data'");
    CHECK_REFUSAL(
        read_bytes(lime_record("ildg-format", format_xml(), true, true)),
        "without a gauge field", "1 other records");
    for (const std::string element :
         {"field", "precision", "lx", "ly", "lz", "lt"}) {
        auto xml = format_xml();
        for (auto at = xml.find(element + ">"); at != std::string::npos;
             at = xml.find(element + ">"))
            xml.replace(at, element.size(), "other");
        if (element == "ly") xml = replaced(xml, "<ly ", "<other ");
        CHECK_REFUSAL(read_bytes(bare_ildg(xml, data64())),
                      "'ildg-format' without <" + element + ">");
    }
    auto file = ScidacBytes{small_field()};
    file.file_xml = replaced(file.file_xml, "<dims>", "<sizes>");
    CHECK_REFUSAL(read_bytes(file.bytes()), "scidac-private-file-xml",
                  "<dims>");
    file = ScidacBytes{small_field()};
    file.record_xml = replaced(replaced(file.record_xml, "<precision>", "<p>"),
                               "</precision>", "</p>");
    CHECK_REFUSAL(read_bytes(file.bytes()), "<precision>");
    file = ScidacBytes{small_field()};
    file.checksum_xml = "<scidacChecksum></scidacChecksum>";
    CHECK_REFUSAL(read_bytes(file.bytes()), "scidac-checksum", "<suma>");
}

TEST_CASE("a bad value is shown with its element") {
    const auto read = [](const std::string& from, const std::string& to) {
        return read_bytes(
            bare_ildg(replaced(format_xml(), from, to), data64()));
    };
    CHECK_REFUSAL(read("su3gauge", "su2gauge"), "<field>", "su2gauge");
    CHECK_REFUSAL(read("64", "16"), "<precision>", "16");
    CHECK_REFUSAL(read("64", "many"), "<precision>", "many");
    CHECK_REFUSAL(read("<lx>2", "<lx>0"), "<lx>", "'0'");
    CHECK_REFUSAL(read("<lx>2", "<lx>-2"), "<lx>", "'-2'");
    const auto read_scidac = [](const std::string& from,
                                const std::string& to) {
        auto file = ScidacBytes{small_field()};
        file.file_xml = replaced(file.file_xml, from, to);
        return read_bytes(file.bytes());
    };
    CHECK_REFUSAL(read_scidac("2 2 2 4", "2 2 4"), "<dims>", "2 2 4");
    CHECK_REFUSAL(read_scidac("2 2 2 4", "2 2 2 4 1"), "<dims>");
    CHECK_REFUSAL(read_scidac("2 2 2 4", "2 2 x 4"), "<dims>");
    CHECK_REFUSAL(read_scidac("<volfmt>0", "<volfmt>1"), "<volfmt>");
}

TEST_CASE("dimensions that do not match the data are refused") {
    const auto read = [](const std::string& from, const std::string& to) {
        return read_bytes(
            bare_ildg(replaced(format_xml(), from, to), data64()));
    };
    CHECK_REFUSAL(read("<lx>2", "<lx>3"), "do not match", "3x2x2x4", "27648",
                  "18432");
    CHECK_REFUSAL(read("64", "32"), "do not match", "32-bit");
    CHECK_REFUSAL(read("<lt>4", "<lt>2147483647"), "do not match");
    CHECK_REFUSAL(read("<lx>2</lx> <ly a='1'>2</ly>\n<ildg:lz>2</ildg:lz>"
                       "<lt>4",
                       "<lx>2000000000</lx><ly>2000000000</ly>"
                       "<lz>2000000000</lz><lt>2000000000"),
                  "do not match");
    CHECK_REFUSAL(
        read_bytes(replaced(ildg_bytes(), "<dims>2 2 2 4 ", "<dims>2 2 4 2 ")),
        "two sizes", "2x2x2x4", "2x2x4x2");
}

TEST_CASE("plaquette and link trace of usqcdInfo must be those of the links") {
    for (const std::string element : {"<plaq>", "<linktr>"}) {
        auto bytes = ildg_bytes();
        const auto at = bytes.find(element) + element.size();
        const auto digit = bytes.find('.', at) + 5;
        bytes[digit] =
            bytes[digit] == '9' ? '8' : static_cast<char>(bytes[digit] + 1);
        CHECK_REFUSAL(read_bytes(bytes), element, "disagree");
    }
}

TEST_CASE("the plaquette of xlf-info must be that of the links") {
    const double plaquette = lattice::plaquette(small_field()).average;
    const auto with_xlf = [](const std::string& text) {
        return read_bytes(lime_record("xlf-info", text, true, true) +
                          ScidacBytes{small_field(), 64}.bytes());
    };
    const auto file = with_xlf(
        fmt::format("plaquette = {:14.12f}\n trajectory nr = 8\n beta = 3.9, "
                    "kappa = 0.16\n",
                    plaquette));
    REQUIRE(file.header_plaquette);
    CHECK(std::abs(*file.header_plaquette - plaquette) < 1e-11);
    CHECK(file.oddities.empty());
    CHECK(with_xlf(fmt::format("plaquette = {:e}, nr = 8", plaquette))
              .header_plaquette);
    CHECK_FALSE(with_xlf("beta = 3.9\n").header_plaquette);
    CHECK_REFUSAL(with_xlf(fmt::format("plaquette = {:f}", plaquette + 1e-4)),
                  "disagree", "key plaquette of record 'xlf-info'");
    CHECK_REFUSAL(with_xlf("plaquette = \x1b[2J"), "not a number",
                  "'\\x1b[2J'");
}

TEST_CASE("what MILC's info states must be so for the links") {
    const auto p = lattice::plaquette(small_field());
    const double trace = lattice::link_trace(small_field());
    const auto with_info = [](double spatial, double temporal, double link) {
        auto file = ScidacBytes{small_field()};
        file.info_xml = fmt::format(
            "<info>gauge.beta11 = 6\ngauge.ssplaq = {:f}\n"
            "gauge.stplaq = {:f}\ngauge.nersc_linktr = {:f}\n</info>",
            3 * spatial, 3 * temporal, link);
        return read_bytes(file.bytes());
    };
    CHECK(with_info(p.spatial, p.temporal, trace).header_link_trace);
    CHECK_REFUSAL(with_info(p.spatial + 1e-4, p.temporal, trace),
                  "gauge.ssplaq of record 'scidac-record-xml'");
    CHECK_REFUSAL(with_info(p.spatial, p.temporal + 1e-4, trace),
                  "gauge.stplaq");
    CHECK_REFUSAL(with_info(p.spatial, p.temporal, trace + 1e-4),
                  "gauge.nersc_linktr");
}

TEST_CASE("messages as tmLQCD and its relatives write them are read") {
    const auto checksum = scidac_checksum_xml(data64(), 576);
    const auto write = [&](bool ends, const std::string& sum) {
        return lime_record("xlf-info", "", true, false) +
               lime_record("ildg-format", format_xml(), true, false) +
               lime_record("ildg-binary-data", data64(), true, false) +
               (sum.empty() ? ""
                            : lime_record("scidac-checksum", sum, true, ends));
    };
    for (const bool ends : {false, true}) {
        const auto file = read_bytes(write(ends, checksum));
        CHECK(file.checksum_ok == true);
        CHECK(file.field.links() == small_field().links());
        REQUIRE(file.oddities.size() == (ends ? 1 : 2));
        CHECK(says(file.oddities[0], {"out of order", "'ildg-format'"}));
        if (!ends) CHECK(says(file.oddities[1], {"does not end"}));
    }
    CHECK_REFUSAL(read_bytes(write(false, "")), "truncated LIME message",
                  "ildg-binary-data");
    CHECK_REFUSAL(read_bytes(write(false, "<suma>1</suma><sumb>2</sumb>")),
                  "wrong SciDAC a checksum");
}

TEST_CASE("records on the other side of the data belong to the only field") {
    const auto checksum = scidac_checksum_xml(data64(), 576);
    const auto read = [&](const std::string& sum) {
        return read_bytes(
            lime_record("scidac-checksum", sum, true, true) +
            lime_record("ildg-binary-data", data64(), true, true) +
            lime_record("ildg-format", format_xml(), true, true));
    };
    const auto file = read(checksum);
    CHECK(file.checksum_ok == true);
    REQUIRE(file.oddities.size() == 2);
    CHECK(says(file.oddities[0], {"'ildg-format' misplaced"}));
    CHECK(says(file.oddities[1], {"'scidac-checksum' misplaced"}));
    CHECK_REFUSAL(read("<suma>1</suma><sumb>2</sumb>"), "wrong SciDAC a");
}

TEST_CASE("a record may be repeated, but not with another content") {
    const ScidacBytes file{small_field()};
    const auto with = [&](const std::string& type, const std::string& text) {
        return read_bytes(file.bytes() + lime_record(type, text, true, true));
    };
    for (const auto& [type, text] :
         {std::pair{"scidac-checksum", file.checksum_xml},
          {"scidac-private-file-xml", file.file_xml}}) {
        const auto read = with(type, text);
        REQUIRE(read.oddities.size() == 1);
        CHECK(says(read.oddities[0], {type, "repeated", "the same again"}));
        CHECK_REFUSAL(with(type, text + " "), type, "repeated",
                      "another content");
    }
}

TEST_CASE("other fields in the file do not disturb") {
    auto file = ScidacBytes{small_field()};
    const auto spinor_xml =
        replaced(file.record_xml, "<datacount>4", "<datacount>1");
    const auto other =
        lime_record("scidac-private-record-xml", spinor_xml, true, false) +
        lime_record("scidac-binary-data", std::string(80, 's'), false, false) +
        lime_record("scidac-checksum", "<suma>1</suma><sumb>2</sumb>", false,
                    true);
    const auto read = read_bytes(file.bytes() + other);
    CHECK(read.checksum_ok == true);
    CHECK(read.oddities.empty());
    const auto twice = read_bytes(file.bytes() + file.bytes());
    CHECK(twice.checksum_ok == true);
    REQUIRE(twice.oddities.size() == 1);
    CHECK(says(twice.oddities[0], {"more than one gauge field", "found 2"}));
}
