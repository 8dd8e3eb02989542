// Configuration files built byte by byte, on another way than the writers.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "io/gauge/gauge_file.hpp"
#include "io/input_error.hpp"

namespace tasuki::test {

/// Haar-random links on 2x2x2x4: small, and T differs from the rest.
lattice::GaugeField small_field();

/// Reads from memory under the name "memory".
io::GaugeFile read_bytes(const std::string& bytes);

/// What write_gauge() writes.
std::string written(const lattice::GaugeField& field,
                    const io::WriteOptions& options);

/// Of no ensemble.
inline io::WriteOptions as(io::Format format,
                           const io::LinkEncoding& encoding = {}) {
    return {.format = format, .encoding = encoding, .ensemble = {}};
}

/// Number `value` of `bytes` bytes.
std::string integer(std::uint64_t value, int bytes, io::ByteOrder order);

/// The links as the formats store them.
std::string link_bytes(const lattice::GaugeField& field, int bits, int rows,
                       io::ByteOrder order);

/// 32-bit word number `k`.
std::uint32_t word(const std::string& bytes, std::size_t k,
                   io::ByteOrder order);

/// A NERSC file in memory, whose header can be edited before it is put
/// together.
struct NerscBytes {
    std::map<std::string, std::string> header;
    std::string data;

    explicit NerscBytes(const lattice::GaugeField& field, int bits = 64,
                        int rows = 3, io::ByteOrder order = io::ByteOrder::big);
    /// Sets CHECKSUM to that of the data.
    void update_checksum(io::ByteOrder order = io::ByteOrder::big);
    std::string bytes() const;
};

/// A MILC v5 file; site order 0 is x fastest.
std::string milc_bytes(const lattice::GaugeField& field, io::ByteOrder order,
                       std::uint32_t site_order = 0);

/// An openQCD file, with a field of U(1) behind it as openQxD has it.
std::string openqcd_bytes(const lattice::GaugeField& field, bool u1 = false);

/// One LIME record with header and padding.
std::string lime_record(const std::string& type, const std::string& data,
                        bool begin, bool end);

/// suma and sumb as they stand in <scidacChecksum>.
std::string scidac_checksum_xml(const std::string& data, int site_bytes);

/// A SciDAC file without ILDG records; every part can be edited.
struct ScidacBytes {
    std::string file_xml;
    std::string record_xml;
    std::string info_xml = "<info>text</info>";
    std::string checksum_xml;
    std::string data;

    explicit ScidacBytes(const lattice::GaugeField& field, int bits = 32);
    std::string bytes() const;
};

/// Whether the message of an oddity holds every one of the texts.
bool says(const io::InputError& oddity,
          std::initializer_list<std::string_view> texts);

/// `text` with the only occurrence of `from` replaced.
std::string replaced(std::string text, const std::string& from,
                     const std::string& to);

}  // namespace tasuki::test
