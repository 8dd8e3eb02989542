#include <span>

#include "io/atomic_file.hpp"
#include "io/bodies/snapshot.hpp"
#include "io/bodies/snapshot_names.hpp"
#include "io/hdf5/hdf5.hpp"
#include "runtime/version.hpp"

namespace tasuki::io {

namespace {

/// (n, 3), as the vectors lie in memory.
std::span<const double> flat(const std::vector<nbody::Vector>& vectors) {
    static_assert(sizeof(nbody::Vector) == 3 * sizeof(double));
    return {vectors.front().data(), 3 * vectors.size()};
}

void add_bodies(Hdf5Writer& file, const nbody::Bodies& bodies) {
    const hsize_t n = bodies.size();
    file.add_dataset(kMass, bodies.mass, {n});
    file.add_dataset(kPosition, flat(bodies.position), {n, 3});
    file.add_dataset(kVelocity, flat(bodies.velocity), {n, 3});
    file.add_attribute(kMass, "unit", std::string{"mass"});
    file.add_attribute(kPosition, "unit", std::string{"length"});
    file.add_attribute(kVelocity, "unit", std::string{"length / time"});
}

void add_origin(Hdf5Writer& file, const BodyOrigin& origin) {
    if (!origin.is_model())
        return file.add_attribute("/", "input", origin.input);
    file.add_attribute("/", "model", origin.model);
    file.add_attribute("/", "n", origin.n);
    file.add_attribute("/", "seed", origin.seed);
    if (origin.model == "king") file.add_attribute("/", "w0", origin.w0);
    if (origin.model == "uniform")
        file.add_attribute("/", "virial_ratio", origin.virial_ratio);
}

void add_state(Hdf5Writer& file, const Snapshot& s) {
    file.add_attribute("/", "format", std::string{kFormatName});
    file.add_attribute("/", "format_version", kFormatVersion);
    file.add_attribute("/", "program", "Tasuki " + runtime::version());
    file.add_attribute(
        "/", "conventions",
        std::string{
            "a_i = sum_j gravity m_j (r_j - r_i) / (|r_j - r_i|^2 + eps^2)^1.5;"
            " leap-frog, kick-drift-kick; velocities at the same time as "
            "positions"});
    file.add_attribute(
        "/", "units",
        std::string{s.origin.is_model()
                        ? "N-body units (Heggie & Mathieu 1986): total mass 1 "
                          "and energy -1/4 where gravity is 1"
                        : "those of the input, with gravity as given here"});
    file.add_attribute("/", "time", s.time);
    file.add_attribute("/", "step", s.step);
    file.add_attribute("/", "dt", s.clock.dt);
    file.add_attribute("/", "eps", s.eps);
    file.add_attribute("/", "gravity", s.gravity);
    file.add_attribute("/", "precision", s.precision);
}

void add_start(Hdf5Writer& file, const Snapshot& s) {
    file.add_group(kStart);
    file.add_attribute(kStart, "time", s.start_time);
    file.add_attribute(kStart, "mass", s.start.mass);
    file.add_attribute(kStart, "kinetic", s.start.kinetic);
    file.add_attribute(kStart, "potential", s.start.potential);
    file.add_attribute(kStart, "centre", s.start.centre);
    file.add_attribute(kStart, "momentum", s.start.momentum);
    file.add_attribute(kStart, "angular_momentum", s.start.angular_momentum);
}

}  // namespace

void write_snapshot(const std::string& path, const Snapshot& snapshot) {
    Hdf5Writer file;
    add_bodies(file, snapshot.bodies);
    add_state(file, snapshot);
    add_origin(file, snapshot.origin);
    add_start(file, snapshot);
    file.add_group(kClock);
    file.add_attribute(kClock, "origin_time", snapshot.clock.origin_time);
    file.add_attribute(kClock, "origin_step", snapshot.clock.origin_step);
    if (snapshot.scale) {
        file.add_group(kPicture);
        file.add_attribute(kPicture, "width", snapshot.scale->width);
        file.add_attribute(kPicture, "brightest", snapshot.scale->brightest);
    }
    AtomicFile out{path};
    out.write(file.image());
    out.commit();
}

}  // namespace tasuki::io
