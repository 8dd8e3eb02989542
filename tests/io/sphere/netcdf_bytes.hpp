// NetCDF files, made for a test.
#pragma once

#include <doctest/doctest.h>
#include <netcdf.h>

#include <string>
#include <vector>

#include "tests/folder.hpp"

namespace tasuki::test {

class NetcdfBytes {
  public:
    /// @param format  0 (classic), NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4
    explicit NetcdfBytes(int format = 0) {
        check(nc_create(path_.c_str(), format, &file_));
        group_ = file_;
    }
    ~NetcdfBytes() {
        if (file_ >= 0) nc_abort(file_);
    }
    NetcdfBytes(const NetcdfBytes&) = delete;
    NetcdfBytes& operator=(const NetcdfBytes&) = delete;

    /// What follows is in a group of the root.
    void group(const char* name) { check(nc_def_grp(file_, name, &group_)); }
    /// @param size  NC_UNLIMITED for records
    int dimension(const char* name, std::size_t size) {
        int id = 0;
        check(nc_def_dim(group_, name, size, &id));
        return id;
    }
    /// Its values are given after all else; attributes are added to it.
    void variable(const char* name, const std::vector<int>& dimensions,
                  std::vector<double> values, nc_type type = NC_DOUBLE) {
        Variable v{group_, 0, std::move(values)};
        check(nc_def_var(group_, name, type,
                         static_cast<int>(dimensions.size()), dimensions.data(),
                         &v.id));
        variables_.push_back(std::move(v));
    }
    void text(const char* name, const std::string& value) {
        const auto& v = variables_.back();
        check(nc_put_att_text(v.group, v.id, name, value.size(), value.data()));
    }
    void string(const char* name, const char* value) {
        const auto& v = variables_.back();
        check(nc_put_att_string(v.group, v.id, name, 1, &value));
    }
    void numbers(const char* name, const std::vector<double>& values,
                 nc_type type = NC_DOUBLE) {
        const auto& v = variables_.back();
        check(nc_put_att_double(v.group, v.id, name, type, values.size(),
                                values.data()));
    }
    /// A variable of one dimension, with a unit.
    int axis(const char* name, const std::vector<double>& values,
             const char* units, nc_type type = NC_DOUBLE) {
        const int d = dimension(name, values.size());
        variable(name, {d}, values, type);
        text("units", units);
        return d;
    }

    /// All of the file, which is closed then.
    /// @param records  how many there are of each variable that has them
    std::string bytes(std::size_t records = 0) {
        nc_enddef(file_);
        for (const auto& v : variables_) {
            int rank = 0;
            check(nc_inq_varndims(v.group, v.id, &rank));
            std::vector<int> ids(static_cast<std::size_t>(rank));
            check(nc_inq_vardimid(v.group, v.id, ids.data()));
            std::vector<std::size_t> start(ids.size()), count;
            for (const int d : ids) {
                std::size_t size = 0;
                check(nc_inq_dimlen(v.group, d, &size));
                count.push_back(size);
            }
            int growing = -1;
            check(nc_inq_unlimdim(file_, &growing));
            if (!ids.empty() && ids.front() == growing) count[0] = records;
            check(nc_put_vara_double(v.group, v.id, start.data(), count.data(),
                                     v.values.data()));
        }
        check(nc_close(file_));
        file_ = -1;
        return read_file(path_);
    }

  private:
    static void check(int status) {
        INFO(nc_strerror(status));
        REQUIRE(status == NC_NOERR);
    }
    struct Variable {
        int group, id;
        std::vector<double> values;
    };
    Folder folder_;
    std::string path_ = folder_ / "made.nc";
    int file_ = -1, group_ = -1;
    std::vector<Variable> variables_;
};

}  // namespace tasuki::test
