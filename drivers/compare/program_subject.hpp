// A comparison of somebody's program: what it is started with, and which of its
// options take which values.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/matrix.hpp"
#include "drivers/compare/subject.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

struct ProgramComparison {
    const Subject* subject;  ///< never null; lives as long as the process
    Axes axes;
};

/// @param program  its name and the arguments of every cell
/// @param varied   "OPTION VALUES" each, VALUES in the notation of
/// patterns.hpp.
///                 --placement, --sched and --gpus are what they are for the
///                 commands of tasuki; others are parts of the problem, of
///                 which the first one with numbers is its size.
/// @param rate     key of the JSON with a speed; empty: repetitions per second
/// @param gpus     of this machine
/// @throws UsageError  one of `varied` is nothing of the kind, or is there
///                     twice
ProgramComparison compare_program(const std::vector<std::string>& program,
                                  const std::vector<std::string>& varied,
                                  const std::string& rate, int gpus);

/// The file that a shell would run.
/// @throws UnavailableError  there is none
std::string find_program(const std::string& name);

/// Of two programs, or of one whose other options vary, different.
std::string program_identity(const Subject& subject);

Json program_json(const Subject& subject);

/// @throws Json::Error  it is no program_json()
const Subject& program_from_json(const Json& json);

}  // namespace tasuki::drivers::compare
