#include "io/sphere/grids/netcdf_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <numeric>

#include "io/hdf5/hdf5.hpp"
#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

/// Deeper groups are no file of anybody's.
constexpr int kMostGroups = 32;

std::string of(const NetcdfVariable& variable, const char* attribute) {
    return fmt::format("attribute {} of {}", attribute, variable.path);
}

bool is_number(nc_type type) {
    return type >= NC_BYTE && type <= NC_UINT64 && type != NC_CHAR;
}

void check_begin(const Source& source) {
    if (!looks_like_hdf5(source) && source.text(0, 3) != "CDF")
        throw InputError(
            source.name(), "not a grid file", "byte 0",
            "NetCDF-4, that is HDF5, or classic NetCDF",
            fmt::format("a file of {} bytes that is neither", source.size()));
}

}  // namespace

std::string shape_text(const NetcdfVariable& variable) {
    std::vector<std::string> parts;
    for (const auto& d : variable.dimensions)
        parts.push_back(d.is_named() ? fmt::format("{} {}", d.name, d.size)
                                     : fmt::format("{}", d.size));
    return fmt::format("{} ({})", variable.path, fmt::join(parts, ", "));
}

NetcdfFile::NetcdfFile(const Source& source) : name_{source.name()} {
    check_begin(source);
    bytes_ = source.text(0, source.size());
    open(bytes_.size(), bytes_.data());
}

NetcdfFile::NetcdfFile(std::string name, std::span<const std::byte> bytes)
    : name_{std::move(name)} {
    check_begin(MemorySource{name_, bytes});
    open(bytes.size(), bytes.data());
}

void NetcdfFile::open(std::size_t bytes, const void* memory) {
    size_ = bytes;
    // A name of a file could be the address of a server.  The library writes
    // nothing there: NC_NOWRITE.
    check(nc_open_mem("grid", NC_NOWRITE, bytes, const_cast<void*>(memory),
                      &file_),
          "");
    try {
        find_variables(file_, "", 0);
    } catch (...) {
        nc_close(file_);
        throw;
    }
    std::ranges::sort(variables_, {}, &NetcdfVariable::path);
}

NetcdfFile::~NetcdfFile() {
    nc_close(file_);
}

void NetcdfFile::check(int status, const std::string& where) const {
    if (status == NC_NOERR) return;
    // EPERM: more memory than there is of the file was asked for.
    throw InputError(
        name_, "not a whole NetCDF file", where,
        fmt::format("what {} bytes should hold", size_),
        status == EPERM ? "the end of the file" : nc_strerror(status));
}

void NetcdfFile::find_variables(int group, const std::string& path, int depth) {
    int count = 0;
    check(nc_inq_nvars(group, &count), path);
    for (int id = 0; id < count; ++id) {
        auto found = variable(group, id, path);
        if (is_number(found.type)) variables_.push_back(std::move(found));
    }
    if (depth == kMostGroups) return;
    check(nc_inq_grps(group, &count, nullptr), path);
    std::vector<int> groups(static_cast<std::size_t>(count));
    check(nc_inq_grps(group, &count, groups.data()), path);
    for (const int inner : groups) {
        std::array<char, NC_MAX_NAME + 1> name{};
        check(nc_inq_grpname(inner, name.data()), path);
        find_variables(inner, path + name.data() + "/", depth + 1);
    }
}

NetcdfVariable NetcdfFile::variable(int group, int id,
                                    const std::string& path) const {
    std::array<char, NC_MAX_NAME + 1> name{};
    NetcdfVariable v{.path = {}, .group = group, .id = id};
    int rank = 0;
    check(nc_inq_varname(group, id, name.data()), path);
    v.path = path + name.data();
    check(nc_inq_vartype(group, id, &v.type), v.path);
    check(nc_inq_varndims(group, id, &rank), v.path);
    std::vector<int> ids(static_cast<std::size_t>(rank));
    check(nc_inq_vardimid(group, id, ids.data()), v.path);
    int growing = 0;
    check(nc_inq_unlimdims(group, &growing, nullptr), v.path);
    std::vector<int> records(static_cast<std::size_t>(growing));
    check(nc_inq_unlimdims(group, &growing, records.data()), v.path);
    for (const int d : ids) {
        std::size_t size = 0;
        check(nc_inq_dim(group, d, name.data(), &size), v.path);
        v.dimensions.push_back(
            {name.data(), size, d,
             std::ranges::find(records, d) != records.end()});
    }
    return v;
}

std::vector<double> NetcdfFile::values(
    const NetcdfVariable& variable, const std::vector<std::size_t>& start,
    const std::vector<std::size_t>& count) const {
    std::vector<double> values(std::accumulate(
        count.begin(), count.end(), std::size_t{1}, std::multiplies<>{}));
    if (!values.empty()) read(variable, start, count, values.data());
    return values;
}

