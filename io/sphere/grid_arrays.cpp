#include "io/sphere/grid_arrays.hpp"

#include <fmt/format.h>

#include "io/hdf5/hdf5.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

class Hdf5Arrays : public GridArrays {
  public:
    explicit Hdf5Arrays(const Source& source) : file_{source, "a grid"} {}

    std::vector<std::string> names() const override { return file_.datasets(); }

    std::vector<std::size_t> shape(const std::string& array) const override {
        const auto shape = file_.shape(path(array).c_str());
        return {shape.begin(), shape.end()};
    }

    std::vector<std::string> dimensions(
        const std::string& array) const override {
        auto names = file_.scales(path(array).c_str());
        for (auto& name : names) name.erase(0, name.rfind('/') + 1);
        return names;
    }

    std::vector<double> values(const std::string& array, std::size_t rank,
                               std::size_t k) const override {
        const auto at = path(array);
        auto count = file_.shape(at.c_str());
        std::vector<hsize_t> start(count.size());
        for (std::size_t d = count.size() - rank; d-- > 0;) {
            start[d] = k % count[d];
            k /= count[d];
            count[d] = 1;
        }
        return file_.part(at.c_str(), start, count);
    }

    std::optional<double> number(const std::string& array,
                                 const char* name) const override {
        return file_.number(path(array).c_str(), name);
    }

    std::optional<std::string> text(const std::string& array,
                                    const char* name) const override {
        return file_.text(path(array).c_str(), name);
    }

  private:
    static std::string path(const std::string& array) { return "/" + array; }

    Hdf5Reader file_;
};

}  // namespace

std::unique_ptr<GridArrays> open_grid_arrays(const Source& source) {
    if (looks_like_classic_netcdf(source)) return open_classic_netcdf(source);
    if (looks_like_hdf5(source)) return std::make_unique<Hdf5Arrays>(source);
    throw runtime::InputError(
        source.name(), "not a grid file", "byte 0",
        "NetCDF-4, that is HDF5, or classic NetCDF",
        fmt::format("a file of {} bytes that is neither", source.size()));
}

}  // namespace tasuki::io
