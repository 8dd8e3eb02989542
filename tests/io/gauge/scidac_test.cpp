#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::Format;

namespace {

std::string ildg_bytes() {
    return written(
        small_field(),
        {.format = io::Format::ildg, .encoding = {}, .ensemble = {}});
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

TEST_CASE("a hand-made SciDAC file is read in both precisions") {
    for (const int bits : {32, 64}) {
        const auto file = read_bytes(ScidacBytes{small_field(), bits}.bytes());
        CHECK(file.format == "scidac");
        CHECK(file.encoding.precision_bits == bits);
        CHECK(file.checksum_ok == true);
        CHECK(std::abs(file.field.link(5, 2)(1, 2) -
                       small_field().link(5, 2)(1, 2)) <
              (bits == 32 ? 1e-7 : 1e-16));
    }
}

TEST_CASE("an ILDG file without SciDAC records is read, without a checksum") {
    const auto file = read_bytes(bare_ildg(format_xml(), data64()));
    CHECK(file.format == "ildg");
    CHECK(file.field.links() == small_field().links());
    CHECK_FALSE(file.checksum_ok.has_value());
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
    CHECK(read_bytes(file.bytes() + file.bytes()).checksum_ok == true);
}
