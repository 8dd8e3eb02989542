#include <algorithm>
#include <array>

#include "io/gauge/checksums.hpp"
#include "io/gauge/milc.hpp"

namespace tasuki::io {

namespace {

std::array<std::byte, kMilcHeaderBytes> header_of(
    const lattice::Extents& extents, ByteOrder order, const MilcChecksum& sum) {
    std::array<std::byte, kMilcHeaderBytes> header{};  // order of the sites: 0
    const auto magic =
        order == ByteOrder::big ? kMilcMagicBig : kMilcMagicLittle;
    std::ranges::copy(std::as_bytes(std::span{magic}), header.begin());
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        store_u32(&header[4 + 4 * mu], extents[mu], order);
    constexpr std::string_view kStamp = "written by tasuki";
    std::ranges::copy(std::as_bytes(std::span{kStamp}), &header[kMilcStampAt]);
    store_u32(&header[kMilcSum29At], sum.sum29(), order);
    store_u32(&header[kMilcSum31At], sum.sum31(), order);
    return header;
}

}  // namespace

std::vector<NamedChecksum> write_milc(AtomicFile& file,
                                      const lattice::GaugeField& field,
                                      const WriteOptions& options) {
    const auto& encoding = options.encoding;
    // The checksums stand before the data: encode twice, as for NERSC files.
    MilcChecksum sum{encoding.order};
    for_each_piece(field, encoding, [&sum](auto bytes, std::size_t first) {
        sum.add(bytes, first);
    });
    file.write(header_of(field.extents(), encoding.order, sum));
    for_each_piece(field, encoding,
                   [&file](auto bytes, std::size_t) { file.write(bytes); });
    return {{"MILC 29", sum.sum29(), sum.sum29()},
            {"MILC 31", sum.sum31(), sum.sum31()}};
}

}  // namespace tasuki::io
