#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <utility>

#include "io/byte_order.hpp"
#include "io/hdf5/calls.hpp"
#include "io/hdf5/digest.hpp"
#include "io/hdf5/fletcher32.hpp"
#include "io/hdf5/hdf5.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::io {

namespace {

Hdf5Id space_of(const std::vector<hsize_t>& shape) {
    return checked_id(
        H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
        "H5Screate_simple");
}

Hdf5Id scalar() {
    return checked_id(H5Screate(H5S_SCALAR), "H5Screate");
}

/// As a file has them that nobody writes: those of the superblock, by its
/// version (HDF5 File Format Specification, II.A).
void clear_consistency_flags(std::span<std::byte> file) {
    const bool is_old = std::to_integer<int>(file[8]) < 2;
    std::ranges::fill(is_old ? file.subspan(20, 4) : file.subspan(11, 1),
                      std::byte{});
}

/// Of chunks of a few MiB, each some rows of the first dimension, equally many
/// so that the last one is full; empty for what is empty, which has no chunks.
std::vector<hsize_t> chunk_of(const std::vector<hsize_t>& shape) {
    hsize_t size = 1;
    for (const hsize_t extent : shape) size *= extent;
    if (shape.empty() || size == 0) return {};
    constexpr hsize_t kMost = (4 << 20) / sizeof(double);
    const hsize_t chunks = (size + kMost - 1) / kMost;
    auto chunk = shape;
    chunk[0] = (shape[0] + chunks - 1) / chunks;
    return chunk;
}

Hdf5Id checksummed(const std::vector<hsize_t>& chunk) {
    auto layout = checked_id(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate");
    // Without the time at which it was made: equal data are equal files.
    checked(H5Pset_obj_track_times(layout.get(), false),
            "H5Pset_obj_track_times");
    if (chunk.empty()) return layout;
    checked(H5Pset_chunk(layout.get(), static_cast<int>(chunk.size()),
                         chunk.data()),
            "H5Pset_chunk");
    checked(H5Pset_fletcher32(layout.get()), "H5Pset_fletcher32");
    return layout;
}

static_assert(is_native(ByteOrder::little), "the file's numbers are");

/// A chunk as it stands in the file: values, zeros behind the last ones, and
/// the checksum.
void fill_chunk(std::span<const std::byte> values, std::span<std::byte> chunk) {
    const auto bytes = chunk.size() - sizeof(std::uint32_t);
    const auto rest = std::ranges::copy(values, chunk.begin()).out;
    std::fill(rest, chunk.begin() + static_cast<std::ptrdiff_t>(bytes),
              std::byte{});
    store_u32(&chunk[bytes], fletcher32(chunk.first(bytes)), ByteOrder::little);
}

std::size_t bytes_of(const std::vector<hsize_t>& shape) {
    std::size_t bytes = sizeof(double);
    for (const hsize_t extent : shape) bytes *= extent;
    return bytes;
}

/// Chunks of 4 MiB that are made before they are written.
constexpr std::size_t kTogether = 32;

/// All threads make chunks: HDF5 would make one after another, and take longer
/// than a disk takes to write them.
void write_chunks(const Hdf5Id& set, std::span<const std::byte> values,
                  const std::vector<hsize_t>& shape) {
    const std::size_t bytes = bytes_of(shape);
    const std::size_t chunks = (values.size() + bytes - 1) / bytes;
    const auto together = std::min(chunks, kTogether);
    const std::size_t room = bytes + sizeof(std::uint32_t);
    const auto made =
        std::make_unique_for_overwrite<std::byte[]>(together * room);
    std::vector<hsize_t> first(shape.size());
    for (std::size_t done = 0; done < chunks; done += together) {
        const auto count = std::min(together, chunks - done);
        const auto fill = [&](std::size_t k) {
            const auto from = (done + k) * bytes;
            fill_chunk(
                values.subspan(from, std::min(bytes, values.size() - from)),
                {&made[k * room], room});
        };
        {
            const Hdf5Pause pause;
            runtime::parallel_items(count, fill);
        }
        for (std::size_t k = 0; k < count; ++k) {
            first[0] = (done + k) * shape[0];
            checked(H5Dwrite_chunk(set.get(), H5P_DEFAULT, 0, first.data(),
                                   room, &made[k * room]),
                    "H5Dwrite_chunk");
        }
    }
}

}  // namespace

Hdf5Writer::Hdf5Writer(std::size_t bytes) {
    start_hdf5();
    const auto access = checked_id(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate");
    // With room for what stands beside the datasets.
    const std::size_t grow_by = bytes + bytes / 256 + (1 << 20);
    checked(H5Pset_fapl_core(access.get(), grow_by, 0), "H5Pset_fapl_core");
    // No name of a file, but no two that are open may have the same.
    const auto name = fmt::format("snapshot {}", fmt::ptr(this));
    file_ = checked_id(
        H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()),
        "H5Fcreate");
}

Hdf5Writer::Hdf5Writer(const AtomicFile& file) {
    start_hdf5();
    const auto access = checked_id(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate");
    // The file is locked already, by us.
#if H5_VERSION_GE(1, 10, 7)
    checked(H5Pset_file_locking(access.get(), false, true),
            "H5Pset_file_locking");
#else
    ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
#endif
    file_ = checked_id(H5Fcreate(file.temporary().c_str(), H5F_ACC_TRUNC,
                                 H5P_DEFAULT, access.get()),
                       "H5Fcreate");
}

void Hdf5Writer::close() {
    checked(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), "H5Fflush");
    file_ = {};
}

std::uint64_t Hdf5Writer::add_room(const char* path,
                                   const std::vector<hsize_t>& shape) {
    const auto layout = checked_id(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate");
    checked(H5Pset_obj_track_times(layout.get(), false),
            "H5Pset_obj_track_times");
    checked(H5Pset_layout(layout.get(), H5D_CONTIGUOUS), "H5Pset_layout");
    checked(H5Pset_alloc_time(layout.get(), H5D_ALLOC_TIME_EARLY),
            "H5Pset_alloc_time");
    checked(H5Pset_fill_time(layout.get(), H5D_FILL_TIME_NEVER),
            "H5Pset_fill_time");
    const auto set = checked_id(
        H5Dcreate2(file_.get(), path, H5T_NATIVE_DOUBLE, space_of(shape).get(),
                   H5P_DEFAULT, layout.get(), H5P_DEFAULT),
        "H5Dcreate2");
    const haddr_t first = H5Dget_offset(set.get());
    if (first == HADDR_UNDEF) throw runtime::FaultError("H5Dget_offset failed");
    return first;
}

void Hdf5Writer::add_dataset(const char* path, std::span<const double> values,
                             const std::vector<hsize_t>& shape) {
    const auto space = space_of(shape);
    const auto chunk = chunk_of(shape);
    const auto set = checked_id(
        H5Dcreate2(file_.get(), path, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT,
                   checksummed(chunk).get(), H5P_DEFAULT),
        "H5Dcreate2");
    if (!chunk.empty()) write_chunks(set, std::as_bytes(values), chunk);
    // Closing it would write the chunks too, and not say that it could not.
    checked(H5Dflush(set.get()), "H5Dflush");
}

void Hdf5Writer::add_dataset(const char* path,
                             std::span<const std::uint32_t> values) {
    const std::vector<hsize_t> shape{values.size()};
    const auto set =
        checked_id(H5Dcreate2(file_.get(), path, H5T_STD_U32LE,
                              space_of(shape).get(), H5P_DEFAULT,
                              checksummed(chunk_of(shape)).get(), H5P_DEFAULT),
                   "H5Dcreate2");
    checked(H5Dwrite(set.get(), H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL,
                     H5P_DEFAULT, values.data()),
            "H5Dwrite");
    checked(H5Dflush(set.get()), "H5Dflush");
}

std::size_t Hdf5Writer::bytes_to_add(const std::vector<hsize_t>& shape) {
    const auto chunk = chunk_of(shape);
    if (chunk.empty()) return 0;
    const std::size_t chunks = (shape[0] + chunk[0] - 1) / chunk[0];
    return std::min(chunks, kTogether) *
           (bytes_of(chunk) + sizeof(std::uint32_t));
}

void Hdf5Writer::add_group(const char* path) {
    (void)checked_id(
        H5Gcreate2(file_.get(), path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        "H5Gcreate2");
}

void Hdf5Writer::add_link(const char* of, const char* path) {
    checked(H5Lcreate_hard(file_.get(), of, H5L_SAME_LOC, path, H5P_DEFAULT,
                           H5P_DEFAULT),
            "H5Lcreate_hard");
}

void Hdf5Writer::add_numbers(const char* path, const char* name,
                             const Hdf5Id& space, hid_t stored, hid_t given,
                             const void* values) {
    const auto attribute = checked_id(
        H5Acreate_by_name(file_.get(), path, name, stored, space.get(),
                          H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        "H5Acreate_by_name");
    checked(H5Awrite(attribute.get(), given, values), "H5Awrite");
}

void Hdf5Writer::add_attribute(const char* path, const char* name,
                               double value) {
    add_numbers(path, name, scalar(), H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                &value);
}

void Hdf5Writer::add_attribute(const char* path, const char* name,
                               std::uint64_t value) {
    add_numbers(path, name, scalar(), H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

void Hdf5Writer::add_attribute(const char* path, const char* name,
                               std::span<const double> values) {
    add_numbers(path, name, space_of({values.size()}), H5T_IEEE_F64LE,
                H5T_NATIVE_DOUBLE, values.data());
}

void Hdf5Writer::add_attribute(const char* path, const char* name,
                               std::span<const std::uint64_t> values) {
    add_numbers(path, name, space_of({values.size()}), H5T_STD_U64LE,
                H5T_NATIVE_UINT64, values.data());
}

void Hdf5Writer::add_attribute(const char* path, const char* name,
                               const std::string& value) {
    // Of variable length: h5py gives these as str, others as bytes.
    const auto type = checked_id(H5Tcopy(H5T_C_S1), "H5Tcopy");
    checked(H5Tset_size(type.get(), H5T_VARIABLE), "H5Tset_size");
    checked(H5Tset_cset(type.get(), H5T_CSET_UTF8), "H5Tset_cset");
    const char* const text = value.c_str();
    add_numbers(path, name, scalar(), type.get(), type.get(), &text);
}

void Hdf5Writer::add_fixed_text(const Hdf5Id& object, const char* name,
                                const std::string& value) {
    const auto type = checked_id(H5Tcopy(H5T_C_S1), "H5Tcopy");
    checked(H5Tset_size(type.get(), value.size() + 1), "H5Tset_size");
    const auto attribute =
        checked_id(H5Acreate2(object.get(), name, type.get(), scalar().get(),
                              H5P_DEFAULT, H5P_DEFAULT),
                   "H5Acreate2");
    checked(H5Awrite(attribute.get(), type.get(), value.c_str()), "H5Awrite");
}

void Hdf5Writer::attach_scales(const std::vector<Scaled>& all) {
    struct Use {
        hobj_ref_t of;
        int dimension;
    };
    const auto pair =
        checked_id(H5Tcreate(H5T_COMPOUND, sizeof(Use)), "H5Tcreate");
    checked(H5Tinsert(pair.get(), "dataset", HOFFSET(Use, of), H5T_STD_REF_OBJ),
            "H5Tinsert");
    checked(H5Tinsert(pair.get(), "dimension", HOFFSET(Use, dimension),
                      H5T_NATIVE_INT),
            "H5Tinsert");
    const auto list =
        checked_id(H5Tvlen_create(H5T_STD_REF_OBJ), "H5Tvlen_create");
    const auto reference_to = [&](const std::string& path) {
        hobj_ref_t reference{};
        checked(
            H5Rcreate(&reference, file_.get(), path.c_str(), H5R_OBJECT, -1),
            "H5Rcreate");
        return reference;
    };
    std::map<std::string, std::vector<Use>> uses;  // of each scale
    for (const auto& [path, scales] : all)
        for (std::size_t d = 0; d < scales.size(); ++d)
            uses[scales[d]].push_back(
                {reference_to(path), static_cast<int>(d)});
    for (const auto& [scale, users] : uses) {
        const auto set = checked_id(
            H5Dopen2(file_.get(), scale.c_str(), H5P_DEFAULT), "H5Dopen2");
        add_fixed_text(set, "CLASS", "DIMENSION_SCALE");
        add_fixed_text(set, "NAME", scale.substr(1));
        add_numbers(scale.c_str(), "REFERENCE_LIST", space_of({users.size()}),
                    pair.get(), pair.get(), users.data());
    }
    for (const auto& [path, scales] : all) {
        std::vector<hobj_ref_t> references;
        for (const auto& scale : scales)
            references.push_back(reference_to(scale));
        std::vector<hvl_t> lists;
        for (auto& reference : references) lists.push_back({1, &reference});
        add_numbers(path.c_str(), "DIMENSION_LIST", space_of({scales.size()}),
                    list.get(), list.get(), lists.data());
    }
}

std::vector<std::byte> Hdf5Writer::image() const {
    checked(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), "H5Fflush");
    const auto size = checked(H5Fget_file_image(file_.get(), nullptr, 0),
                              "H5Fget_file_image");
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    checked(H5Fget_file_image(file_.get(), bytes.data(), bytes.size()),
            "H5Fget_file_image");
    seal(bytes);
    return bytes;
}

std::span<const std::byte> Hdf5Writer::sealed() {
    checked(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), "H5Fflush");
    const auto size = checked(H5Fget_file_image(file_.get(), nullptr, 0),
                              "H5Fget_file_image");
    // The image would be a copy of these bytes.
    void* memory = nullptr;
    checked(H5Fget_vfd_handle(file_.get(), H5P_DEFAULT, &memory),
            "H5Fget_vfd_handle");
    const std::span bytes{*static_cast<std::byte**>(memory),
                          static_cast<std::size_t>(size)};
    const Hdf5Pause pause;
    clear_consistency_flags(bytes);
    seal(bytes);
    return bytes;
}

void Hdf5Writer::write_to(const std::string& target) {
    const auto bytes = sealed();
    const Hdf5Pause pause;
    write_file(target, bytes);
}

}  // namespace tasuki::io
