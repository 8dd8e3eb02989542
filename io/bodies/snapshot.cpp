#include "io/bodies/snapshot.hpp"

#include <numeric>
#include <span>

#include "io/bodies/body_arrays.hpp"
#include "io/bodies/gadget.hpp"
#include "io/hdf5/checkpoint.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kFormat{"Tasuki N-body snapshot", 2,
                                   "a snapshot to go on from",
                                   ": --in reads bodies"};
constexpr const char *kTable = "/table", *kMass = "/mass",
                     *kPosition = "/position", *kVelocity = "/velocity";

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
    file.add_attribute(kMass, "unit", "mass");
    file.add_attribute(kPosition, "unit", "length");
    if (bodies.origin != nbody::Vector{})
        file.add_attribute(kPosition, "origin", bodies.origin);
    file.add_attribute(kVelocity, "unit", "length / time");
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
    add_checkpoint(file, kFormat);
    add_run_time(file, s);
    file.add_attribute(
        "/", "conventions",
        "a_i = sum_j gravity m_j (r_j - r_i) / (|r_j - r_i|^2 + eps^2)^1.5;"
        " leap-frog, kick-drift-kick; velocities at the same time as "
        "positions");
    file.add_attribute(
        "/", "units",
        s.origin.is_model()
            ? "N-body units (Heggie & Mathieu 1986): total mass 1 "
              "and energy -1/4 where gravity is 1"
            : "those of the input, with gravity as given here");
    file.add_attribute("/", "eps", s.eps);
    file.add_attribute("/", "gravity", s.gravity);
    file.add_attribute("/", "precision", s.precision);
}

void add_start(Hdf5Writer& file, const Snapshot& s) {
    file.add_attribute(kStart, "mass", s.start.mass);
    file.add_attribute(kStart, "kinetic", s.start.kinetic);
    file.add_attribute(kStart, "potential", s.start.potential);
    file.add_attribute(kStart, "centre", s.start.centre);
    file.add_attribute(kStart, "momentum", s.start.momentum);
    file.add_attribute(kStart, "angular_momentum", s.start.angular_momentum);
}

nbody::Bodies read_all(const Source& source, const Hdf5Reader& file) {
    const BodyArrays arrays{source.name(), file};
    const auto shape = file.shape(kMass);
    // More than that many bodies: a number that was not meant.
    if (shape.size() != 1 || shape[0] < 1 || shape[0] > source.size())
        arrays.refuse_shape(kMass,
                            "1 body or more, as many as the file can hold");
    return {
        .mass = arrays.masses(kMass, shape[0]),
        .position = arrays.vectors(kPosition, shape[0]),
        .velocity = arrays.vectors(kVelocity, shape[0]),
        .origin = file.vector(kPosition, "origin").value_or(nbody::Vector{})};
}

BodyOrigin origin_of(const CheckpointReader& read, std::uint64_t n) {
    BodyOrigin origin;
    origin.n = n;
    if (const auto input = read.file().text("/", "input")) {
        origin.input = *input;
        return origin;
    }
    origin.model = read.word("/", "model", {"plummer", "uniform", "king"});
    (void)read.whole("/", "n", n, n);
    origin.seed = read.whole("/", "seed");
    if (origin.model == "king") origin.w0 = read.above_zero("/", "w0");
    if (origin.model == "uniform")
        origin.virial_ratio = read.from_zero("/", "virial_ratio");
    return origin;
}

nbody::Sums start_of(const CheckpointReader& read,
                     const nbody::Bodies& bodies) {
    const double mass =
        std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
    // It may have been summed in single precision.
    read.check_close(kStart, "mass", mass, 1e-4 * mass);
    return {.mass = read.number(kStart, "mass"),
            .kinetic = read.from_zero(kStart, "kinetic"),
            .potential = read.number(kStart, "potential"),
            .centre = read.vector(kStart, "centre"),
            .momentum = read.vector(kStart, "momentum"),
            .angular_momentum = read.vector(kStart, "angular_momentum")};
}

}  // namespace

void write_snapshot(const std::string& path, const Snapshot& snapshot) {
    const Hdf5Lock lock;
    constexpr std::size_t kReals = 7;  // mass, position, velocity
    Hdf5Writer file{(kReals * sizeof(double) + sizeof(std::uint32_t)) *
                    snapshot.bodies.size()};
    add_bodies(file, snapshot.bodies);
    add_state(file, snapshot);
    add_origin(file, snapshot.origin);
    add_start(file, snapshot);
    add_table(file, kTable, snapshot.table);
    // GADGET knows no origin.
    if (snapshot.bodies.origin == nbody::Vector{})
        add_gadget_names(file, snapshot.bodies.size(), snapshot.time, kMass,
                         kPosition, kVelocity);
    if (snapshot.scale) {
        file.add_group(kPicture);
        file.add_attribute(kPicture, "width", snapshot.scale->width);
        file.add_attribute(kPicture, "brightest", snapshot.scale->brightest);
    }
    file.write_to(path);
}

Snapshot read_snapshot(const Source& source) {
    const CheckpointReader read{source, kFormat};
    Snapshot s;
    static_cast<RunTime&>(s) = read.run_time();
    s.bodies = read_all(source, read.file());
    s.eps = read.from_zero("/", "eps");
    s.gravity = read.above_zero("/", "gravity");
    s.precision = read.word("/", "precision", {"single", "mixed", "double"});
    s.origin = origin_of(read, s.bodies.size());
    s.start = start_of(read, s.bodies);
    s.table = read.table<BodyLine>(kTable);
    if (read.file().has(kPicture))
        s.scale = {read.above_zero(kPicture, "width"),
                   read.above_zero(kPicture, "brightest")};
    return s;
}

BodyFile parse_hdf5(const Source& source, const Hdf5Reader& file) {
    return {.bodies = read_all(source, file),
            .time = file.number("/", "time").value_or(0),
            .format = "HDF5"};
}

}  // namespace tasuki::io
