#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "io/bodies/snapshot.hpp"
#include "io/bodies/snapshot_names.hpp"
#include "io/hdf5/hdf5.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

/// Datasets of one file, which must agree.
class BodyReader {
  public:
    BodyReader(const Source& source, const Hdf5Reader& file)
        : source_{source}, file_{file} {}

    nbody::Bodies read() const {
        const auto shape = file_.shape(kMass);
        // More than that many bodies: a number that was not meant.
        if (shape.size() != 1 || shape[0] < 1 || shape[0] > source_.size())
            refuse(kMass, "1 body or more, as many as the file can hold",
                   shape);
        nbody::Bodies bodies;
        bodies.mass = checked(kMass, file_.dataset(kMass), 1);
        bodies.position = vectors(kPosition, shape[0]);
        bodies.velocity = vectors(kVelocity, shape[0]);
        return bodies;
    }

  private:
    [[noreturn]] void refuse(const char* path, const std::string& expected,
                             const std::vector<hsize_t>& found) const {
        throw InputError(source_.name(), "bad shape", path, expected,
                         fmt::format("({})", fmt::join(found, ", ")));
    }

    std::vector<nbody::Vector> vectors(const char* path, hsize_t n) const {
        const auto shape = file_.shape(path);
        if (shape != std::vector<hsize_t>{n, 3})
            refuse(path, fmt::format("({}, 3)", n), shape);
        const auto values = checked(path, file_.dataset(path), 3);
        std::vector<nbody::Vector> vectors(n);
        for (std::size_t k = 0; k < vectors.size(); ++k)
            vectors[k] = {values[3 * k], values[3 * k + 1], values[3 * k + 2]};
        return vectors;
    }

    /// @param width  numbers per body; 1: masses
    std::vector<double> checked(const char* path, std::vector<double> values,
                                std::size_t width) const {
        for (std::size_t k = 0; k < values.size(); ++k) {
            if (std::isfinite(values[k]) && (width > 1 || values[k] >= 0))
                continue;
            throw InputError(
                source_.name(), "bad number",
                fmt::format("{} of body {}", path, k / width),
                width > 1 ? "a finite number" : "a finite number from 0 on",
                fmt::format("{}", values[k]));
        }
        return values;
    }

    const Source& source_;
    const Hdf5Reader& file_;
};

/// What a snapshot of ours must have.
class StateReader {
  public:
    StateReader(const Source& source, const Hdf5Reader& file)
        : source_{source}, file_{file} {}

    double number(const char* path, const char* name) const {
        const double value = needed(file_.number(path, name), path, name);
        if (!std::isfinite(value))
            throw InputError(source_.name(), "bad number",
                             fmt::format("attribute {} of {}", name, path),
                             "a finite number", fmt::format("{}", value));
        return value;
    }
    std::uint64_t whole(const char* path, const char* name) const {
        return needed(file_.whole_number(path, name), path, name);
    }
    nbody::Vector vector(const char* path, const char* name) const {
        return needed(file_.vector(path, name), path, name);
    }
    std::string text(const char* path, const char* name) const {
        return needed(file_.text(path, name), path, name);
    }

    void check_format() const {
        const auto format = file_.text("/", "format");
        if (format != kFormatName)
            throw InputError(
                source_.name(), "not a snapshot to go on from", "",
                fmt::format("'{}'", kFormatName),
                format ? fmt::format("'{}'", *format)
                       : std::string{"no attribute format: --in reads bodies"});
        const auto version = whole("/", "format_version");
        if (version != kFormatVersion)
            throw InputError(source_.name(), "a snapshot of another version",
                             "", fmt::format("{}", kFormatVersion),
                             fmt::format("{}", version));
    }

    BodyOrigin origin() const {
        BodyOrigin origin;
        if (const auto input = file_.text("/", "input")) {
            origin.input = *input;
            return origin;
        }
        origin.model = text("/", "model");
        origin.n = whole("/", "n");
        origin.seed = whole("/", "seed");
        if (origin.model == "king") origin.w0 = number("/", "w0");
        if (origin.model == "uniform")
            origin.virial_ratio = number("/", "virial_ratio");
        return origin;
    }

    nbody::Sums start() const {
        return {.mass = number(kStart, "mass"),
                .kinetic = number(kStart, "kinetic"),
                .potential = number(kStart, "potential"),
                .centre = vector(kStart, "centre"),
                .momentum = vector(kStart, "momentum"),
                .angular_momentum = vector(kStart, "angular_momentum")};
    }

  private:
    template <class T>
    T needed(std::optional<T> value, const char* path, const char* name) const {
        if (value) return *std::move(value);
        throw InputError(source_.name(), "not a whole snapshot", path,
                         fmt::format("an attribute {}", name), "none");
    }

    const Source& source_;
    const Hdf5Reader& file_;
};

}  // namespace

Snapshot read_snapshot(const Source& source) {
    if (source.text(0, kHdf5Magic.size()) != kHdf5Magic)
        throw InputError(source.name(), "not a snapshot to go on from",
                         "byte 0", "an HDF5 file", "other bytes");
    const Hdf5Reader file{source};
    const StateReader state{source, file};
    state.check_format();
    Snapshot s{
        .bodies = BodyReader{source, file}.read(),
        .time = state.number("/", "time"),
        .step = state.whole("/", "step"),
        .eps = state.number("/", "eps"),
        .gravity = state.number("/", "gravity"),
        .precision = state.text("/", "precision"),
        .origin = state.origin(),
        .clock = {state.number("/", "dt"), state.number(kClock, "origin_time"),
                  state.whole(kClock, "origin_step")},
        .start_time = state.number(kStart, "time"),
        .start = state.start()};
    if (!s.origin.is_model()) s.origin.n = s.bodies.size();
    if (file.has(kPicture))
        s.scale = {state.number(kPicture, "width"),
                   state.number(kPicture, "brightest")};
    return s;
}

BodyFile parse_hdf5(const Source& source, const Hdf5Reader& file) {
    return {.bodies = BodyReader{source, file}.read(),
            .time = file.number("/", "time").value_or(0),
            .format = "HDF5"};
}

}  // namespace tasuki::io
