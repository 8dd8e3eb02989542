#include "io/bodies/gadget.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

constexpr const char* kHeader = "/Header";

class GadgetReader {
  public:
    GadgetReader(const std::string& name, const Hdf5Reader& file)
        : name_{name}, file_{file} {}

    BodyFile read() {
        refuse_parts();
        const auto counts = file_.numbers(kHeader, "NumPart_ThisFile");
        if (!counts)
            refuse("not a whole snapshot of GADGET", kHeader,
                   "an attribute NumPart_ThisFile", "none");
        const auto table = file_.numbers(kHeader, "MassTable");
        for (std::size_t type = 0; type < counts->size(); ++type)
            if ((*counts)[type] != 0)
                add_type(type, (*counts)[type],
                         table && type < table->size() ? (*table)[type] : 0);
        if (out_.bodies.size() == 0)
            refuse("no bodies", kHeader, "one at least",
                   fmt::format("NumPart_ThisFile {}", *counts));
        out_.time = file_.number(kHeader, "Time").value_or(0);
        out_.format = "GADGET";
        warn();
        return std::move(out_);
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw InputError(name_, what, where, expected, found);
    }

    void refuse_parts() const {
        const double files =
            file_.number(kHeader, "NumFilesPerSnapshot").value_or(1);
        if (files > 1)
            refuse("a part of a snapshot", kHeader,
                   "all bodies in one file (NumFilesPerSnapshot 1)",
                   fmt::format("{} files", files));
    }

    void add_type(std::size_t type, double stated, double mass) {
        const auto group = fmt::format("/PartType{}", type);
        if (!file_.has(group.c_str()))
            refuse("not a whole snapshot of GADGET", group,
                   fmt::format("{} bodies, as NumPart_ThisFile says", stated),
                   "no such group");
        const auto position_path = group + "/Coordinates";
        const auto shape = file_.shape(position_path.c_str());
        if (shape.size() != 2 || shape[1] != 3 ||
            static_cast<double>(shape[0]) != stated)
            refuse("bad shape", position_path,
                   fmt::format("({}, 3), as NumPart_ThisFile says", stated),
                   fmt::format("({})", fmt::join(shape, ", ")));
        add_vectors(position_path, shape, out_.bodies.position);
        add_vectors(group + "/Velocities", shape, out_.bodies.velocity);
        add_masses(group + "/Masses", shape[0], mass);
    }

    /// @param shape  (n, 3)
    std::vector<double> numbers(const std::string& path,
                                const std::vector<hsize_t>& shape) const {
        const auto found = file_.shape(path.c_str());
        if (found != shape)
            refuse("bad shape", path,
                   fmt::format("({})", fmt::join(shape, ", ")),
                   fmt::format("({})", fmt::join(found, ", ")));
        auto values = file_.dataset(path.c_str());
        const bool mass = shape.size() == 1;
        for (std::size_t k = 0; k < values.size(); ++k)
            if (!std::isfinite(values[k]) || (mass && values[k] < 0))
                refuse("bad number",
                       fmt::format("{} of body {}", path, k / (mass ? 1 : 3)),
                       mass ? "a finite number from 0 on" : "a finite number",
                       fmt::format("{}", values[k]));
        return values;
    }

    void add_vectors(const std::string& path, const std::vector<hsize_t>& shape,
                     std::vector<nbody::Vector>& to) const {
        const auto values = numbers(path, shape);
        for (std::size_t k = 0; k < values.size(); k += 3)
            to.push_back({values[k], values[k + 1], values[k + 2]});
    }

    void add_masses(const std::string& path, hsize_t count, double mass) {
        auto& to = out_.bodies.mass;
        if (file_.has(path.c_str())) {
            const auto values = numbers(path, {count});
            to.insert(to.end(), values.begin(), values.end());
            return;
        }
        if (!std::isfinite(mass) || mass <= 0)
            refuse("bodies without masses", path,
                   "this dataset, or a mass above 0 in MassTable",
                   fmt::format("MassTable {}", mass));
        to.insert(to.end(), count, mass);
    }

    void warn() {
        const double redshift = file_.number(kHeader, "Redshift").value_or(0);
        if (redshift != 0)
            out_.warnings.push_back(fmt::format(
                "a cosmological snapshot (redshift {}): its coordinates are "
                "taken as they are, in a space that does not expand",
                redshift));
        const auto box = file_.numbers(kHeader, "BoxSize");
        if (box && !box->empty() && box->front() > 0)
            out_.warnings.push_back(fmt::format(
                "BoxSize {}: the bodies are taken as isolated, not as periodic",
                box->front()));
    }

    const std::string& name_;
    const Hdf5Reader& file_;
    BodyFile out_;
};

}  // namespace

bool looks_like_gadget(const Hdf5Reader& file) {
    if (!file.has(kHeader)) return false;
    return file.numbers(kHeader, "NumPart_ThisFile").has_value() ||
           file.has("/PartType0") || file.has("/PartType1");
}

BodyFile parse_gadget(const std::string& name, const Hdf5Reader& file) {
    return GadgetReader{name, file}.read();
}

}  // namespace tasuki::io
