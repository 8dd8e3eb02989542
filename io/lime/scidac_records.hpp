// The records that QIO writes into every SciDAC file: XML about the file, and
// for each field XML about it, its data and their checksum.
// Source: USQCD QIO documentation (qio_2p3).
#pragma once

#include <string>
#include <string_view>

#include "codelets/lattice/extents.hpp"
#include "io/atomic_file.hpp"
#include "io/lime/lime.hpp"
#include "io/lime/scidac_checksum.hpp"

namespace tasuki::io {

inline constexpr std::string_view kXmlDeclaration =
    R"(<?xml version="1.0" encoding="UTF-8"?>)";

/// A record of text.
void write_lime_record(AtomicFile& file, MessageFlags flags,
                       std::string_view type, const std::string& text);
/// Zeros behind so many bytes of data.
void write_lime_padding(AtomicFile& file, std::uint64_t bytes);

/// Begins a file: what it is of, and the user's XML.
void write_scidac_file(AtomicFile& file, const lattice::Extents& extents,
                       const std::string& user_xml);

/// What one site of a field is.
struct ScidacType {
    std::string name;  ///< "QDP_D3_ColorMatrix"
    int precision_bits;
    int colours, spins;  ///< 0: not said
    std::size_t bytes;   ///< of one of them
    int count = 1;       ///< of them at a site
};
/// scidac-private-record-xml
std::string scidac_record_xml(const ScidacType& type);

std::string scidac_checksum_xml(const ScidacChecksum& sum);

}  // namespace tasuki::io
