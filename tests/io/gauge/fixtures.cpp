#include "tests/io/gauge/fixtures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <stdexcept>

#include "codelets/lattice/observables.hpp"
#include "io/input_error.hpp"
#include "tests/folder.hpp"

namespace tasuki::test {

using io::ByteOrder;

namespace {

std::uint32_t rotated(std::uint32_t word, std::size_t by) {
    return by == 0 ? word : (word << by) | (word >> (32 - by));
}

/// CRC-32 bit by bit (polynomial 0xedb88320).
std::uint32_t crc32_of(std::string_view bytes) {
    std::uint32_t crc = 0xffffffff;
    for (const unsigned char byte : bytes) {
        crc ^= byte;
        for (int k = 0; k < 8; ++k)
            crc = (crc >> 1) ^ ((crc & 1) ? 0xedb88320u : 0u);
    }
    return ~crc;
}

}  // namespace

lattice::GaugeField small_field() {
    return lattice::hot_start({{2, 2, 2, 4}}, 17);
}

io::GaugeFile read_bytes(const std::string& bytes) {
    const io::MemorySource source{"memory", std::as_bytes(std::span{bytes})};
    return io::read_gauge(source);
}

std::string written(const lattice::GaugeField& field,
                    const io::WriteOptions& options) {
    const Folder folder;
    io::write_gauge(folder / "file", field, options);
    return read_file(folder / "file");
}

std::string integer(std::uint64_t value, int bytes, io::ByteOrder order) {
    std::string text;
    for (int k = 0; k < bytes; ++k) {
        const int place = order == io::ByteOrder::big ? bytes - 1 - k : k;
        text += static_cast<char>(value >> (8 * place));
    }
    return text;
}

std::string link_bytes(const lattice::GaugeField& field, int bits, int rows,
                       io::ByteOrder order) {
    const auto number = [&](double value) {
        return bits == 32
                   ? integer(std::bit_cast<std::uint32_t>(
                                 static_cast<float>(value)),
                             4, order)
                   : integer(std::bit_cast<std::uint64_t>(value), 8, order);
    };
    std::string bytes;
    const auto& n = field.extents();
    for (int t = 0; t < n[3]; ++t)
        for (int z = 0; z < n[2]; ++z)
            for (int y = 0; y < n[1]; ++y)
                for (int x = 0; x < n[0]; ++x)
                    for (int mu = 0; mu < 4; ++mu)
                        for (int k = 0; k < 3 * rows; ++k) {
                            const auto site = n.index({x, y, z, t});
                            const auto entry = field.link(site, mu).e[k];
                            bytes += number(entry.real());
                            bytes += number(entry.imag());
                        }
    return bytes;
}

std::uint32_t word(const std::string& bytes, std::size_t k,
                   io::ByteOrder order) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        const auto byte = static_cast<unsigned char>(bytes.at(4 * k + i));
        value |= static_cast<std::uint32_t>(byte)
                 << 8 * (order == io::ByteOrder::big ? 3 - i : i);
    }
    return value;
}

NerscBytes::NerscBytes(const lattice::GaugeField& field, int bits, int rows,
                       io::ByteOrder order)
    : data{link_bytes(field, bits, rows, order)} {
    header["DATATYPE"] = rows == 2 ? "4D_SU3_GAUGE" : "4D_SU3_GAUGE_3x3";
    for (int mu = 0; mu < 4; ++mu)
        header[fmt::format("DIMENSION_{}", mu + 1)] =
            fmt::format("{}", field.extents()[mu]);
    header["LINK_TRACE"] = fmt::format("{:.10f}", lattice::link_trace(field));
    header["PLAQUETTE"] =
        fmt::format("{:.10f}", lattice::plaquette(field).average);
    header["FLOATING_POINT"] = fmt::format(
        "IEEE{}{}", bits, order == io::ByteOrder::big ? "BIG" : "LITTLE");
    update_checksum(order);
}

void NerscBytes::update_checksum(io::ByteOrder order) {
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < data.size() / 4; ++k)
        sum += word(data, k, order);
    header["CHECKSUM"] = fmt::format("{:x}", sum);
}

std::string NerscBytes::bytes() const {
    std::string text = "BEGIN_HEADER\n";
    for (const auto& [key, value] : header) text += key + " = " + value + '\n';
    return text + "END_HEADER\n" + data;
}

std::string milc_bytes(const lattice::GaugeField& field, io::ByteOrder order,
                       std::uint32_t site_order) {
    const auto data = link_bytes(field, 32, 3, order);
    std::uint32_t sum29 = 0, sum31 = 0;
    for (std::size_t k = 0; k < data.size() / 4; ++k) {
        sum29 ^= rotated(word(data, k, order), k % 29);
        sum31 ^= rotated(word(data, k, order), k % 31);
    }
    std::string bytes = integer(20103, 4, order);
    for (int mu = 0; mu < 4; ++mu)
        bytes += integer(field.extents()[mu], 4, order);
    std::string stamp = "Thu Jan  1 00:00:00 1970";
    stamp.resize(64);
    return bytes + stamp + integer(site_order, 4, order) +
           integer(sum29, 4, order) + integer(sum31, 4, order) + data;
}

