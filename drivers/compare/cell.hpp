// One cell of a comparison: what `tasuki wilson` is asked for once.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "codelets/lattice/extents.hpp"

namespace tasuki::drivers::compare {

/// The blocks of a cell that leaves them to `tasuki wilson`.
inline constexpr const char* kAutomatic = "auto";

struct Cell {
    lattice::Extents lattice;  ///< [sites]
    std::string precision;     ///< double or single
    int reconstruct;           ///< reals stored per link
    int ranks;                 ///< processes; they cut the lattice along T
    int gpus;                  ///< of each rank
    std::string blocks;        ///< XxYxZxT of the whole lattice, or kAutomatic
    std::string policy;        ///< of StarPU
    std::string placement;

    bool operator==(const Cell&) const = default;
};

/// A name that no other cell has, of letters that any file system takes:
/// "8x8x8x16_double_r18_n1_g0_b1x1x1x2_lws_dynamic".
std::string key(const Cell& cell);

/// What follows `tasuki`, without where the result goes:
/// wilson --gauge hot:1 --lattice ...
std::vector<std::string> arguments(const Cell& cell, int repetitions);

/// The command as a user types it: [mpirun -np N] tasuki wilson ...
std::string command_line(const Cell& cell, int repetitions);

nlohmann::ordered_json to_json(const Cell& cell);

/// @throws nlohmann::json::exception, UsageError  it is no cell
Cell cell_from_json(const nlohmann::ordered_json& json);

}  // namespace tasuki::drivers::compare
