// The commands of `tasuki`: which program runs a command, and what help says of
// it. Each program links only what its commands need, so that a first use
// compiles no more than that.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tasuki::drivers {

/// Whether the ranks of a launcher may run a command together.
enum class LaunchedAs : std::uint8_t { one, any, with_engine };

/// As drivers/commands.def has them.
struct Command {
    std::string_view group, name, program;
    LaunchedAs ranks;
    std::string_view summary;
};

#define TASUKI_COMMAND(group, name, program, add, ranks, summary) \
    Command{group, name, program, LaunchedAs::ranks, summary},
inline constexpr std::array kCommands{
#include "drivers/commands.def"
};
#undef TASUKI_COMMAND

struct Group {
    std::string_view name, summary;
};

inline constexpr std::array kGroups{
    Group{"gauge", "check, convert and generate gauge configurations"},
    Group{"bench", "time the kernels of this machine"},
    Group{"compare", "compare placements, policies and block sizes"},
    Group{"simulate", "run a command on a machine that is not here"},
    Group{"trace", "look at what --trace recorded"},
};

/// The program that answers what names no command: help, the version, and
/// words that are not known.
inline constexpr std::string_view kHomeProgram = "devices";

}  // namespace tasuki::drivers
