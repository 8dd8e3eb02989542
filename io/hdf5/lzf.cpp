#include "io/hdf5/lzf.hpp"

#include <array>
#include <cstring>
#include <new>

#include "io/hdf5/hdf5.hpp"

namespace tasuki::io {

namespace {

constexpr H5Z_filter_t kLzfFilter = 32000;

/// What h5py states with the filter: two versions and the bytes of a chunk.
constexpr std::size_t kStated = 3;

/// The filter, as HDF5 calls it; datasets are not compressed by it.
std::size_t expand_chunk(unsigned flags, std::size_t count,
                         const unsigned* stated, std::size_t bytes,
                         std::size_t* capacity, void** buffer) try {
    if ((flags & H5Z_FLAG_REVERSE) == 0 || count < kStated) return 0;
    const auto data =
        expand_lzf({static_cast<const std::byte*>(*buffer), bytes});
    if (!data || data->size() != stated[kStated - 1]) return 0;
    void* expanded = H5allocate_memory(data->size(), false);
    if (expanded == nullptr) return 0;
    std::memcpy(expanded, data->data(), data->size());
    H5free_memory(*buffer);
    *buffer = expanded;
    *capacity = data->size();
    return data->size();
} catch (const std::bad_alloc&) {
    return 0;
}

}  // namespace

std::optional<std::vector<std::byte>> expand_lzf(
    std::span<const std::byte> bytes) {
    std::vector<std::byte> out;
    std::size_t at = 0;
    const auto next = [&] { return std::to_integer<std::size_t>(bytes[at++]); };
    while (at < bytes.size()) {
        const std::size_t first = next();
        if (first < 32) {
            if (bytes.size() - at < first + 1) return std::nullopt;
            const auto run = bytes.subspan(at, first + 1);
            out.insert(out.end(), run.begin(), run.end());
            at += run.size();
            continue;
        }
        std::size_t count = first >> 5;
        if (bytes.size() - at < (count == 7 ? 2U : 1U)) return std::nullopt;
        if (count == 7) count += next();
        const std::size_t back = 256 * (first & 31) + next() + 1;
        if (back > out.size()) return std::nullopt;
        // Byte by byte: the copy may overlap what it makes.
        for (count += 2; count > 0; --count)
            out.push_back(out[out.size() - back]);
    }
    return out;
}

bool has_sound_lzf(hid_t dataset) {
    const Hdf5Id layout{H5Dget_create_plist(dataset)},
        type{H5Dget_type(dataset)};
    unsigned flags = 0, config = 0;
    std::array<unsigned, kStated> stated{};
    std::size_t count = stated.size();
    if (!layout || H5Pget_layout(layout.get()) != H5D_CHUNKED ||
        H5Pget_filter_by_id2(layout.get(), kLzfFilter, &flags, &count,
                             stated.data(), 0, nullptr, &config) < 0)
        return true;
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const int rank = H5Pget_chunk(layout.get(), H5S_MAX_RANK, chunk.data());
    hsize_t bytes = H5Tget_size(type.get());
    for (int k = 0; k < rank; ++k) bytes *= chunk[static_cast<std::size_t>(k)];
    return count >= kStated && stated.back() == bytes;
}

void register_lzf() {
    constexpr H5Z_class2_t kClass{
        H5Z_CLASS_T_VERS, kLzfFilter, 1,           1, "lzf",
        nullptr,          nullptr,    expand_chunk};
    H5Zregister(&kClass);
}

}  // namespace tasuki::io
