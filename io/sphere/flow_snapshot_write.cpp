#include <cmath>
#include <numbers>
#include <span>

#include "codelets/sphere/flow_sums.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/sphere/flow_snapshot.hpp"
#include "io/sphere/flow_snapshot_names.hpp"
#include "runtime/version.hpp"

namespace tasuki::io {

namespace {

constexpr double kDegree = 180 / std::numbers::pi;

/// (S, 2), as complex numbers lie in memory.
std::span<const double> flat(const Vorticity& s) {
    return {reinterpret_cast<const double*>(s.data()), 2 * s.size()};
}

void add_field(Hdf5Writer& file, const sphere::Grid& grid,
               const std::vector<double>& field) {
    const auto rows = static_cast<hsize_t>(grid.latitudes);
    const auto columns = static_cast<hsize_t>(grid.longitudes);
    std::vector<double> latitude, longitude;
    for (const auto& node : sphere::nodes_of(grid.kind, grid.latitudes))
        latitude.push_back(kDegree * std::asin(node.mu));
    for (hsize_t i = 0; i < columns; ++i)
        longitude.push_back(360 * static_cast<double>(i) /
                            static_cast<double>(columns));
    file.add_dataset("/vorticity", field, {rows, columns});
    file.add_attribute("/vorticity", "unit", std::string{"1 / day"});
    file.add_dataset("/latitude", latitude, {rows});
    file.add_attribute("/latitude", "unit", std::string{"degree"});
    file.add_dataset("/longitude", longitude, {columns});
    file.add_attribute("/longitude", "unit", std::string{"degree"});
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
    file.add_attribute("/", "format", std::string{kFlowFormatName});
    file.add_attribute("/", "format_version", kFlowFormatVersion);
    file.add_attribute("/", "program", "Tasuki " + runtime::version());
    file.add_attribute(
        "/", "conventions",
        std::string{
            "zeta = sum_n s_n^0 P_n^0 + 2 Re sum_(m>0) s_n^m P_n^m "
            "exp(i m lambda), P normalized to 1 over the sphere, with the "
            "phase of Condon and Shortley; m = 0 .. M, n = m .. M; d zeta / dt "
            "= -div((zeta + 2 rotation sin(phi)) v) + (-1)^(order + 1) "
            "viscosity (lap + 2)^order zeta"});
    file.add_attribute("/", "units", std::string{"radius of the sphere, day"});
    file.add_attribute("/", "truncation",
                       static_cast<std::uint64_t>(s.degrees));
    file.add_attribute("/", "time", s.time);
    file.add_attribute("/", "step", s.step);
    file.add_attribute("/", "dt", s.clock.dt);
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

}  // namespace

void write_flow(const std::string& path, const FlowSnapshot& s,
                const sphere::Grid& grid, const std::vector<double>& field) {
    Hdf5Writer file;
    file.add_dataset(kSpectrum, flat(s.vorticity), {s.vorticity.size(), 2});
    file.add_attribute(kSpectrum, "unit", std::string{"1 / day"});
    if (!field.empty()) add_field(file, grid, field);
    add_state(file, s);
    add_sums(file, s);
    file.add_group(kFlowStart);
    file.add_attribute(kFlowStart, "time", s.start_time);
    file.add_attribute(kFlowStart, "energy", s.start_energy);
    file.add_attribute(kFlowStart, "enstrophy", s.start_enstrophy);
    file.add_group(kFlowClock);
    file.add_attribute(kFlowClock, "origin_time", s.clock.origin_time);
    file.add_attribute(kFlowClock, "origin_step", s.clock.origin_step);
    if (s.largest) {
        file.add_group(kFlowPicture);
        file.add_attribute(kFlowPicture, "largest", *s.largest);
    }
    AtomicFile out{path};
    out.write(file.image());
    out.commit();
}

}  // namespace tasuki::io
