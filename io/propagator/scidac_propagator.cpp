#include "io/propagator/scidac_propagator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "io/byte_order.hpp"
#include "io/lime/scidac_records.hpp"
#include "io/propagator/degrand_rossi.hpp"
#include "io/xml.hpp"

namespace tasuki::io {

namespace {

using lattice::Complex, lattice::SpinorField, lattice::SpinorSite;

const ScidacType kSpinor{.name = "USQCD_D3_DiracFermion",
                         .precision_bits = 64,
                         .colours = 3,
                         .spins = 4,
                         .bytes = sizeof(SpinorSite)};
const ScidacType kScalar{.name = "QLA_D_Complex",
                         .precision_bits = 64,
                         .colours = 0,
                         .spins = 0,
                         .bytes = sizeof(Complex)};

/// <NAME><version>1.0</version>...</NAME>
std::string user_xml(const char* name, const std::string& content) {
    return fmt::format("{0}<{1}><version>1.0</version>{2}</{1}>",
                       kXmlDeclaration, name, content);
}

std::string info_element(const std::string& text) {
    return fmt::format("<info>{}</info>", xml_escaped(text));
}

std::string file_info(const Propagator& p) {
    return info_element(fmt::format(
        "Tasuki; {}; kappa {}; csw {}; mu {}; {} in T; source {}; gauge {}; "
        "plaquette {:.12f}; solver {}; tolerance {}; DeGrand-Rossi basis",
        action_of(p), p.kappa, p.csw, p.mu, p.bc_t, p.source, p.gauge,
        p.plaquette, p.solver, p.tolerance));
}

/// Writes a field as a message of four records.
/// @param values(n)  those of site n, as many complex numbers as `type` has
template <class Values>
void write_field(AtomicFile& file, const ScidacType& type,
                 const std::string& xml, std::size_t sites,
                 const Values& values) {
    using enum MessageFlags;
    write_lime_record(file, begin, "scidac-private-record-xml",
                      scidac_record_xml(type));
    write_lime_record(file, none, "scidac-record-xml", xml);
    const std::uint64_t bytes = sites * type.bytes;
    file.write(lime_header(none, bytes, "scidac-binary-data"));
    ScidacChecksum sum{type.bytes};
    const std::size_t at_once = (std::size_t{1} << 20) / type.bytes;
    std::vector<std::byte> piece;
    for (std::size_t first = 0; first < sites; first += at_once) {
        const auto count = std::min(at_once, sites - first);
        piece.resize(count * type.bytes);
        auto* to = piece.data();
        for (std::size_t n = first; n < first + count; ++n)
            for (const Complex& value : values(n))
                for (const double real : {value.real(), value.imag()}) {
                    store_u64(to, std::bit_cast<std::uint64_t>(real),
                              ByteOrder::big);
                    to += sizeof real;
                }
        sum.add(piece, first);
        file.write(piece);
    }
    write_lime_padding(file, bytes);
    write_lime_record(file, end, "scidac-checksum", scidac_checksum_xml(sum));
}

/// The solution of a source whose spin is `spin` in the new basis.
SpinorSite rotated_site(const Propagator& p, int spin, int colour,
                        std::size_t n) {
    SpinorSite sum{};
    for (int r = 0; r < 4; ++r) {
        const double weight = kDegrandRossi[spin][r];
        if (weight == 0) continue;
        const SpinorSite& x =
            p.columns[static_cast<std::size_t>(3 * r + colour)].x.sites[n];
        for (std::size_t k = 0; k < x.size(); ++k) sum[k] += weight * x[k];
    }
    return to_degrand_rossi(sum);
}

/// <spin> and <color> of solution `k` of 12.
std::string component_elements(int k) {
    return fmt::format("<spin>{}</spin><color>{}</color>", k / 3, k % 3);
}

/// Writes 12 solutions, and source `k` before solution k or a scalar source
/// before all of them.
void write_twelve(AtomicFile& file, const Propagator& p,
                  const SpinorField& source, PropagatorRecords records) {
    const std::size_t sites = source.sites.size();
    const bool pairs = records == PropagatorRecords::pairs;
    double worst = 0;
    for (const auto& column : p.columns)
        worst = std::max(worst, column.true_residual);
    const auto about_source = info_element(p.source);
    if (!pairs)
        write_field(
            file, kScalar, user_xml("usqcdSourceInfo", about_source), sites,
            [&](std::size_t n) { return std::array{source.sites[n][0]}; });
    for (int k = 0; k < 12; ++k) {
        const auto component = component_elements(k);
        if (pairs)
            write_field(file, kSpinor,
                        user_xml("usqcdSourceInfo", component + about_source),
                        sites, [&](std::size_t n) {
                            SpinorSite b{};
                            b[static_cast<std::size_t>(k)] = source.sites[n][0];
                            return b;
                        });
        write_field(
            file, kSpinor,
            user_xml("usqcdPropInfo",
                     component + info_element(fmt::format(
                                     "|b - M x| / |b| <= {:.3e}", worst))),
            sites,
            [&](std::size_t n) { return rotated_site(p, k / 3, k % 3, n); });
    }
}

void write_pair(AtomicFile& file, const Propagator& p,
                const SpinorField& source) {
    const auto write = [&](const char* name, const std::string& info,
                           const SpinorField& field) {
        write_field(file, kSpinor, user_xml(name, info_element(info)),
                    field.sites.size(), [&](std::size_t n) {
                        return to_degrand_rossi(field.sites[n]);
                    });
    };
    write("usqcdSourceInfo", p.source, source);
    write("usqcdPropInfo",
          fmt::format("|b - M x| / |b| = {:.3e}",
                      p.columns.front().true_residual),
          p.columns.front().x);
}

}  // namespace

bool is_scidac_name(const std::string& path) {
    return path.ends_with(".lime") || path.ends_with(".scidac");
}

void write_scidac_propagator(const std::string& path, const Propagator& p,
                             const SpinorField& source,
                             PropagatorRecords records) {
    AtomicFile file{path};
    write_scidac_file(file, source.extents,
                      user_xml("usqcdPropFile",
                               fmt::format("<type>USQCD_DiracFermion_{}</type>",
                                           records == PropagatorRecords::pairs
                                               ? "Source_Sink_Pairs"
                                               : "ScalarSource_TwelveSink") +
                                   file_info(p)));
    if (p.columns.size() == 12)
        write_twelve(file, p, source, records);
    else
        write_pair(file, p, source);
    file.commit();
}

}  // namespace tasuki::io
