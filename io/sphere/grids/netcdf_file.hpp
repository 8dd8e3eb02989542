// What we need of libnetcdf, as objects: the variables of a file, their values
// and their attributes, whichever of its formats the file has.
#pragma once

#include <netcdf.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/source.hpp"

namespace tasuki::io {

struct NetcdfDimension {
    std::string name;
    std::size_t size = 0;
    int id = 0;            ///< one number in the whole file
    bool records = false;  ///< it can grow

    /// An HDF5 file that no NetCDF program wrote does not name its dimensions:
    /// libnetcdf makes names up by their sizes.
    bool is_named() const { return !name.starts_with("phony_dim"); }
};

struct NetcdfVariable {
    std::string path;  ///< "GROUP/NAME", or "NAME" in the root
    std::vector<NetcdfDimension> dimensions{};
    nc_type type = NC_NAT;
    int group = 0, id = 0;

    std::string name() const { return path.substr(path.rfind('/') + 1); }
};

/// "z (lat 3, lon 4)"
std::string shape_text(const NetcdfVariable& variable);

class NetcdfFile {
  public:
    /// Reads all of the source: libnetcdf sees where a classic file was cut
    /// only if it is in memory, and takes zeros from behind the end of others.
    /// @throws InputError  not a NetCDF file, or not a whole one
    explicit NetcdfFile(const Source& source);
    /// Over all bytes of the file `name`, which outlive it.
    /// @throws InputError  likewise
    NetcdfFile(std::string name, std::span<const std::byte> bytes);
    ~NetcdfFile();
    NetcdfFile(const NetcdfFile&) = delete;
    NetcdfFile& operator=(const NetcdfFile&) = delete;

    const std::string& name() const { return name_; }  ///< for messages
    /// Of one of its values.
    std::size_t type_bytes(const NetcdfVariable& variable) const;
    /// The attributes of a variable that are texts, in the file's order.
    std::vector<std::pair<std::string, std::string>> texts(
        const NetcdfVariable& variable) const;
    /// A number that belongs to the whole file; empty where there is none.
    /// @throws InputError  of another type
    std::optional<double> number(const char* attribute) const;
    /// Likewise a text.
    std::optional<std::string> text(const char* attribute) const;
    /// Those of numbers, in all groups, sorted by their paths.
    const std::vector<NetcdfVariable>& variables() const { return variables_; }

    /// A box of the values as they are stored, last index fastest: `count`
    /// elements of each dimension from `start` on.
    /// @throws InputError  they are not there
    std::vector<double> values(const NetcdfVariable& variable,
                               const std::vector<std::size_t>& start,
                               const std::vector<std::size_t>& count) const;
    /// All values.
    std::vector<double> values(const NetcdfVariable& variable) const;

    /// An attribute; empty where there is none.
    /// @throws InputError  of another type
    std::vector<double> numbers(const NetcdfVariable& variable,
                                const char* attribute) const;
    /// An attribute; empty where there is none, or not one text.
    std::optional<std::string> text(const NetcdfVariable& variable,
                                    const char* attribute) const;
    /// Type of an attribute; NC_NAT where there is none.
    nc_type type(const NetcdfVariable& variable, const char* attribute) const;
    /// What stands where a program wrote nothing: the attribute _FillValue, or
    /// what the library takes without one; empty if nothing does.
    std::optional<double> fill(const NetcdfVariable& variable) const;

    /// Into memory of the caller.
    void read(const NetcdfVariable& variable,
              const std::vector<std::size_t>& start,
              const std::vector<std::size_t>& count, double* to) const;

  private:
    void open(std::size_t bytes, const void* memory);
    void check(int status, const std::string& where) const;
    void find_variables(int group, const std::string& path, int depth);
    NetcdfVariable variable(int group, int id, const std::string& path) const;

    /// The root, as what has attributes.
    NetcdfVariable root() const;

    std::string name_, bytes_;
    std::size_t size_ = 0;
    int file_ = -1;
    std::vector<NetcdfVariable> variables_;
};

}  // namespace tasuki::io
