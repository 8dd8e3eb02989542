// Datasets that other programs have compressed.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/lzf.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;

namespace {

constexpr hsize_t kCount = 100;

/// 100 times the number 0.5: eight bytes as they are, and three copies from
/// eight bytes back, which overlap what they make.
std::string compressed() {
    const double half = 0.5;
    std::string bytes(9, '\7');
    std::memcpy(&bytes[1], &half, sizeof half);
    for (int k = 0; k < 3; ++k) bytes += "\xe0\xff\7";  // 264 bytes each
    return bytes;
}

/// A file with a dataset /x of one chunk, whose bytes are `chunk`.
/// @param bytes  of the chunk when expanded, as h5py states them
std::vector<std::byte> file_with(H5Z_filter_t filter, const std::string& chunk,
                                 unsigned bytes) {
    io::start_hdf5();
    const io::Hdf5Id access{H5Pcreate(H5P_FILE_ACCESS)},
        layout{H5Pcreate(H5P_DATASET_CREATE)},
        space{H5Screate_simple(1, &kCount, nullptr)};
    H5Pset_fapl_core(access.get(), 1 << 16, 0);
    const io::Hdf5Id file{
        H5Fcreate("filters", H5F_ACC_TRUNC, H5P_DEFAULT, access.get())};
    H5Pset_chunk(layout.get(), 1, &kCount);
    const unsigned stated[] = {4, 0x0105, bytes};
    H5Pset_filter(layout.get(), filter, H5Z_FLAG_OPTIONAL, 3, stated);
    const io::Hdf5Id set{H5Dcreate2(file.get(), "x", H5T_IEEE_F64LE,
                                    space.get(), H5P_DEFAULT, layout.get(),
                                    H5P_DEFAULT)};
    const hsize_t origin = 0;
    REQUIRE(H5Dwrite_chunk(set.get(), H5P_DEFAULT, 0, &origin, chunk.size(),
                           chunk.data()) >= 0);
    H5Fflush(file.get(), H5F_SCOPE_LOCAL);
    const auto size = H5Fget_file_image(file.get(), nullptr, 0);
    std::vector<std::byte> image(static_cast<std::size_t>(size));
    H5Fget_file_image(file.get(), image.data(), image.size());
    return image;
}

std::vector<double> read(H5Z_filter_t filter, const std::string& chunk,
                         unsigned bytes = 8 * kCount) {
    const auto image = file_with(filter, chunk, bytes);
    return io::Hdf5Reader{io::MemorySource{"memory", image}}.dataset("/x");
}

auto expanded(const std::string& text) {
    return io::expand_lzf(std::as_bytes(std::span{text}));
}

}  // namespace

TEST_CASE("datasets that h5py has compressed with LZF") {
    CHECK(read(32000, compressed()) == std::vector<double>(kCount, 0.5));
    const auto cut = compressed().substr(0, 15);
    CHECK_REFUSAL(read(32000, cut), "memory", "/x", "100 numbers");
    CHECK_REFUSAL(read(32000, cut, 536), "memory", "/x",
                  "as long as their LZF filter says");
}

TEST_CASE("what is not LZF is not expanded") {
    CHECK(expanded("")->empty());
    CHECK(expanded(compressed())->size() == 8 * kCount);
    CHECK_FALSE(expanded("\3abc"));                      // three bytes of four
    CHECK_FALSE(expanded(std::string{"\0a\x20\1", 4}));  // before the start
    CHECK_FALSE(expanded(std::string{"\0a\x20", 3}));
    CHECK_FALSE(expanded(std::string{"\0a\xe0\1", 4}));
}

TEST_CASE("a filter that HDF5 lacks is named") {
    constexpr H5Z_filter_t kUnknown = 40000;
    CHECK_REFUSAL(read(kUnknown, compressed()), "memory", "/x",
                  "filters that HDF5 has here", "found filter 40000");
}
