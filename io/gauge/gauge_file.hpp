// Gauge configurations on disk: one reader for all formats, a writer for each.
//
// A field that leaves read_gauge() has been checked: size, checksum, every
// link in SU(3), plaquette and link trace as the file states them.  The links
// are the pure gauge field: a fermion boundary condition is not in the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/lattice/observables.hpp"
#include "io/gauge/link_data.hpp"
#include "io/oddities.hpp"

namespace tasuki::io {

enum class Format { nersc, ildg, scidac, milc, openqcd };

/// "nersc", ...
std::string to_string(Format format);
/// "nersc, ildg, scidac, milc, openqcd": for help and checks of options.
const std::vector<std::string>& format_names();
/// The format to write: `wish`, or if that is empty what the ending of the path
/// says in upper or lower case: that name, .lime for ildg or .cnfg for openqcd.
/// @throws UsageError  neither says it
Format format_of(const std::string& path, const std::string& wish);

/// Where a configuration comes from; empty text is left out of the file.
struct EnsembleInfo {
    std::string id;
    std::string label;
    std::string creator;
    std::string lfn;  ///< ILDG logical file name, "lfn://..."
    std::int64_t sequence_number = 0;
};

/// A checksum that a file states, and that of its data.
struct NamedChecksum {
    std::string name;
    std::uint32_t stored = 0;
    std::uint32_t computed = 0;
};

struct GaugeFile {
    lattice::GaugeField field;  ///< the part of it that this rank keeps
    std::string format;         ///< one of format_names()
    LinkEncoding encoding{};
    /// Nothing if the file states none; never false after read_gauge(), which
    /// refuses a wrong one.
    std::optional<bool> checksum_ok{};
    std::vector<NamedChecksum> checksums{};
    std::optional<double> header_plaquette{};   ///< Re tr U_P / 3, as stated
    std::optional<double> header_link_trace{};  ///< Re tr U / 3, as stated
    EnsembleInfo ensemble{};
    lattice::Plaquette plaquette{};    ///< of the links that were read
    double link_trace = 0;             ///< of the links that were read
    lattice::Unitarity worst_link{};   ///< furthest from SU(3); site of all
    Oddities oddities{};               ///< of its form
    std::vector<std::string> notes{};  ///< what it says that is not used
};

/// Reads and checks a configuration; the content, not the name, decides which
/// format it is.
/// @throws InputError (one line: what, where, expected, found)
GaugeFile read_gauge(const Source& source, const Share& share = {});

/// Each rank its part, checked as a whole; every rank calls.  Oddities and
/// notes are warnings on the first rank, or the first oddity is thrown.
/// @throws InputError; UsageError  the ranks see different files
GaugeFile read_gauge(const std::string& path, OddForm odd = OddForm::warn,
                     const Share& share = {});

/// The extents that the header of a configuration states; its links are not
/// read. Every rank calls.
/// @throws InputError; UsageError  the ranks see different files
lattice::Extents read_extents(const std::string& path,
                              const runtime::Ranks& ranks);

struct WriteOptions {
    Format format = Format::nersc;
    /// Only NERSC files can have two rows.  NERSC and MILC files are big-endian
    /// or little-endian, openQCD's little-endian, all others big-endian.  MILC
    /// files are in single precision, openQCD's in double.
    LinkEncoding encoding;
    EnsembleInfo ensemble;
};

/// Three rows and, where the format has it, big-endian and a precision of
/// `bits`.
LinkEncoding usual_encoding(Format format, int bits);

/// @throws UsageError  an encoding that the format does not have
void check_encoding(Format format, const LinkEncoding& encoding);

/// Writes the whole file or nothing.  The same field and options give the same
/// bytes: no date, no host.
/// @return the checksums that were written into the file, none for openqcd
/// @throws UsageError for options that the format has not, or when the file
/// cannot be written; NumericsError when a link is not in SU(3)
std::vector<NamedChecksum> write_gauge(const std::string& path,
                                       const lattice::GaugeField& field,
                                       const WriteOptions& options);

}  // namespace tasuki::io