std::string openqcd_bytes(const lattice::GaugeField& field, bool u1) {
    const auto little = io::ByteOrder::little;
    const auto real = [](double value) {
        return integer(std::bit_cast<std::uint64_t>(value), 8,
                       io::ByteOrder::little);
    };
    const auto& n = field.extents();
    const int axes[] = {3, 0, 1, 2};
    std::string bytes, angles = real(0.75);
    for (const int mu : axes) bytes += integer(n[mu], 4, little);
    bytes += real(3 * lattice::plaquette(field).average);
    for (std::size_t ix = 0; ix < n.volume(); ++ix) {
        // ix = x3 + N3 x2 + N2 N3 x1 + N1 N2 N3 x0, with x0 = t and x3 = z.
        const int x3 = static_cast<int>(ix) % n[2];
        const int x2 = static_cast<int>(ix) / n[2] % n[1];
        const int x1 = static_cast<int>(ix) / n[2] / n[1] % n[0];
        const int x0 = static_cast<int>(ix) / n[2] / n[1] / n[0];
        if ((x0 + x1 + x2 + x3) % 2 == 0) continue;
        for (int face = 0; face < 8; ++face) {
            lattice::Coordinates site{x1, x2, x3, x0};
            const int mu = axes[face / 2];
            if (face % 2 == 1) site[mu] = (site[mu] + n[mu] - 1) % n[mu];
            for (const auto& element : field.link(site, mu).e)
                bytes += real(element.real()) + real(element.imag());
            angles += real(0.5);
        }
    }
    return u1 ? bytes + angles : bytes;
}

std::string lime_record(const std::string& type, const std::string& data,
                        bool begin, bool end) {
    std::string header = integer(0x456789ab, 4, io::ByteOrder::big) +
                         integer(1, 2, io::ByteOrder::big) +
                         integer((begin ? 0x8000 : 0) | (end ? 0x4000 : 0), 2,
                                 io::ByteOrder::big) +
                         integer(data.size(), 8, io::ByteOrder::big) + type;
    header.resize(144);
    std::string record = header + data;
    record.resize((record.size() + 7) / 8 * 8);
    return record;
}

std::string scidac_checksum_xml(const std::string& data, int site_bytes) {
    std::uint32_t suma = 0, sumb = 0;
    for (std::size_t n = 0; n < data.size() / site_bytes; ++n) {
        const auto crc =
            crc32_of(std::string_view{data}.substr(n * site_bytes, site_bytes));
        suma ^= rotated(crc, n % 29);
        sumb ^= rotated(crc, n % 31);
    }
    return fmt::format(
        "<scidacChecksum><version>1.0</version><suma>{:x}</suma>"
        "<sumb>{:x}</sumb></scidacChecksum>",
        suma, sumb);
}

ScidacBytes::ScidacBytes(const lattice::GaugeField& field, int bits)
    : data{link_bytes(field, bits, 3, io::ByteOrder::big)} {
    const auto& n = field.extents();
    file_xml = fmt::format(
        "<scidacFile><version>1.1</version><spacetime>4</spacetime>"
        "<dims>{} {} {} {} </dims><volfmt>0</volfmt></scidacFile>",
        n[0], n[1], n[2], n[3]);
    record_xml = fmt::format(
        "<scidacRecord><version>1.0</version><globaldata>0</globaldata>"
        "<precision>{}</precision><colors>3</colors><typesize>{}</typesize>"
        "<datacount>4</datacount></scidacRecord>",
        bits == 32 ? "F" : "D", bits == 32 ? 72 : 144);
    checksum_xml = scidac_checksum_xml(data, 9 * bits);
}

std::string ScidacBytes::bytes() const {
    return lime_record("scidac-private-file-xml", file_xml, true, false) +
           lime_record("scidac-file-xml", "text", false, true) +
           lime_record("scidac-private-record-xml", record_xml, true, false) +
           lime_record("scidac-record-xml", info_xml, false, false) +
           lime_record("scidac-binary-data", data, false, false) +
           lime_record("scidac-checksum", checksum_xml, false, true);
}

bool says(const io::InputError& oddity,
          std::initializer_list<std::string_view> texts) {
    const std::string_view message = oddity.what();
    return std::ranges::all_of(texts, [&](std::string_view text) {
        return message.find(text) != std::string_view::npos;
    });
}

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
    const auto at = text.find(from);
    if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
        throw std::logic_error("not found exactly once: " + from);
    return text.replace(at, from.size(), to);
}

}  // namespace tasuki::test
