// One cell of a comparison: what a command is asked for once.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/subject.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

/// The blocks of a cell that leaves them to the command.
inline constexpr const char* kAutomatic = "auto";

/// The policy or placement of a cell that leaves it to the program.
inline constexpr const char* kUnsaid = "default";

/// Of a cell, and of each rank: more are a slip.
inline constexpr int kMostRanks = 1024, kMostGpus = 64;

/// What a cell writes while it computes: nothing, or outputs for which the work
/// waits, or that are written beside it.
inline constexpr const char *kNoOutputs = "none", *kInLine = "line",
                            *kBeside = "beside";
/// These, in the order of tables.
const std::vector<std::string>& outputs_words();

/// "no outputs", "outputs in line", "outputs beside"
std::string describe_outputs(const std::string& outputs);

struct Cell {
    const Subject* subject;            ///< never null
    std::vector<std::string> problem;  ///< a value for each of its axes
    int ranks;                         ///< processes; they cut the problem
    int gpus;                          ///< of each rank
    std::string blocks;  ///< XxYxZxT or kAutomatic; empty: it has none
    std::string policy;  ///< of StarPU
    std::string placement;
    /// Which of several processes that do the same, from 1.
    int process = 1;
    std::string outputs = kNoOutputs;

    bool has_outputs() const { return outputs != kNoOutputs; }
    bool operator==(const Cell&) const = default;
    /// The last number of the first value, the x axis of charts; 1 if it has
    /// none.
    int size() const {
        const auto numbers = numbers_in(problem.front());
        return numbers.empty() ? 1 : numbers.back();
    }
};

/// A name that no other cell of the subject has, of letters that any file
/// system takes: "8x8x8x16_double_r18_n1_g0_b1x1x1x2_lws_dynamic".
std::string key(const Cell& cell);

/// `text` as the name of a file: without the signs that a file system or a
/// shell takes for its own.  Other texts have other names.
std::string file_name(std::string text);

/// What follows `tasuki`, without where the result goes:
/// wilson --gauge hot:1 --lattice ..., or simulate --machine FILE wilson ...;
/// of a program, also its name.
/// @param folder  for outputs
std::vector<std::string> arguments(const Cell& cell, int repetitions,
                                   const std::string& folder = "DIR");

/// Words as a user types them in a shell.
std::string shell_line(const std::vector<std::string>& words);

/// Whether mpirun starts its ranks; a simulation has them in one process.
bool is_launched(const Cell& cell);

/// The command as a user types it: [mpirun -np N] tasuki wilson ...
std::string command_line(const Cell& cell, int repetitions);

/// Smallest problem first, then in the order of the axes; the placements of the
/// same work are neighbours, in the order in which `--help` names them.
bool before(const Cell& a, const Cell& b);

Json to_json(const Cell& cell);

/// @throws Json::Error  it is no cell
Cell cell_from_json(const Subject& subject, const Json& json);

}  // namespace tasuki::drivers::compare
