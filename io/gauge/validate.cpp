#include "io/gauge/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "io/input_error.hpp"
#include "io/number.hpp"
#include "io/same_file.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

using lattice::Matrix3;

/// unitarity_defect() squared; not finite if any entry is not: the determinant
/// is not then, and std::max keeps a NaN that stands first.
double defect2(const Matrix3& u) {
    double worst = std::norm(determinant(u) - 1.0);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j) {
            double re = i == j ? -1 : 0, im = 0;
            for (int c = 0; c < 3; ++c) {
                const auto p = u(i, c), q = u(j, c);
                re += p.real() * q.real() + p.imag() * q.imag();
                im += p.imag() * q.real() - p.real() * q.imag();
            }
            worst = std::max(worst, re * re + im * im);
        }
    return worst;
}

void check_checksums(const Source& source, GaugeFile& file,
                     const Share& share) {
    if (file.checksums.empty()) {
        // These have none: their plaquette is checked in all digits.
        if (file.format == "openqcd") return;
        file.oddities.emplace_back(
            source.name(),
            "no checksum, so that a change of the data may go unnoticed", "",
            "a checksum", "none");
        return;
    }
    for (const NamedChecksum& sum : file.checksums)
        if (sum.stored != sum.computed) {
            check_same_content(source, share);
            throw InputError(source.name(),
                             fmt::format("wrong {} checksum", sum.name), "",
                             fmt::format("{:08x}", sum.stored),
                             fmt::format("{:08x}", sum.computed));
        }
    file.checksum_ok = true;
}

/// The worst link of a rank.
struct WorstLink {
    lattice::Unitarity link;  // site: in the lattice
    bool finite;

    bool is_worse_than(const WorstLink& other) const {
        return !(link.defect <= other.link.defect) &&
               !std::isnan(other.link.defect);
    }
};

WorstLink find_worst(const lattice::GaugeField& field) {
    auto worst = find_worst_link(field);
    const auto& entries = field.link(worst.site, worst.mu).e;
    const bool finite = std::ranges::all_of(entries, [](const auto& e) {
        return std::isfinite(e.real()) && std::isfinite(e.imag());
    });
    worst.site = field.extents().index(field.region().site(worst.site));
    return {worst, finite};
}

void check_links(const std::string& name, GaugeFile& file, const Share& share) {
    const auto all = share.gather(find_worst(file.field));
    WorstLink found = all.front();
    for (const WorstLink& other : all)
        if (other.is_worse_than(found)) found = other;
    const auto& worst = found.link;
    file.worst_link = worst;
    const auto where =
        describe_link(file.field.extents(), worst.site, worst.mu);
    if (worst.defect <= kUnitarityTolerance) {
        if (file.encoding.precision_bits == 64 && worst.defect > 1e-10)
            file.oddities.emplace_back(
                name, "double-precision file of single-precision links", where,
                "links unitary to 1e-10", fmt::format("{:.2g}", worst.defect));
        return;
    }
    if (!found.finite)
        throw InputError(name, "link not finite", where, "finite numbers",
                         "NaN or infinity");
    throw InputError(name, "link not in SU(3)", where,
                     fmt::format("|U U^dagger - 1| and |det U - 1| <= {:g}",
                                 kUnitarityTolerance),
                     fmt::format("{:.3g}", worst.defect));
}

double measured(const GaugeFile& file, Quantity quantity) {
    switch (quantity) {
        case Quantity::plaquette:
            return file.plaquette.average;
        case Quantity::plaquette_spatial:
            return file.plaquette.spatial;
        case Quantity::plaquette_temporal:
            return file.plaquette.temporal;
        case Quantity::link_trace:
            return file.link_trace;
    }
    return NAN;
}