void NetcdfFile::read(const NetcdfVariable& variable,
                      const std::vector<std::size_t>& start,
                      const std::vector<std::size_t>& count, double* to) const {
    check(nc_get_vara_double(variable.group, variable.id, start.data(),
                             count.data(), to),
          fmt::format("values of {}", variable.path));
}

std::vector<double> NetcdfFile::values(const NetcdfVariable& variable) const {
    std::vector<std::size_t> count;
    for (const auto& d : variable.dimensions) count.push_back(d.size);
    return values(variable, std::vector<std::size_t>(count.size()), count);
}

std::size_t NetcdfFile::type_bytes(const NetcdfVariable& variable) const {
    std::size_t bytes = 0;
    check(nc_inq_type(variable.group, variable.type, nullptr, &bytes),
          variable.path);
    return bytes;
}

nc_type NetcdfFile::type(const NetcdfVariable& variable,
                         const char* attribute) const {
    nc_type type = NC_NAT;
    std::size_t size = 0;
    const int status =
        nc_inq_att(variable.group, variable.id, attribute, &type, &size);
    if (status == NC_ENOTATT) return NC_NAT;
    check(status, of(variable, attribute));
    return type;
}

std::vector<double> NetcdfFile::numbers(const NetcdfVariable& variable,
                                        const char* attribute) const {
    const auto found = type(variable, attribute);
    if (found == NC_NAT) return {};
    const auto where = of(variable, attribute);
    if (!is_number(found))
        throw InputError(name_, "bad attribute", where, "numbers",
                         "another type");
    std::size_t size = 0;
    check(nc_inq_attlen(variable.group, variable.id, attribute, &size), where);
    std::vector<double> values(size);
    if (size > 0)
        check(nc_get_att_double(variable.group, variable.id, attribute,
                                values.data()),
              where);
    return values;
}

std::optional<std::string> NetcdfFile::text(const NetcdfVariable& variable,
                                            const char* attribute) const {
    const auto found = type(variable, attribute);
    if (found != NC_CHAR && found != NC_STRING) return std::nullopt;
    const auto where = of(variable, attribute);
    std::size_t size = 0;
    check(nc_inq_attlen(variable.group, variable.id, attribute, &size), where);
    std::string text;
    if (found == NC_CHAR) {
        text.resize(size);
        check(nc_get_att_text(variable.group, variable.id, attribute,
                              text.data()),
              where);
    } else if (found == NC_STRING && size == 1) {
        char* one = nullptr;
        check(nc_get_att_string(variable.group, variable.id, attribute, &one),
              where);
        if (one != nullptr) text = one;
        nc_free_string(1, &one);
    } else {
        return std::nullopt;
    }
    return text.substr(0, text.find('\0'));
}

std::vector<std::pair<std::string, std::string>> NetcdfFile::texts(
    const NetcdfVariable& variable) const {
    std::vector<std::pair<std::string, std::string>> texts;
    int count = 0;
    check(nc_inq_varnatts(variable.group, variable.id, &count), variable.path);
    for (int k = 0; k < count; ++k) {
        std::array<char, NC_MAX_NAME + 1> name{};
        check(nc_inq_attname(variable.group, variable.id, k, name.data()),
              variable.path);
        if (auto found = text(variable, name.data()))
            texts.emplace_back(name.data(), std::move(*found));
    }
    return texts;
}

NetcdfVariable NetcdfFile::root() const {
    return {.path = "the file", .group = file_, .id = NC_GLOBAL};
}

std::optional<double> NetcdfFile::number(const char* attribute) const {
    const auto found = numbers(root(), attribute);
    return found.size() == 1 ? std::optional{found.front()} : std::nullopt;
}

std::optional<std::string> NetcdfFile::text(const char* attribute) const {
    return text(root(), attribute);
}

std::optional<double> NetcdfFile::fill(const NetcdfVariable& variable) const {
    if (const auto given = numbers(variable, "_FillValue"); !given.empty())
        return given.front();
    // Every value of a byte may be one that was measured.
    switch (variable.type) {
        case NC_SHORT:
            return NC_FILL_SHORT;
        case NC_USHORT:
            return NC_FILL_USHORT;
        case NC_INT:
            return NC_FILL_INT;
        case NC_UINT:
            return NC_FILL_UINT;
        case NC_INT64:
            return static_cast<double>(NC_FILL_INT64);
        case NC_UINT64:
            return static_cast<double>(NC_FILL_UINT64);
        case NC_FLOAT:
        case NC_DOUBLE:
            return NC_FILL_DOUBLE;
        default:
            return std::nullopt;
    }
}

}  // namespace tasuki::io
