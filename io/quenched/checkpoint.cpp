#include "io/quenched/checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "io/hdf5/checkpoint.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kFormat{"Tasuki quenched checkpoint", 2,
                                   "a checkpoint of gauge generate", ""};
constexpr const char *kLinks = "/links", *kHistory = "/history";

using lattice::Matrix3;
constexpr std::size_t kReals = sizeof(Matrix3) / sizeof(double);
static_assert(kReals == 18);

std::vector<hsize_t> shape_of(const lattice::Extents& extents) {
    std::vector<hsize_t> shape{extents.n.rbegin(), extents.n.rend()};
    shape.insert(shape.end(), {lattice::kDimensions, 3, 3, 2});
    return shape;
}

/// @throws InputError  no such array, or extents that no lattice has
lattice::Extents extents_of(const CheckpointReader& read) {
    const auto shape = read.file().shape(kLinks);
    lattice::Extents extents;
    bool fits = shape.size() == 8;
    for (std::size_t d = 0; fits && d < 4; ++d) {
        fits = shape[d] >= 1 && shape[d] <= 4096;
        extents.n[3 - d] = static_cast<int>(shape[d]);
    }
    if (!fits || shape != shape_of(extents))
        read.refuse("bad shape", kLinks, "(T, Z, Y, X, 4, 3, 3, 2)",
                    fmt::format("({})", fmt::join(shape, ", ")));
    return extents;
}

/// Their third rows and unitarity are those of a sweep, which ends with a
/// reunitarization.
lattice::GaugeField links(const CheckpointReader& read) {
    lattice::GaugeField field{extents_of(read)};
    const auto values = read.file().dataset(kLinks);
    std::ranges::copy(values, reinterpret_cast<double*>(field.links().data()));
    constexpr double kRounding = 1e-12;
    const auto worst = lattice::worst_unitarity(field);
    if (!(worst.defect < kRounding))
        read.refuse("not SU(3)",
                    fmt::format("link {} of site {} of {}", worst.mu,
                                worst.site, kLinks),
                    "a unitary matrix", fmt::format("{}", worst.defect));
    read.check_close("/", "plaquette", lattice::plaquette(field).average,
                     kRounding);
    return field;
}

/// One for every measurement up to the sweep.
std::vector<SweepLine> history(const CheckpointReader& read,
                               const QuenchedState& s) {
    auto lines = read.table<SweepLine>(kHistory);
    const auto expected = s.measure_every > 0 ? s.sweep / s.measure_every : 0;
    bool fits = lines.size() == expected;
    for (std::size_t k = 0; fits && k < lines.size(); ++k)
        fits = lines[k].sweep == static_cast<double>((k + 1) * s.measure_every);
    if (!fits)
        read.refuse("contradicts the rest of the file", kHistory,
                    fmt::format("{} lines, one every {} sweeps", expected,
                                s.measure_every),
                    fmt::format("{} lines", lines.size()));
    return lines;
}

}  // namespace

void write_quenched(const std::string& path, const QuenchedState& s) {
    const auto& links = s.field.links();
    Hdf5Writer file{sizeof(lattice::Matrix3) * links.size()};
    file.add_dataset(
        kLinks,
        {reinterpret_cast<const double*>(links.data()), kReals * links.size()},
        shape_of(s.field.extents()));
    add_table(file, kHistory, s.history);
    add_checkpoint(file, kFormat);
    file.add_attribute("/", "beta", s.beta);
    file.add_attribute("/", "seed", s.seed);
    file.add_attribute("/", "start", s.start);
    file.add_attribute("/", "overrelaxation",
                       static_cast<std::uint64_t>(s.overrelaxation));
    file.add_attribute("/", "measure_every", s.measure_every);
    file.add_attribute("/", "sweep", std::uint64_t{s.sweep});
    file.add_attribute("/", "plaquette", lattice::plaquette(s.field).average);
    file.write_to(path);
}

QuenchedState read_quenched(const Source& source) {
    const CheckpointReader read{source, kFormat};
    QuenchedState s{.field = links(read),
                    .beta = read.above_zero("/", "beta"),
                    .seed = read.whole("/", "seed"),
                    .start = read.word("/", "start", {"cold", "hot"})};
    s.overrelaxation =
        static_cast<int>(read.whole("/", "overrelaxation", 0, 1000));
    s.measure_every = read.whole("/", "measure_every");
    s.sweep = static_cast<std::uint32_t>(
        read.whole("/", "sweep", 0, std::numeric_limits<std::uint32_t>::max()));
    s.history = history(read, s);
    return s;
}

}  // namespace tasuki::io
