#include "io/sphere/flow_snapshot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <span>

#include "codelets/sphere/flow_sums.hpp"
#include "codelets/sphere/truncation.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5/checkpoint.hpp"
#include "io/sphere/grid_file.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kFormat{"Tasuki sphere snapshot", 1,
                                   "a snapshot of a flow", ""};
constexpr const char* kSpectrum = "/vorticity_spectrum";

/// (S, 2), as complex numbers lie in memory.
std::span<const double> flat(const Vorticity& s) {
    return {reinterpret_cast<const double*>(s.data()), 2 * s.size()};
}

void add_field(Hdf5Writer& file, const sphere::Grid& grid,
               const std::vector<double>& field) {
    const auto latitudes = latitudes_of(grid), longitudes = longitudes_of(grid);
    file.add_dataset("/vorticity", field,
                     {latitudes.size(), longitudes.size()});
    file.add_attribute("/vorticity", "unit", "1 / day");
    file.add_dataset("/latitude", latitudes, {latitudes.size()});
    file.add_attribute("/latitude", "unit", "degree");
    file.add_dataset("/longitude", longitudes, {longitudes.size()});
    file.add_attribute("/longitude", "unit", "degree");
}

void add_sums(Hdf5Writer& file, const FlowSnapshot& s) {
    const auto sums = sphere::flow_sums(s.degrees, s.vorticity);
    const auto degrees = static_cast<hsize_t>(s.degrees) + 1;
    file.add_dataset("/energy_spectrum", sums.energy_of_degree, {degrees});
    file.add_dataset("/enstrophy_spectrum", sums.enstrophy_of_degree,
                     {degrees});
    file.add_attribute("/", "energy", sums.energy);
    file.add_attribute("/", "enstrophy", sums.enstrophy);
    file.add_attribute("/", "angular_momentum", sums.angular_momentum);
}

void add_state(Hdf5Writer& file, const FlowSnapshot& s) {
    add_checkpoint(file, kFormat, s.clock);
    file.add_attribute(
        "/", "conventions",
        "zeta = sum_n s_n^0 P_n^0 + 2 Re sum_(m>0) s_n^m P_n^m "
        "exp(i m lambda), P normalized to 1 over the sphere, with the "
        "phase of Condon and Shortley; m = 0 .. M, n = m .. M; d zeta / dt "
        "= -div((zeta + 2 rotation sin(phi)) v) + (-1)^(order + 1) "
        "viscosity (lap + 2)^order zeta");
    file.add_attribute("/", "units", "radius of the sphere, day");
    file.add_attribute("/", "truncation",
                       static_cast<std::uint64_t>(s.degrees));
    file.add_attribute("/", "time", s.time);
    file.add_attribute("/", "step", s.step);
    file.add_attribute("/", "rotation", s.rotation);
    file.add_attribute("/", "viscosity", s.damping.viscosity);
    file.add_attribute("/", "order",
                       static_cast<std::uint64_t>(s.damping.order));
    file.add_attribute("/", "start", s.origin.name());
    if (!s.plans.empty()) file.add_attribute("/", "fft_plans", s.plans);
    if (s.origin.kind == FlowOrigin::Kind::random) {
        file.add_attribute("/", "seed", s.origin.seed);
        file.add_attribute("/", "wind", s.origin.wind);
    }
}

int whole(const CheckpointReader& read, const char* name, std::uint64_t least,
          std::uint64_t most) {
    const auto value = read.whole("/", name);
    if (value < least || value > most)
        read.refuse("bad number", fmt::format("attribute {} of /", name),
                    fmt::format("{} to {}", least, most),
                    fmt::format("{}", value));
    return static_cast<int>(value);
}

Vorticity vorticity(const CheckpointReader& read, int degrees) {
    const std::size_t size = sphere::triangle(degrees).size();
    const auto shape = read.file().shape(kSpectrum);
    if (shape != std::vector<hsize_t>{size, 2})
        read.refuse("bad shape", kSpectrum, fmt::format("({}, 2)", size),
                    fmt::format("({})", fmt::join(shape, ", ")));
    const auto values = read.file().dataset(kSpectrum);
    Vorticity s(size);
    for (std::size_t k = 0; k < size; ++k) {
        s[k] = {values[2 * k], values[2 * k + 1]};
        const bool is_real =
            k > static_cast<std::size_t>(degrees) || s[k].imag() == 0;
        if (!std::isfinite(s[k].real()) || !std::isfinite(s[k].imag()) ||
            !is_real)
            read.refuse(
                "bad number", fmt::format("{} of {}", k, kSpectrum),
                is_real ? "finite numbers" : "a real number, of order 0",
                fmt::format("{}, {}", s[k].real(), s[k].imag()));
    }
    return s;
}

FlowOrigin origin_of(const CheckpointReader& read) {
    auto origin = parse_origin(read.text("/", "start"));
    if (origin.kind == FlowOrigin::Kind::random) {
        origin.seed = read.whole("/", "seed");
        origin.wind = read.number("/", "wind");
    }
    return origin;
}

}  // namespace

void write_flow(const std::string& path, const FlowSnapshot& s,
                const sphere::Grid& grid, const std::vector<double>& field) {
    Hdf5Writer file;
    file.add_dataset(kSpectrum, flat(s.vorticity), {s.vorticity.size(), 2});
    file.add_attribute(kSpectrum, "unit", "1 / day");
    if (!field.empty()) add_field(file, grid, field);
    add_state(file, s);
    add_sums(file, s);
    file.add_group(kStart);
    file.add_attribute(kStart, "time", s.start_time);
    file.add_attribute(kStart, "energy", s.start_energy);
    file.add_attribute(kStart, "enstrophy", s.start_enstrophy);
    if (s.largest) {
        file.add_group(kPicture);
        file.add_attribute(kPicture, "largest", *s.largest);
    }
    write_file(path, file.image());
}

FlowSnapshot read_flow(const Source& source) {
    const CheckpointReader read{source, kFormat};
    FlowSnapshot s;
    s.degrees = whole(read, "truncation", 2, 32767);
    s.vorticity = vorticity(read, s.degrees);
    s.time = read.number("/", "time");
    s.step = read.whole("/", "step");
    s.rotation = read.number("/", "rotation");
    s.damping = {read.number("/", "viscosity"), whole(read, "order", 1, 16)};
    s.origin = origin_of(read);
    s.clock = read.clock();
    s.start_time = read.number(kStart, "time");
    s.start_energy = read.number(kStart, "energy");
    s.start_enstrophy = read.number(kStart, "enstrophy");
    s.plans = read.file().text("/", "fft_plans").value_or("");
    if (read.file().has(kPicture))
        s.largest = read.above_zero(kPicture, "largest");
    return s;
}

}  // namespace tasuki::io
