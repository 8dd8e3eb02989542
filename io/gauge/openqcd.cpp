#include "io/gauge/openqcd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "io/input_error.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using lattice::Coordinates, lattice::Extents, lattice::Matrix3;

constexpr std::uint64_t kPlaquetteAt = 16, kDataAt = 24;
constexpr std::uint64_t kLinkBytes = 144, kSiteBytes = 8 * kLinkBytes;
/// Directions of the file, T first.
constexpr std::array kDirections{3, 0, 1, 2};
constexpr LinkEncoding kOpenQcdEncoding{
    .precision_bits = 64, .order = ByteOrder::little, .rows = 3};

struct OpenQcdHeader {
    Extents extents;
    double plaquette;
};

OpenQcdHeader read_openqcd_header(const Source& source) {
    std::array<std::byte, kDataAt> bytes;
    source.read(0, bytes);
    OpenQcdHeader header{{},
                         std::bit_cast<double>(load_u64(&bytes[kPlaquetteAt],
                                                        ByteOrder::little))};
    for (std::size_t k = 0; k < kDirections.size(); ++k)
        header.extents.n[kDirections[k]] =
            static_cast<int>(load_u32(&bytes[4 * k], ByteOrder::little));
    return header;
}

/// Bytes of files with links of SU(3), U(1) and both; 0 where extents are
/// none.
struct Lengths {
    std::uint64_t su3 = 0, u1 = 0, both = 0;

    explicit Lengths(const Extents& extents) {
        const auto links = data_bytes(extents, kOpenQcdEncoding);
        if (!links) return;
        // A link of U(1) is one number, and each field has its plaquette.
        const auto angles = *links / 18 + sizeof(double);
        su3 = kDataAt + *links;
        u1 = kPlaquetteAt + angles;
        both = su3 + angles;
    }
};

void check_even_extents(const Source& source, const Extents& extents) {
    for (std::size_t k = 0; k < kDirections.size(); ++k)
        if (extents[kDirections[k]] % 2 != 0)
            throw InputError(
                source.name(),
                fmt::format("bad extent in {} of an openQCD configuration",
                            "XYZT"[kDirections[k]]),
                fmt::format("byte {}", 4 * k), "an even number of sites",
                fmt::format("{}", extents[kDirections[k]]));
}

void check_length(const Source& source, const Extents& extents) {
    const Lengths lengths{extents};
    if (source.size() == lengths.su3 || source.size() == lengths.both) return;
    if (source.size() == lengths.u1)
        throw InputError(source.name(), "openQxD configuration of U(1) only",
                         fmt::format("byte {}", kPlaquetteAt), "links of SU(3)",
                         "links of U(1)");
    check_data_size(source, kDataAt, extents, kOpenQcdEncoding);
}

std::size_t plane_bytes(const Extents& n) {
    return kSiteBytes * static_cast<std::size_t>(n[1]) * n[2] / 2;
}

/// Where the odd sites of the plane (x, t) begin in the file.
std::uint64_t plane_at(const Extents& n, std::size_t plane) {
    return kDataAt + plane * plane_bytes(n);
}

/// Open boundary conditions: no link leaves the last time slice.
void check_boundary(const Source& source, const Extents& n) {
    std::array<std::byte, kLinkBytes> link;
    source.read(plane_at(n, static_cast<std::size_t>(n[3] - 1) * n[0]), link);
    if (std::ranges::all_of(link, [](std::byte b) { return b == std::byte{}; }))
        throw InputError(source.name(), "open boundary conditions in T",
                         "links that leave the last time slice",
                         "a periodic lattice", "zeros");
}

/// Calls visit(site, mu, number of the link in the plane) for all links of the
/// plane x + X t: those of its odd sites and those that lead to them.
template <class Visit>
void for_each_link(const Extents& n, std::size_t plane, const Visit& visit) {
    Coordinates site{static_cast<int>(plane) % n[0], 0, 0,
                     static_cast<int>(plane) / n[0]};
    std::size_t number = 0;
    for (site[1] = 0; site[1] < n[1]; ++site[1])
        for (site[2] = (site[0] + site[1] + site[3] + 1) % 2; site[2] < n[2];
             site[2] += 2)
            for (const int mu : kDirections) {
                visit(site, mu, number++);
                visit(n.shifted(site, mu, -1), mu, number++);
            }
}

/// Whether a region has links of the plane.
bool has_links(const lattice::Region& kept, std::size_t plane) {
    const auto& n = kept.whole();
    auto site = kept.first();
    site[0] = static_cast<int>(plane) % n[0];
    site[3] = static_cast<int>(plane) / n[0];
    return kept.contains(site) || kept.contains(n.shifted(site, 0, -1)) ||
           kept.contains(n.shifted(site, 3, -1));
}

