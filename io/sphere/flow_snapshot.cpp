#include "io/sphere/flow_snapshot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <span>

#include "codelets/sphere/flow_sums.hpp"
#include "codelets/sphere/truncation.hpp"
#include "io/hdf5/checkpoint.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kFormat{"Tasuki sphere snapshot", 2,
                                   "a snapshot of a flow", ""};
constexpr const char *kSpectrum = "/vorticity_spectrum", *kField = "/vorticity",
                     *kTable = "/table";

/// (S, 2), as complex numbers lie in memory.
std::span<const double> flat(const Vorticity& s) {
    return {reinterpret_cast<const double*>(s.data()), 2 * s.size()};
}

void add_field(Hdf5Writer& file, const GridAxes& axes,
               const std::vector<double>& field) {
    const auto& [latitudes, longitudes] = axes;
    file.add_dataset(kField, field, {latitudes.size(), longitudes.size()});
    file.add_attribute(kField, "unit", "1 / day");
    file.add_dataset("/latitude", latitudes, {latitudes.size()});
    file.add_attribute("/latitude", "unit", "degree");
    file.add_dataset("/longitude", longitudes, {longitudes.size()});
    file.add_attribute("/longitude", "unit", "degree");
}

void add_sums(Hdf5Writer& file, const sphere::FlowSums& sums) {
    const hsize_t degrees = sums.energy_of_degree.size();
    file.add_dataset("/energy_spectrum", sums.energy_of_degree, {degrees});
    file.add_dataset("/enstrophy_spectrum", sums.enstrophy_of_degree,
                     {degrees});
    file.add_attribute("/", "energy", sums.energy);
    file.add_attribute("/", "enstrophy", sums.enstrophy);
    file.add_attribute("/", "angular_momentum", sums.angular_momentum);
}

void add_state(Hdf5Writer& file, const FlowSnapshot& s) {
    add_checkpoint(file, kFormat);
    add_run_time(file, s);
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
        origin.wind = read.above_zero("/", "wind");
    }
    return origin;
}

/// They cost little, and a spectrum that changed has others.
void check_sums(const CheckpointReader& read, const FlowSnapshot& s) {
    const auto sums = sphere::flow_sums(s.degrees, s.vorticity);
    constexpr double kRounding = 1e-9;
    read.check_close("/", "energy", sums.energy, kRounding * sums.energy);
    read.check_close("/", "enstrophy", sums.enstrophy,
                     kRounding * sums.enstrophy);
    read.check_close("/", "angular_momentum", sums.angular_momentum,
                     kRounding * std::abs(sums.angular_momentum));
}

}  // namespace

void write_flow(const std::string& path, const FlowSnapshot& s,
                const GridAxes& axes, const std::vector<double>& field) {
    const auto sums = sphere::flow_sums(s.degrees, s.vorticity);
    const Hdf5Lock lock;
    Hdf5Writer file{sizeof(double) * (2 * s.vorticity.size() + field.size())};
    file.add_dataset(kSpectrum, flat(s.vorticity), {s.vorticity.size(), 2});
    file.add_attribute(kSpectrum, "unit", "1 / day");
    if (!field.empty()) add_field(file, axes, field);
    add_state(file, s);
    add_sums(file, sums);
    file.add_attribute(kStart, "energy", s.start_energy);
    file.add_attribute(kStart, "enstrophy", s.start_enstrophy);
    add_table(file, kTable, s.table);
    if (s.largest) {
        file.add_group(kPicture);
        file.add_attribute(kPicture, "largest", *s.largest);
    }
    file.write_to(path);
}

FlowSnapshot read_flow(const Source& source, std::vector<double>* field) {
    const CheckpointReader read{source, kFormat};
    FlowSnapshot s;
    static_cast<RunTime&>(s) = read.run_time();
    s.degrees = static_cast<int>(read.whole("/", "truncation", 2, 32767));
    s.vorticity = vorticity(read, s.degrees);
    check_sums(read, s);
    s.rotation = read.number("/", "rotation");
    s.damping = {read.from_zero("/", "viscosity"),
                 static_cast<int>(read.whole("/", "order", 1, 16))};
    s.origin = origin_of(read);
    s.start_energy = read.from_zero(kStart, "energy");
    s.start_enstrophy = read.from_zero(kStart, "enstrophy");
    s.table = read.table<FlowLine>(kTable);
    s.plans = read.file().text("/", "fft_plans").value_or("");
    if (read.file().has(kPicture))
        s.largest = read.above_zero(kPicture, "largest");
    if (field != nullptr) *field = read.file().dataset(kField);
    return s;
}

}  // namespace tasuki::io
