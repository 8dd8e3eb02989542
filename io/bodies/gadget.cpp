#include "io/bodies/gadget.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <optional>

#include "io/bodies/body_arrays.hpp"
#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

constexpr const char* kHeader = "/Header";

/// Names of a dataset, the usual one first.  EAGLE's older files have the
/// second ones; black holes have the last two in SWIFT and GIZMO.
using Names = std::initializer_list<const char*>;
constexpr Names kVelocities{"Velocities", "Velocity"};
constexpr Names kMasses{"Masses", "Mass", "DynamicalMasses", "BH_Mass"};

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
        const auto box = file_.numbers(kHeader, "BoxSize");
        add_isolation_warnings(out_,
                               file_.number(kHeader, "Redshift").value_or(0),
                               box && !box->empty() ? box->front() : 0);
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
        const auto own_masses = find(group, kMasses);
        if (!own_masses && !file_.has(positions.c_str()))
            return out_.warnings.push_back(
                fmt::format("{}: {} tracers are left out, as they have neither "
                            "Coordinates nor Masses",
                            group, stated));
        const auto shape = file_.shape(positions.c_str());
        if (shape.size() != 2 || shape[1] != 3 ||
            static_cast<double>(shape[0]) != stated)
            arrays_.refuse_shape(
                positions,
                fmt::format("({}, 3), as NumPart_ThisFile says", stated));
        const auto n = shape[0];
        const auto velocities = find(group, kVelocities);
        append(arrays_.vectors(positions, n), out_.bodies.position);
        append(arrays_.vectors(velocities.value_or(group + "/Velocities"), n),
               out_.bodies.velocity);
        append(masses(group, own_masses, n, mass), out_.bodies.mass);
    }

    /// Path of the first of the names that the group has.
    std::optional<std::string> find(const std::string& group,
                                    Names names) const {
        for (const char* name : names)
            if (auto path = fmt::format("{}/{}", group, name);
                file_.has(path.c_str()))
                return path;
        return std::nullopt;
    }

    template <class T>
    static void append(const std::vector<T>& more, std::vector<T>& to) {
        to.insert(to.end(), more.begin(), more.end());
    }

    /// @param each  what MassTable states; above 0, GADGET takes it for all
    ///              bodies of the type and does not look for the dataset
    std::vector<double> masses(const std::string& group,
                               const std::optional<std::string>& path,
                               hsize_t n, double each) {
        if (!std::isfinite(each) || each < 0 || (each == 0 && !path))
            refuse("bodies without masses", group + "/Masses",
                   "this dataset, or a mass above 0 in MassTable",
                   fmt::format("MassTable {}", each));
        if (each == 0) return arrays_.masses(*path, n);
        if (path) warn_of_masses(*path, arrays_.masses(*path, n), each);
        return std::vector(n, each);
    }

    void warn_of_masses(const std::string& path, const std::vector<double>& own,
                        double each) {
        constexpr double kSingle = 1e-6;  // relative, of single precision
        const auto other = std::ranges::find_if(own, [&](double mass) {
            return std::abs(mass - each) > kSingle * each;
        });
        if (other != own.end())
            out_.warnings.push_back(fmt::format(
                "{}: not used ({} of body {}), as MassTable states {} for all "
                "bodies of this type",
                path, *other, other - own.begin(), each));
    }

    const std::string& name_;
    const Hdf5Reader& file_;
    BodyArrays arrays_;
    BodyFile out_;
};

}  // namespace

void add_isolation_warnings(BodyFile& file, double redshift, double box) {
    if (redshift != 0)
        file.warnings.push_back(fmt::format(
            "a cosmological snapshot (redshift {}): its coordinates are "
            "taken as they are, in a space that does not expand",
            redshift));
    if (box > 0)
        file.warnings.push_back(fmt::format(
            "BoxSize {}: the bodies are taken as isolated, not as periodic",
            box));
}

void add_gadget_names(Hdf5Writer& file, std::uint64_t bodies, double time,
                      const char* mass, const char* position,
                      const char* velocity) {
    constexpr std::size_t kTypes = 6;
    const std::array<std::uint64_t, kTypes> counts{0, bodies}, none{};
    const std::array<double, kTypes> own_masses{};
    file.add_group(kHeader);
    file.add_attribute(kHeader, "NumPart_ThisFile", counts);
    file.add_attribute(kHeader, "NumPart_Total", counts);
    file.add_attribute(kHeader, "NumPart_Total_HighWord", none);
    file.add_attribute(kHeader, "MassTable", own_masses);
    file.add_attribute(kHeader, "Time", time);
    file.add_attribute(kHeader, "NumFilesPerSnapshot", std::uint64_t{1});
    // Of a universe that does not expand.
    for (const char* name : {"Redshift", "BoxSize", "Omega0", "OmegaLambda"})
        file.add_attribute(kHeader, name, 0.0);
    file.add_attribute(kHeader, "HubbleParam", 1.0);
    file.add_group("/PartType1");
    std::vector<std::uint32_t> numbers(bodies);
    std::iota(numbers.begin(), numbers.end(), 0U);
    file.add_dataset("/PartType1/ParticleIDs", numbers);
    file.add_link(position, "/PartType1/Coordinates");
    file.add_link(velocity, "/PartType1/Velocities");
    file.add_link(mass, "/PartType1/Masses");
}

bool looks_like_gadget(const Hdf5Reader& file) {
    if (!file.has(kHeader)) return false;
    return file.numbers(kHeader, "NumPart_ThisFile").has_value() ||
           file.has("/PartType0") || file.has("/PartType1");
}

BodyFile parse_gadget(const std::string& name, const Hdf5Reader& file) {
    return GadgetReader{name, file}.read();
}

}  // namespace tasuki::io
