#include "io/gauge/milc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "io/gauge/checksums.hpp"
#include "io/gauge/info_text.hpp"
#include "io/input_error.hpp"
#include "io/words.hpp"

namespace tasuki::io {

namespace {

constexpr std::size_t kHeaderBytes = 96;
/// Where in the header [byte].
constexpr std::size_t kStampAt = 20, kOrderAt = 84, kSum29At = 88,
                      kSum31At = 92;

using Header = std::array<std::byte, kHeaderBytes>;

Header read_header(const Source& source) {
    Header header;
    if (source.size() < header.size())
        throw InputError(source.name(), "truncated MILC header",
                         fmt::format("byte {}", source.size()),
                         fmt::format("{} bytes", header.size()),
                         fmt::format("{}", source.size()));
    source.read(0, header);
    return header;
}

lattice::Extents extents_of(const Source& source, const Header& header,
                            ByteOrder order) {
    lattice::Extents extents;
    for (int mu = 0; mu < lattice::kDimensions; ++mu) {
        const std::size_t at = 4 + 4 * mu;
        extents.n[mu] = static_cast<int>(load_u32(&header[at], order));
        if (extents[mu] < 1)
            throw InputError(
                source.name(), fmt::format("bad extent n{}", "xyzt"[mu]),
                fmt::format("byte {}", at), "a number of sites from 1 on",
                fmt::format("{}", extents[mu]));
    }
    return extents;
}

void check_site_order(const Source& source, const Header& header,
                      ByteOrder order) {
    const auto found = load_u32(&header[kOrderAt], order);
    if (found != 0)
        throw InputError(source.name(), "unknown order of the sites",
                         fmt::format("byte {}", kOrderAt), "0 (x fastest)",
                         fmt::format("{}", found));
}

/// What FILE.info states about the links of FILE: ssplaq and stplaq (3 times
/// the spatial and temporal plaquette) and nersc_linktr.  Nothing when the
/// file is not there, which is usual, or its checksums are not those of `file`:
/// then it describes another configuration, which is an oddity of `file`.
std::vector<Claim> info_claims_of(const std::string& info_path,
                                  GaugeFile& file) {
    std::ifstream stream{info_path, std::ios::binary};
    const auto info =
        parse_info(std::string{std::istreambuf_iterator<char>{stream}, {}});
    if (info.empty()) return {};
    const auto checksums = fmt::format("{:x} {:x}", file.checksums.at(0).stored,
                                       file.checksums.at(1).stored);
    const auto stated = info.find("checksums");
    if (stated != info.end() && stated->second == checksums)
        return info_claims(info, kMilcKeys, info_path);
    file.oddities.emplace_back(
        info_path, "describes another configuration", "key checksums",
        fmt::format("'{}'", checksums),
        stated == info.end() ? "no such key" : quoted_word(stated->second));
    return {};
}

Header header_of(const lattice::Extents& extents, ByteOrder order,
                 const MilcChecksum& sum) {
    Header header{};  // order of the sites: 0
    const auto magic =
        order == ByteOrder::big ? kMilcMagicBig : kMilcMagicLittle;
    std::ranges::copy(std::as_bytes(std::span{magic}), header.begin());
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        store_u32(&header[4 + 4 * mu], extents[mu], order);
    constexpr std::string_view kStamp = "written by tasuki";
    std::ranges::copy(std::as_bytes(std::span{kStamp}), &header[kStampAt]);
    store_u32(&header[kSum29At], sum.sum29(), order);
    store_u32(&header[kSum31At], sum.sum31(), order);
    return header;
}

}  // namespace

Parsed parse_milc(const Source& source, const Share& share) {
    const auto header = read_header(source);
    const auto order =
        source.text(0, 4) == kMilcMagicBig ? ByteOrder::big : ByteOrder::little;
    const LinkEncoding encoding{
        .precision_bits = 32, .order = order, .rows = 3};
    const auto extents = extents_of(source, header, order);
    check_site_order(source, header, order);
    check_data_size(source, kHeaderBytes, extents, encoding);

    const Part part = share.part_of(extents);
    Parsed parsed{.own = part.own,
                  .file = {.field = lattice::GaugeField{part.kept},
                           .format = "milc",
                           .encoding = encoding}};
    const auto sum =
        share.merged(read_links(source, kHeaderBytes, encoding, part,
                                parsed.file.field, MilcChecksum{order}));
    parsed.file.checksums = {
        {"MILC 29", load_u32(&header[kSum29At], order), sum.sum29()},
        {"MILC 31", load_u32(&header[kSum31At], order), sum.sum31()}};
    parsed.claims = info_claims_of(source.name() + ".info", parsed.file);
    return parsed;
}

std::vector<NamedChecksum> write_milc(AtomicFile& file,
                                      const lattice::GaugeField& field,
                                      const WriteOptions& options) {
    const auto order = options.encoding.order;
    const auto sum =
        write_after_header(file, field, options.encoding, MilcChecksum{order},
                           [&](const auto& sum) {
                               return header_of(field.extents(), order, sum);
                           });
    return {{"MILC 29", sum.sum29(), sum.sum29()},
            {"MILC 31", sum.sum31(), sum.sum31()}};
}

}  // namespace tasuki::io
