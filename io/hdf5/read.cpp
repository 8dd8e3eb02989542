#include <fmt/format.h>

#include <algorithm>

#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/lzf.hpp"
#include "io/input_error.hpp"
#include "io/words.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

/// What the library says went wrong first, without its punctuation.
std::string why() {
    std::string text;
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned, const H5E_error2_t* error, void* out) -> herr_t {
            auto& found = *static_cast<std::string*>(out);
            if (found.empty() && error->desc != nullptr) found = error->desc;
            return 0;
        },
        &text);
    std::ranges::replace(text, '\n', ' ');
    return text.empty() ? "something else" : text;
}

bool is_number(const Hdf5Id& type) {
    const auto kind = H5Tget_class(type.get());
    return kind == H5T_FLOAT || kind == H5T_INTEGER;
}

/// The first filter of a dataset that HDF5 does not have here; empty: none.
std::string lacking_filter(const Hdf5Id& set) {
    const Hdf5Id layout{H5Dget_create_plist(set.get())};
    const int count = layout ? H5Pget_nfilters(layout.get()) : 0;
    for (int k = 0; k < count; ++k) {
        unsigned flags = 0, config = 0;
        std::size_t values = 0;
        char name[64]{};
        const auto filter =
            H5Pget_filter2(layout.get(), static_cast<unsigned>(k), &flags,
                           &values, nullptr, sizeof name - 1, name, &config);
        if (filter >= 0 && H5Zfilter_avail(filter) <= 0)
            return fmt::format("filter {} ({})", filter, quoted_word(name));
    }
    return {};
}

std::string of(const char* path, const char* name) {
    return fmt::format("attribute {} of {}", name, path);
}

}  // namespace

Hdf5Reader::Hdf5Reader(const Source& source, std::string what)
    : Hdf5Reader{source.name(), source.text(0, source.size()),
                 std::move(what)} {}

Hdf5Reader::Hdf5Reader(std::string name, std::string bytes, std::string what)
    : name_{std::move(name)}, what_{std::move(what)} {
    start_hdf5();
    const Hdf5Id access{H5Pcreate(H5P_FILE_ACCESS)};
    constexpr std::size_t kGrowBy = 1 << 20;
    if (!access || H5Pset_fapl_core(access.get(), kGrowBy, 0) < 0 ||
        H5Pset_file_image(access.get(), bytes.data(), bytes.size()) < 0)
        throw runtime::FaultError(
            fmt::format("{}: HDF5 takes no image of a file: {}", name_, why()));
    // No name of a file, but no two that are open may have the same.
    const auto own_name = fmt::format("snapshot {}", fmt::ptr(this));
    file_ = Hdf5Id{H5Fopen(own_name.c_str(), H5F_ACC_RDONLY, access.get())};
    if (!file_)
        throw InputError(name_, "not a whole HDF5 file", "",
                         fmt::format("what {} bytes should hold", bytes.size()),
                         why());
}

void Hdf5Reader::refuse(const std::string& where, const std::string& expected,
                        const std::string& found) const {
    throw InputError(name_, fmt::format("not {} that can be read", what_),
                     where, expected, found);
}

Hdf5Id Hdf5Reader::open_dataset(const char* path) const {
    Hdf5Id set{H5Dopen2(file_.get(), path, H5P_DEFAULT)};
    if (!set) refuse(path, "a dataset", why());
    return set;
}

std::vector<hsize_t> Hdf5Reader::shape(const char* path) const {
    const auto set = open_dataset(path);
    const Hdf5Id type{H5Dget_type(set.get())}, space{H5Dget_space(set.get())};
    if (!is_number(type)) refuse(path, "numbers", "another type");
    const int rank = H5Sget_simple_extent_ndims(space.get());
    if (rank < 0) refuse(path, "an array", why());
    std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
    H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr);
    return extents;
}

std::vector<double> Hdf5Reader::dataset(const char* path) const {
    std::size_t size = 1;
    for (const hsize_t extent : shape(path)) size *= extent;
    std::vector<double> values(size);
    const auto set = open_dataset(path);
    if (!has_sound_lzf(set.get()))
        refuse(path, "chunks as long as their LZF filter says",
               "another length");
    if (size > 0 && H5Dread(set.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                            H5P_DEFAULT, values.data()) < 0) {
        const auto reason = why();
        const auto filter = lacking_filter(set);
        if (!filter.empty())
            refuse(path,
                   "filters that HDF5 has here (gzip, shuffle, LZF, ..., and "
                   "plugins in the folder HDF5_PLUGIN_PATH)",
                   filter);
        refuse(path, fmt::format("{} numbers", size), reason);
    }
    return values;
}

