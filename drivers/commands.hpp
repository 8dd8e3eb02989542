// The commands of `tasuki`, one line each: which program runs a command, and
// what help says of it. Each program links only what its commands need, so
// that a first use compiles no more than that.
#pragma once

#include <array>
#include <string_view>

namespace tasuki::drivers {

struct Command {
    std::string_view group;    ///< the word before its name, or none
    std::string_view name;     ///< the word itself
    std::string_view program;  ///< libexec/tasuki/tasuki-PROGRAM runs it
    std::string_view summary;  ///< for help
};

inline constexpr std::array kCommands{
    Command{"", "wilson", "wilson",
            "apply the Wilson-Dirac operator to a source, check the answer, "
            "and time it"},
    Command{"", "nbody", "nbody",
            "follow bodies under their own gravity, summed directly, and time "
            "it"},
    Command{"", "sht", "sht",
            "spherical harmonic transforms of fields, and their time"},
    Command{"", "sphere", "sphere",
            "follow a flow without divergence on a rotating sphere, by "
            "spherical harmonics, and time it"},
    Command{"", "devices", "devices",
            "what this machine computes with, and how fast the links between "
            "its memories are"},
    Command{"gauge", "info", "gauge",
            "checks a gauge configuration and prints what it is: format, "
            "lattice, plaquette and link trace (averages of Re tr / 3), "
            "checksum, unitarity"},
    Command{"gauge", "convert", "gauge",
            "reads and checks a gauge configuration and writes it in another "
            "format; OUT is replaced only when the new file is complete"},
    Command{"gauge", "generate", "gauge",
            "makes a quenched SU(3) configuration of the Wilson gauge action "
            "by heat bath and overrelaxation"},
    Command{"bench", "nbody", "bench-nbody",
            "check and time the pull of N bodies on each other, on the CPUs "
            "and on a GPU, beside the multiply-adds measured in the same run"},
    Command{"bench", "sht", "bench-sht",
            "check and time spherical harmonic transforms on quadratic Gauss "
            "grids; GFLOP/s count J (M + 1)^2 for each direction"},
    Command{"bench", "wilson", "bench-wilson",
            "check and time the Wilson kernels one by one, on the CPUs and on "
            "a GPU; with --engine, the whole operator D driven in several "
            "ways"},
    Command{"compare", "wilson", "compare",
            "run tasuki wilson for every combination of these lists, each in "
            "a process of its own, and report; what a folder has already is "
            "not run again"},
    Command{"compare", "report", "compare",
            "make the report of a folder anew, without a run"},
    Command{"trace", "summary", "trace",
            "time of each phase, what each worker did, what moved and what "
            "hid behind what, and the longest chain of an iteration"},
    Command{"trace", "view", "trace", "open a trace in ViTE, if that is here"},
    Command{"trace", "report", "trace",
            "make the views of a trace anew, from the tables in its folder: "
            "report.html, paje.trace, trace.json, dag.svg"},
    Command{"trace", "compare", "trace",
            "two traces side by side, per iteration: phases, workers, "
            "exchange; and what changed, in words"},
};

struct Group {
    std::string_view name, summary;
};

inline constexpr std::array kGroups{
    Group{"gauge", "gauge configurations"},
    Group{"bench", "how fast the kernels are here"},
    Group{"compare", "placements, policies and blocks on the same work"},
    Group{"trace", "what --trace has recorded"},
};

/// The program that answers what names no command: help, the version, and
/// words that are not known.
inline constexpr std::string_view kHomeProgram = "devices";

}  // namespace tasuki::drivers
