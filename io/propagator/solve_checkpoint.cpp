#include "io/propagator/solve_checkpoint.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <tuple>
#include <utility>

#include "io/propagator/columns.hpp"

namespace tasuki::io {

namespace {

constexpr CheckpointFormat kStateFormat{"Tasuki solve checkpoint", 4,
                                        "a checkpoint of solve", ""};
constexpr const char* kRunning = "/running";
constexpr std::uint64_t kMostSources = 12;

std::string path_of(const char* group, std::size_t k) {
    return fmt::format("{}/{}", group, k);
}

void add_state(Hdf5Writer& file, const std::string& path,
               const PropagatorColumn& column) {
    add_column(file, path, column);
    file.add_attribute(path.c_str(), "name", column.name);
    file.add_attribute(path.c_str(), "seconds", column.seconds);
    file.add_attribute(path.c_str(), "iterations_seconds",
                       column.iterations_seconds);
    file.add_attribute(path.c_str(), "inner", column.inner);
}

PropagatorColumn read_state(const CheckpointReader& read,
                            const std::string& path,
                            const lattice::Extents& extents) {
    const char* at = path.c_str();
    auto column = read_column(read, path, extents);
    column.name = read.text(at, "name");
    column.seconds = read.from_zero(at, "seconds");
    column.iterations_seconds = read.from_zero(at, "iterations_seconds");
    column.inner = read.word(at, "inner", {"double", "single", "half"});
    return column;
}

SolveProblem read_problem(const CheckpointReader& read) {
    SolveProblem p{};
    p.gauge = read.text("/", "gauge");
    constexpr const char* kNames[] = {"x", "y", "z", "t"};
    for (int mu = 0; mu < lattice::kDimensions; ++mu)
        p.extents.n[mu] =
            static_cast<int>(read.whole("/", kNames[mu], 1, 4096));
    p.links_crc32 = static_cast<std::uint32_t>(
        read.whole("/", "links_crc32", 0, 0xffffffff));
    p.kappa = read.number("/", "kappa");
    p.csw = read.number("/", "csw");
    p.mu = read.number("/", "mu");
    p.bc_t = read.word("/", "bc_t", {"periodic", "antiperiodic"});
    p.source = read.text("/", "source");
    p.solver = read.word("/", "solver", {"cg", "bicgstab"});
    p.tolerance = read.above_zero("/", "tolerance");
    p.precision = read.text("/", "precision");
    return p;
}

}  // namespace

std::uint32_t crc32_of(const lattice::GaugeField& u,
                       const lattice::Region& own) {
    constexpr std::size_t kSite = 4 * sizeof(lattice::Matrix3);
    const auto& whole = own.whole();
    const std::size_t row = own.extents()[0];  // one run of memory
    std::uint32_t crc = 0;
    for (std::size_t n = 0; n < own.volume(); n += row) {
        const auto first = own.site(n);
        const auto of_row = ::crc32_z(
            0, reinterpret_cast<const Bytef*>(u.links_of(first)), row * kSite);
        const std::size_t behind = whole.volume() - whole.index(first) - row;
        crc ^= static_cast<std::uint32_t>(
            ::crc32_combine(of_row, 0, static_cast<z_off_t>(behind * kSite)));
    }
    return crc;
}

void write_solve_checkpoint(const std::string& path, const SolveState& s) {
    const SolveProblem& p = s.problem;
    Hdf5File whole{path, bytes_of(s.solved) + bytes_of(s.running)};
    whole.add([&](Hdf5Writer& file) {
        add_checkpoint(file, kStateFormat);
        file.add_attribute("/", "gauge", p.gauge);
        constexpr const char* kNames[] = {"x", "y", "z", "t"};
        for (int mu = 0; mu < lattice::kDimensions; ++mu)
            file.add_attribute("/", kNames[mu],
                               static_cast<std::uint64_t>(p.extents[mu]));
        file.add_attribute("/", "links_crc32", std::uint64_t{p.links_crc32});
        file.add_attribute("/", "kappa", p.kappa);
        file.add_attribute("/", "csw", p.csw);
        file.add_attribute("/", "mu", p.mu);
        file.add_attribute("/", "bc_t", p.bc_t);
        file.add_attribute("/", "source", p.source);
        file.add_attribute("/", "solver", p.solver);
        file.add_attribute("/", "tolerance", p.tolerance);
        file.add_attribute("/", "precision", p.precision);
        file.add_attribute("/", "solved", std::uint64_t{s.solved.size()});
        file.add_attribute("/", "running", std::uint64_t{s.running.size()});
        for (const auto& [group, columns] :
             {std::pair{kSolutions, &s.solved}, {kRunning, &s.running}}) {
            file.add_group(group);
            for (std::size_t k = 0; k < columns->size(); ++k)
                add_state(file, path_of(group, k), (*columns)[k]);
        }
    });
    whole.commit();
}

SolveState read_solve_checkpoint(const Source& source) {
    const CheckpointReader read{source, kStateFormat};
    SolveState s{read_problem(read)};
    for (const auto& [group, count, columns] :
         {std::tuple{kSolutions, "solved", &s.solved},
          {kRunning, "running", &s.running}})
        for (std::size_t k = 0, n = read.whole("/", count, 0, kMostSources);
             k < n; ++k)
            columns->push_back(
                read_state(read, path_of(group, k), s.problem.extents));
    return s;
}

}  // namespace tasuki::io
