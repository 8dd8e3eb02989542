#include "io/lime/scidac_records.hpp"

#include <fmt/format.h>

namespace tasuki::io {

void write_lime_record(AtomicFile& file, MessageFlags flags,
                       std::string_view type, const std::string& text) {
    file.write(lime_header(flags, text.size(), type));
    file.write(text);
    write_lime_padding(file, text.size());
}

void write_lime_padding(AtomicFile& file, std::uint64_t bytes) {
    constexpr std::string_view kZeros{"\0\0\0\0\0\0\0", 7};
    file.write(kZeros.substr(0, lime_padding(bytes)));
}

void write_scidac_file(AtomicFile& file, const lattice::Extents& n,
                       const std::string& user_xml) {
    write_lime_record(
        file, MessageFlags::begin, "scidac-private-file-xml",
        fmt::format(
            "{}<scidacFile><version>1.1</version><spacetime>4</spacetime>"
            "<dims>{} {} {} {} </dims><volfmt>0</volfmt></scidacFile>",
            kXmlDeclaration, n[0], n[1], n[2], n[3]));
    write_lime_record(file, MessageFlags::end, "scidac-file-xml", user_xml);
}

std::string scidac_record_xml(const ScidacType& t) {
    const auto element = [](const char* name, int value) {
        return value > 0 ? fmt::format("<{0}>{1}</{0}>", name, value)
                         : std::string{};
    };
    return fmt::format(
        "{}<scidacRecord><version>1.1</version><recordtype>0</recordtype>"
        "<datatype>{}</datatype><precision>{}</precision>{}{}"
        "<typesize>{}</typesize><datacount>{}</datacount></scidacRecord>",
        kXmlDeclaration, t.name, t.precision_bits == 32 ? 'F' : 'D',
        element("colors", t.colours), element("spins", t.spins), t.bytes,
        t.count);
}

std::string scidac_checksum_xml(const ScidacChecksum& sum) {
    return fmt::format(
        "{}<scidacChecksum><version>1.0</version><suma>{:x}</suma>"
        "<sumb>{:x}</sumb></scidacChecksum>",
        kXmlDeclaration, sum.sum29(), sum.sum31());
}

}  // namespace tasuki::io
