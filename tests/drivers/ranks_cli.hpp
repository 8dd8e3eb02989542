// Runs `mpirun -np N tasuki` as a user would.
#pragma once

#include <fmt/format.h>

#include "tests/drivers/cli.hpp"

namespace tasuki::test {

/// As tests/CMakeLists.txt tells CTest, for who starts the test by hand or from
/// a bundle: more ranks than cores, not bound to them, and as root in
/// containers.  Another MPI than Open MPI does not read these.
inline const std::string kMpirun =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
    "OMPI_MCA_rmaps_base_oversubscribe=1 "
    "OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 "
    "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe "
    "PRTE_MCA_hwloc_default_binding_policy=none "
    "timeout 120 mpirun -n ";

inline CliResult run_ranks(int ranks, const std::string& arguments) {
    return run_cli(arguments, fmt::format("{}{} ", kMpirun, ranks));
}

/// What a rank runs, before its arguments.
inline std::string program() {
    return fmt::format("'{}' ", cli_path());
}

/// Two ranks with a command each.
inline CliResult run_pair(const std::string& first, const std::string& second) {
    return run_command(kMpirun + "1 " + first + " : -n 1 " + second);
}

inline constexpr const char* kProblem =
    "wilson --gpus 0 --repetitions 1 --iterations 2 --apply 3 "
    "--gauge hot:3 --lattice 8x4x8x8 ";

inline std::string sample() {
    return sample_path("wilson_b6.0_8x8x8x16.nersc");
}

}  // namespace tasuki::test