/// One unit in the last digit of "0.503866" or "1.234e-3", but 1e-6 where
/// fewer digits are written: C's default formats print at least six and some
/// programs then strip zeros.
double last_digit(std::string_view text) {
    const auto e = text.find_first_of("eE");
    const auto mantissa = text.substr(0, e);
    const auto point = mantissa.find('.');
    int digits = point == std::string_view::npos
                     ? 0
                     : static_cast<int>(mantissa.size() - point - 1);
    if (e != std::string_view::npos) {
        int exponent = 0;
        auto tail = text.substr(e + 1);
        if (tail.starts_with('+')) tail.remove_prefix(1);
        std::from_chars(tail.data(), tail.data() + tail.size(), exponent);
        digits -= exponent;
    }
    return std::min(std::pow(10.0, -digits), 1e-6);
}

/// A stated value is right to the digits that are written, to the precision in
/// which its program summed, and to that of the links, which may be less than
/// that of the file: double files are made from single ones.
double tolerance_of(const GaugeFile& file, const Claim& claim) {
    const double summed = file.encoding.precision_bits == 32 ? 1e-6 : 1e-8;
    return last_digit(claim.text) * claim.factor + summed +
           file.worst_link.defect;
}

void check_claim(const std::string& name, GaugeFile& file, const Claim& claim) {
    const auto number = parse_number<double>(claim.text);
    if (!number || !std::isfinite(*number))
        throw InputError(name, "not a number", claim.key, "a number",
                         quoted_word(claim.text));
    const double stated = *number * claim.factor;
    const double found = measured(file, claim.quantity);
    const double tolerance = tolerance_of(file, claim);
    if (!(std::abs(stated - found) <= tolerance))
        throw InputError(name, "the links disagree with what the file states",
                         claim.key,
                         fmt::format("{} within {:.1g}", claim.text, tolerance),
                         fmt::format("{:.12g}", found / claim.factor));
    if (claim.quantity == Quantity::plaquette) file.header_plaquette = stated;
    if (claim.quantity == Quantity::link_trace) file.header_link_trace = stated;
}

}  // namespace

lattice::Unitarity find_worst_link(const lattice::GaugeField& field) {
    const auto parts =
        map_slices(field.links().size(), 1 << 14,
                   [&](std::size_t first, std::size_t last) {
                       lattice::Unitarity worst{-1, 0, 0};
                       for (std::size_t k = first; k < last; ++k) {
                           const double defect = defect2(field.links()[k]);
                           if (defect <= worst.defect) continue;
                           worst = {defect, k / lattice::kDimensions,
                                    static_cast<int>(k % lattice::kDimensions)};
                           if (!std::isfinite(defect)) break;
                       }
                       return worst;
                   });
    auto worst = parts.front();
    for (const auto& part : parts)
        if (std::isfinite(worst.defect) && !(part.defect <= worst.defect))
            worst = part;
    worst.defect = std::sqrt(std::max(worst.defect, 0.0));
    return worst;
}

std::string describe_link(const lattice::Extents& extents, std::size_t site,
                          int mu) {
    const auto c = extents.coordinates(site);
    return fmt::format("site ({}, {}, {}, {}) direction {}", c[0], c[1], c[2],
                       c[3], "XYZT"[mu]);
}

GaugeFile validated(const Source& source, Parsed parsed, const Share& share) {
    GaugeFile& file = parsed.file;
    check_checksums(source, file, share);
    check_links(source.name(), file, share);
    lattice::LinkSums sums;
    for (const auto& part :
         share.gather(lattice::link_sums(file.field, parsed.own))) {
        sums.spatial += part.spatial;
        sums.temporal += part.temporal;
        sums.trace += part.trace;
    }
    const auto volume = file.field.extents().volume();
    file.plaquette = lattice::plaquette_of(sums, volume);
    file.link_trace = lattice::link_trace_of(sums, volume);
    for (const Claim& claim : parsed.claims)
        check_claim(source.name(), file, claim);
    return std::move(file);
}

}  // namespace tasuki::io
