// A program of ranks: `simulated_ranks_program GRAPH RANKS EACH GPUS`
// with EACH ranks on a node, and GPUS that each computes with, prints the
// nanoseconds that the graph takes on the first rank, and the place of all
// ranks.  It exits with 3 where a rank throws.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "runtime/core/clock.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/mpi/message.hpp"
#include "runtime/mpi/ranks.hpp"
#include "runtime/runtime.hpp"
#include "simulation/simulation.hpp"

using namespace tasuki;
using runtime::Array, runtime::Context, runtime::Update;

namespace {

struct Increment {
    static constexpr auto name = "increment";
    struct Args {};
    static void cpu(const Args&, Update<double>) { std::abort(); }
};

/// Eight nodes of four cores and three GPUs.
runtime::Machine machine() {
    return {.name = "test",
            .cpu_name = "CPU",
            .cores = 4,
            .memory_bytes = std::size_t{64} << 30,
            .cpu = {100e9, 40e9, 80e9, 0.5},
            .gpus = 3,
            .gpu = runtime::MachineGpu{"GPU",
                                       std::size_t{16} << 30,
                                       {1e12, 1e12, 2e12, 0.5},
                                       {10e9, 10e-6},
                                       {}},
            .nodes = 8,
            .network = runtime::MachineLink{8e9, 10e-6}};
}

constexpr std::size_t kDoubles = 500'000;  // 4 MB

using Graph = void (*)(Context&, Array<double>&);

void nothing(Context&, Array<double>&) {}

/// From the first rank to the second.
void message(Context& context, Array<double>& array) {
    const int rank = context.ranks().rank();
    if (rank == 0) runtime::submit_send(array, 1, 7);
    if (rank == 1) runtime::submit_receive(array, 0, 7);
}

/// A task on each rank, one after the other.
void chain(Context& context, Array<double>& array) {
    const auto& ranks = context.ranks();
    const int rank = ranks.rank();
    if (rank > 0) runtime::submit_receive(array, rank - 1, 7);
    runtime::submit<Increment>(context, {}, array);
    if (rank + 1 < ranks.size()) runtime::submit_send(array, rank + 1, 7);
}

/// Each rank sends to the next, all at once.
void shift(Context& context, Array<double>& array) {
    const auto& ranks = context.ranks();
    Array<double> other{context, array.size()};
    const int rank = ranks.rank(), size = ranks.size();
    runtime::submit_send(array, (rank + 1) % size, 7);
    runtime::submit_receive(other, (rank + size - 1) % size, 7);
    context.wait();
}

/// From the first rank to the last.
void across(Context& context, Array<double>& array) {
    const auto& ranks = context.ranks();
    const int rank = ranks.rank(), last = ranks.size() - 1;
    if (rank == 0) runtime::submit_send(array, last, 7);
    if (rank == last) runtime::submit_receive(array, 0, 7);
}

/// One rank is not as the others.
void failure(Context& context, Array<double>&) {
    if (context.ranks().rank() == 1)
        throw runtime::UnavailableError("rank 1 has thrown");
}

/// It waits for a message that nobody sends.
void silence(Context& context, Array<double>& array) {
    if (context.ranks().rank() == 1) runtime::submit_receive(array, 0, 9);
}

/// The node of a rank, and what is its of that.
std::string place_of(const runtime::Ranks& ranks) {
    return fmt::format(
        "{}:{},GPU{}", runtime::host_name(),
        fmt::join(runtime::allowed_cpus(), ":"),
        fmt::join(runtime::find_resources({.ranks = &ranks}).gpus, ",GPU"));
}

void run(Graph graph, int gpus) {
    const auto& ranks = runtime::mpi_ranks();
    Context context{{.gpus = gpus, .ranks = &ranks}};
    Array<double> array{context, kDoubles};
    array.write();
    ranks.barrier();
    const auto start = runtime::machine_nanoseconds();
    graph(context, array);
    context.wait();
    ranks.barrier();
    const auto end = runtime::machine_nanoseconds();
    double sum[] = {1.0, double(ranks.rank())};
    ranks.sum(sum);
    const auto texts = ranks.gather(place_of(ranks));
    const double largest = ranks.largest(ranks.rank());
    if (ranks.is_first())
        std::printf("%lld %g %g %g\n", static_cast<long long>(end - start),
                    sum[0], sum[1], largest);
    if (ranks.is_first())
        for (const auto& text : texts) std::printf("%s\n", text.c_str());
}

}  // namespace

int main(int, char** argv) {
    static const std::map<std::string, Graph> graphs{
        {"nothing", nothing}, {"message", message}, {"chain", chain},
        {"shift", shift},     {"across", across},   {"failure", failure},
        {"silence", silence}};
    try {
        runtime::simulate(machine(), {std::atoi(argv[2]), std::atoi(argv[3])},
                          [&] { run(graphs.at(argv[1]), std::atoi(argv[4])); });
    } catch (const runtime::Error& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return static_cast<int>(e.exit_code());
    }
    return 0;
}