std::size_t planes_of(const Extents& n) {
    return static_cast<std::size_t>(n[0]) * n[3];
}

void decode_link(const std::byte* bytes, Matrix3& link) {
    for (auto& element : link.e) {
        const auto real = load_u64(bytes, kOpenQcdEncoding.order);
        const auto imag = load_u64(bytes + 8, kOpenQcdEncoding.order);
        element = {std::bit_cast<double>(real), std::bit_cast<double>(imag)};
        bytes += 16;
    }
}

void encode_link(const Matrix3& link, std::byte* bytes) {
    for (const auto& element : link.e)
        for (const double part : {element.real(), element.imag()}) {
            store_u64(bytes, std::bit_cast<std::uint64_t>(part),
                      kOpenQcdEncoding.order);
            bytes += sizeof part;
        }
}

/// Each link stands in one plane of the file, so that planes can be read at the
/// same time.
void read_planes(const Source& source, lattice::GaugeField& field) {
    const auto& kept = field.region();
    const auto& n = kept.whole();
    map_slices(planes_of(n), 1, [&](std::size_t begin, std::size_t end) {
        std::vector<std::byte> bytes(plane_bytes(n));
        for (std::size_t plane = begin; plane < end; ++plane) {
            if (!has_links(kept, plane)) continue;
            source.read(plane_at(n, plane), bytes);
            for_each_link(n, plane,
                          [&](const Coordinates& site, int mu, std::size_t k) {
                              if (kept.contains(site))
                                  decode_link(&bytes[k * kLinkBytes],
                                              field.link(kept.index(site), mu));
                          });
        }
        return true;
    });
}

}  // namespace

bool looks_like_openqcd(const Source& source) {
    if (source.size() < kDataAt) return false;
    const auto [extents, plaquette] = read_openqcd_header(source);
    constexpr int kMost = 1 << 15;
    if (std::ranges::any_of(extents.n,
                            [](int n) { return n < 1 || n > kMost; }))
        return false;
    const Lengths lengths{extents};
    // Two small whole numbers are a double below all normal ones.
    return (std::abs(plaquette) <= 3 && std::isnormal(plaquette)) ||
           source.size() == lengths.su3 || source.size() == lengths.both;
}

Parsed parse_openqcd(const Source& source, const Share& share) {
    const auto [extents, plaquette] = read_openqcd_header(source);
    check_even_extents(source, extents);
    check_length(source, extents);
    check_boundary(source, extents);
    const Part part = share.part_of(extents);
    Parsed parsed{.own = part.own,
                  .file = {.field = lattice::GaugeField{part.kept},
                           .format = "openqcd",
                           .encoding = kOpenQcdEncoding}};
    read_planes(source, parsed.file.field);
    if (source.size() == Lengths{extents}.both)
        parsed.file.notes.push_back(
            "the U(1) field of this openQxD configuration is not read");
    parsed.claims.push_back({Quantity::plaquette,
                             fmt::format("plaquette (byte {})", kPlaquetteAt),
                             fmt::format("{}", plaquette), 1.0 / 3});
    return parsed;
}

std::vector<NamedChecksum> write_openqcd(AtomicFile& file,
                                         const lattice::GaugeField& field,
                                         const WriteOptions&) {
    const auto& n = field.extents();
    std::vector<std::byte> bytes(kDataAt);
    for (std::size_t k = 0; k < kDirections.size(); ++k) {
        const int sites = n[kDirections[k]];
        if (sites % 2 != 0)
            throw runtime::UsageError(fmt::format(
                "openqcd files hold lattices of even extents, found {} in {}",
                sites, "XYZT"[kDirections[k]]));
        store_u32(&bytes[4 * k], static_cast<std::uint32_t>(sites),
                  kOpenQcdEncoding.order);
    }
    store_u64(
        &bytes[kPlaquetteAt],
        std::bit_cast<std::uint64_t>(3 * lattice::plaquette(field).average),
        kOpenQcdEncoding.order);
    file.write(bytes);
    bytes.resize(plane_bytes(n));
    for (std::size_t plane = 0; plane < planes_of(n); ++plane) {
        for_each_link(
            n, plane, [&](const Coordinates& site, int mu, std::size_t k) {
                encode_link(field.link(site, mu), &bytes[k * kLinkBytes]);
            });
        file.write(bytes);
    }
    return {};
}

}  // namespace tasuki::io
