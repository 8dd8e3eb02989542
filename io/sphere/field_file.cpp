#include "io/sphere/field_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/sphere/grid_file.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

void add_attributes(Hdf5Writer& file, const std::string& path,
                    const Attributes& attributes) {
    for (const auto& [name, text] : attributes)
        file.add_attribute(path.c_str(), name.c_str(), text);
}

void add_axis(Hdf5Writer& file, const LeadingAxis& axis) {
    const auto path = "/" + axis.name;
    file.add_dataset(path.c_str(), axis.values, {axis.values.size()});
    add_attributes(file, path, axis.attributes);
}

void add_grid_type(Hdf5Writer& file, const sphere::Grid& grid) {
    file.add_attribute("/", "grid_type",
                       std::string{sphere::latitudes_name(grid.kind)});
}

void check_regular(const AtomicFile& file) {
    if (file.in_place())
        throw runtime::UsageError(
            fmt::format("cannot write {}: expected a file of a disk, where "
                        "fields can be written in any order",
                        file.target()));
}

/// What HDF5 writes, all but the fields.
template <class Body>
void write_form(Hdf5File& file, const Body& body) {
    check_regular(file.file());
    file.add(body);
    file.close();
}

}  // namespace

std::size_t FieldsForm::fields() const {
    std::size_t count = 1;
    for (const auto& axis : leading) count *= axis.values.size();
    return count;
}

FieldFile::FieldFile(const std::string& path, const FieldsForm& form)
    : file_{path} {
    write_form(file_, [&](Hdf5Writer& file) {
        add_axis(file,
                 {"lat",
                  latitudes_of(form.grid),
                  {{"units", "degrees_north"}, {"standard_name", "latitude"}}});
        add_axis(file,
                 {"lon",
                  longitudes_of(form.grid),
                  {{"units", "degrees_east"}, {"standard_name", "longitude"}}});
        add_variables(file, form, {"/lat", "/lon"},
                      {std::uint64_t(form.grid.latitudes),
                       std::uint64_t(form.grid.longitudes)});
        add_grid_type(file, form.grid);
    });
}

FieldFile::FieldFile(const std::string& path, const FieldsForm& form,
                     int truncation, const Convention& convention)
    : file_{path} {
    const auto t = sphere::triangle(truncation);
    std::vector<double> number(t.size()), degree(t.size()), order(t.size());
    for (int m = 0; m <= truncation; ++m)
        for (int l = m; l <= truncation; ++l) {
            const auto k = t.index(m, l);
            number[k] = static_cast<double>(k);
            degree[k] = l;
            order[k] = m;
        }
    write_form(file_, [&](Hdf5Writer& file) {
        const auto coefficient = std::string{"/"} + kCoefficientDimension;
        const auto part = std::string{"/"} + kPartDimension;
        add_axis(file, {kCoefficientDimension, number, {}});
        add_axis(file, {kPartDimension, {0, 1}, {{"long_name", "0: C, 1: S"}}});
        file.add_dataset("/degree", degree, {t.size()});
        file.add_dataset("/order", order, {t.size()});
        add_variables(file, form, {coefficient, part}, {t.size(), 2});
        const auto add = [&](const char* name, int value) {
            file.add_attribute("/", name, static_cast<std::uint64_t>(value));
        };
        add("truncation", truncation);
        file.add_attribute(
            "/", "normalization",
            std::string{normalization_name(convention.normalization)});
        add("condon_shortley", convention.condon_shortley ? 1 : 0);
        add_grid_type(file, form.grid);
        add("latitudes", form.grid.latitudes);
        add("longitudes", form.grid.longitudes);
    });
}

void FieldFile::add_variables(Hdf5Writer& file, const FieldsForm& form,
                              const std::vector<std::string>& inner,
                              const std::vector<std::uint64_t>& shape) {
    fields_ = form.fields();
    field_size_ = shape[0] * shape[1];
    std::vector<hsize_t> whole;
    std::vector<std::string> scales;
    for (const auto& axis : form.leading) {
        add_axis(file, axis);
        whole.push_back(axis.values.size());
        scales.push_back("/" + axis.name);
    }
    whole.insert(whole.end(), shape.begin(), shape.end());
    scales.insert(scales.end(), inner.begin(), inner.end());
    std::vector<Hdf5Writer::Scaled> scaled;
    for (const auto& variable : form.variables) {
        const auto path = "/" + variable.name;
        offsets_.push_back(file.add_room(path.c_str(), whole));
        add_attributes(file, path, variable.attributes);
        scaled.push_back({path, scales});
    }
    if (inner.front() != "/lat")
        for (const char* of : {"/degree", "/order"})
            scaled.push_back({of, {inner.front()}});
    file.attach_scales(scaled);
    file.add_attribute("/", "Conventions", std::string{"CF-1.8"});
}

void FieldFile::write(std::size_t variable, std::size_t field,
                      std::size_t begin, std::span<const double> values) const {
    file_.file().write_at(
        offsets_[variable] + sizeof(double) * (field * field_size_ + begin),
        std::as_bytes(values));
}

std::uint64_t FieldFile::bytes() const {
    return sizeof(double) * offsets_.size() * fields_ * field_size_;
}

}  // namespace tasuki::io
