#include "io/bodies/gadget.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "io/bodies/body_arrays.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

constexpr const char* kHeader = "/Header";

class GadgetReader {
  public:
    GadgetReader(const std::string& name, const Hdf5Reader& file)
        : name_{name}, file_{file}, arrays_{name, file} {}

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
        const auto positions = group + "/Coordinates";
        const auto shape = file_.shape(positions.c_str());
        if (shape.size() != 2 || shape[1] != 3 ||
            static_cast<double>(shape[0]) != stated)
            arrays_.refuse_shape(
                positions,
                fmt::format("({}, 3), as NumPart_ThisFile says", stated));
        const auto n = shape[0];
        append(arrays_.vectors(positions, n), out_.bodies.position);
        append(arrays_.vectors(group + "/Velocities", n), out_.bodies.velocity);
        append(masses(group + "/Masses", n, mass), out_.bodies.mass);
    }

    template <class T>
    static void append(const std::vector<T>& more, std::vector<T>& to) {
        to.insert(to.end(), more.begin(), more.end());
    }

    std::vector<double> masses(const std::string& path, hsize_t n,
                               double each) const {
        if (file_.has(path.c_str())) return arrays_.masses(path, n);
        if (!std::isfinite(each) || each <= 0)
            refuse("bodies without masses", path,
                   "this dataset, or a mass above 0 in MassTable",
                   fmt::format("MassTable {}", each));
        return std::vector(n, each);
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
    BodyArrays arrays_;
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