bool Hdf5Reader::has(const char* path) const {
    return H5Lexists(file_.get(), path, H5P_DEFAULT) > 0;
}

Hdf5Id Hdf5Reader::open_attribute(const char* path, const char* name) const {
    if (H5Aexists_by_name(file_.get(), path, name, H5P_DEFAULT) <= 0) return {};
    Hdf5Id attribute{
        H5Aopen_by_name(file_.get(), path, name, H5P_DEFAULT, H5P_DEFAULT)};
    if (!attribute) refuse(of(path, name), "an attribute", why());
    return attribute;
}

bool Hdf5Reader::read_numbers(const char* path, const char* name, hid_t type,
                              hssize_t count, void* out) const {
    const auto attribute = open_attribute(path, name);
    if (!attribute) return false;
    const Hdf5Id stored{H5Aget_type(attribute.get())},
        space{H5Aget_space(attribute.get())};
    const auto found = H5Sget_simple_extent_npoints(space.get());
    if (!is_number(stored) || found != count)
        refuse(of(path, name),
               count == 1 ? "a number" : fmt::format("{} numbers", count),
               is_number(stored) ? fmt::format("{}", found) : "another type");
    if (H5Aread(attribute.get(), type, out) < 0)
        refuse(of(path, name), "a number", why());
    return true;
}

template <class T>
std::optional<T> Hdf5Reader::read_one(const char* path, const char* name,
                                      hid_t type, hssize_t count) const {
    T value{};
    if (!read_numbers(path, name, type, count, &value)) return std::nullopt;
    return value;
}

std::optional<double> Hdf5Reader::number(const char* path,
                                         const char* name) const {
    return read_one<double>(path, name, H5T_NATIVE_DOUBLE);
}

std::optional<std::vector<double>> Hdf5Reader::numbers(const char* path,
                                                       const char* name) const {
    const auto attribute = open_attribute(path, name);
    if (!attribute) return std::nullopt;
    const Hdf5Id space{H5Aget_space(attribute.get())};
    const auto count = H5Sget_simple_extent_npoints(space.get());
    std::vector<double> values(
        static_cast<std::size_t>(std::max(count, hssize_t{0})));
    // HDF5 reads no empty array.
    if (!values.empty())
        read_numbers(path, name, H5T_NATIVE_DOUBLE, count, values.data());
    return values;
}

std::optional<std::uint64_t> Hdf5Reader::whole_number(const char* path,
                                                      const char* name) const {
    return read_one<std::uint64_t>(path, name, H5T_NATIVE_UINT64);
}

std::optional<std::array<double, 3>> Hdf5Reader::vector(
    const char* path, const char* name) const {
    return read_one<std::array<double, 3>>(path, name, H5T_NATIVE_DOUBLE, 3);
}

std::optional<std::string> Hdf5Reader::text(const char* path,
                                            const char* name) const {
    const auto attribute = open_attribute(path, name);
    if (!attribute) return std::nullopt;
    const Hdf5Id stored{H5Aget_type(attribute.get())},
        space{H5Aget_space(attribute.get())};
    if (H5Tget_class(stored.get()) != H5T_STRING ||
        H5Sget_simple_extent_npoints(space.get()) != 1)
        refuse(of(path, name), "a text", "another type");
    if (H5Tis_variable_str(stored.get()) <= 0) {
        std::string fixed(H5Tget_size(stored.get()), '\0');
        if (H5Aread(attribute.get(), stored.get(), fixed.data()) < 0)
            refuse(of(path, name), "a text", why());
        return fixed.substr(0, fixed.find('\0'));
    }
    char* text = nullptr;
    if (H5Aread(attribute.get(), stored.get(), &text) < 0 || text == nullptr)
        refuse(of(path, name), "a text", why());
    std::string copy{text};
    H5Dvlen_reclaim(stored.get(), space.get(), H5P_DEFAULT, &text);
    return copy;
}

}  // namespace tasuki::io
