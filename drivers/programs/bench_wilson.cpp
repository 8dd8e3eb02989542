// tasuki-bench-wilson: `tasuki bench wilson`.
#include <CLI/CLI.hpp>

#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

namespace {

/// The kernels by themselves are timed on one rank, the operator on many.
bool has_engine(const CLI::App& command) {
    return command.count("--engine") > 0;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    return run_program(argc, argv, {"bench", {add_bench_wilson}, has_engine});
}
