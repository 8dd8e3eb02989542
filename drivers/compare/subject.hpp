// What a comparison is of: a command, the problems that it can be given, and
// where its JSON has the speed. Everything else in this folder is the same for
// all subjects.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

struct Cell;

/// Lists in the notation of patterns.hpp, for a machine without and with GPUs.
struct Defaults {
    std::string on_cpu, on_gpu;
};

/// One part of a problem.  A value is kept as text: "16x16x16x32", "double".
struct Axis {
    std::string name;      ///< in JSON, and in CSV unless it has columns
    std::string option;    ///< of tasuki compare: takes a list
    std::string argument;  ///< of the command: takes one value
    std::string help;      ///< noun phrase with a unit
    Defaults defaults;
    /// What a value may be, in the order of tables; empty: a number from
    /// `least` to `most`, unless `read` is there.
    std::vector<std::string> words{};
    int least = 1, most = 1;
    /// Checks a value and writes it in the one way; null: see above.
    /// @throws UsageError  names the option
    std::string (*read)(const std::string& word,
                        const std::string& option) = nullptr;
    bool is_text = false;                ///< a value is any text
    std::vector<std::string> columns{};  ///< of CSV, one for each number
    std::string before{}, after{};  ///< the value for people: 12 + " reals"
    std::string usual{};  ///< value that titles leave out; empty: none
    /// Defaults of cells with outputs; empty: as of others.
    std::string with_outputs{};
    std::string tag{};  ///< before the value in the name of a cell
    std::string
        title{};  ///< of a chart with a line for each value; empty: none

    bool is_number() const { return words.empty() && !read && !is_text; }
    std::string describe(const std::string& value) const {
        return before + value + after;
    }
};

/// A further figure of a run.
struct Column {
    std::string name;    ///< in JSON and CSV
    std::string path;    ///< JSON pointer into what the command writes
    std::string title;   ///< on the page; empty: not there
    std::string format;  ///< of fmt
    /// Of the answer: a simulation, which computes none, lacks it.
    bool is_of_answer = false;
};

/// What the cells of a command write with --outputs.
struct Outputs {
    std::string what;                    ///< of the page: "a picture a step"
    std::vector<std::string> options{};  ///< besides --out
    /// In the cell's folder, for --out; empty: this takes the folder.
    std::string file{};
    /// Repetitions would be computed, but not written.
    bool once = false;
};

/// Times of one unit of work: an application, a step, a roundtrip.
struct Times {
    double median;            ///< [s]
    std::vector<double> all;  ///< [s]
    double speed;             ///< of the median, in the subject's unit
};

/// The machine on which all cells of a subject are simulated.
struct Simulated {
    std::string machine;   ///< its name
    std::string file;      ///< that describes it, as the user named it
    std::string checksum;  ///< CRC-32 of the file: it may be edited
    int gpus;              ///< of its node
    int nodes;             ///< of the machine
    int ranks_per_node;    ///< of cells with several ranks, at most
    /// Paths of the file's rates, by their origin.
    std::vector<std::string> measured, published, assumed;
};

/// @throws UsageError  it is no graphs::Share
void check_share(const std::string& name);

struct Subject {
    std::string command;  ///< of tasuki: "wilson"; "run" for any program
    std::string title;    ///< of the page
    std::string input;    ///< what every cell computes, for the page
    /// The first axis is the size of the problem: its last number is the x axis
    /// of charts, the smallest comes first.
    std::vector<Axis> axes;
    std::string x_label;  ///< with its unit

    std::string speed;         ///< its name in JSON and CSV: "gflops"
    std::string unit;          ///< "GFLOP/s"
    std::string unit_note{};   ///< " at 1488 flop per site", or nothing
    std::string speed_path{};  ///< JSON pointer; empty: one over the time
    double speed_scale = 1;    ///< of what is there, to the unit
    /// Finds both times and speed; null: seconds_median, seconds_all and above.
    Times (*times)(const Json& result) = nullptr;
    std::string policy_path{"/policy"};  ///< JSON pointer to that which ran
    std::vector<Column> columns;         ///< the last one is in the short table
    std::string columns_note{};          ///< explains their titles; or nothing
    /// In place of columns_note for a simulation; empty: `tasuki simulate` does
    /// not know the command.
    std::string simulated_note{};
    /// None: it writes nothing while it computes.
    std::optional<Outputs> outputs{};
    /// Kinds of tasks that the command counts, or none.
    std::vector<std::string> phases{};

    std::vector<std::string> arguments{};  ///< of every cell
    /// Somebody's program with the arguments of every cell, which runs in place
    /// of the command of tasuki; see program_subject.hpp.  Empty: none.
    std::vector<std::string> program{};
    /// Its command is `tasuki simulate`; see simulated_subject.hpp.  None: it
    /// computes here.
    std::optional<Simulated> simulated{};
    bool passes_gpus = true;  ///< cells have --gpus
    /// Time steps that a repetition takes: the command times the steps between
    /// two lines of its table together.  0: it counts repetitions itself.
    int steps = 0;
    /// Repetitions with a static placement, which has nothing to find; 0: as
    /// many as with any other.
    int static_repetitions = 0;
    Defaults policies{"lws,dmdas", "dmdas,feedback"};
    // Where work may run: if not said, by the share of the CPU, graphs::Share.
    Defaults placements{"cpu", "gpu,cpu,split:auto,dynamic"};
    std::vector<std::string> placement_names{"gpu", "cpu", "split:auto",
                                             "dynamic"};  ///< in tables' order
    /// @throws UsageError  it is no placement
    void (*check_placement)(const std::string& name) = check_share;
    /// With blocks, which not every problem can be cut into.
    Defaults blocks{};
    std::string (*why_not)(const Cell& cell) = nullptr;  ///< empty: it fits

    bool has_blocks() const { return !blocks.on_cpu.empty(); }
    bool is_program() const { return !program.empty(); }
};

const Subject& wilson_subject();
const Subject& nbody_subject();
const Subject& sht_subject();
const Subject& sphere_subject();
const Subject& solve_subject();
/// Graphs that are not of our physics, of `tasuki tasks`: it has no comparison
/// of its own, `tasuki bench policies` runs its cells.
const Subject& tasks_subject();

/// @throws UsageError  there is none of that name
const Subject& find_subject(const std::string& command);

/// The numbers in "16x16x16x32", "4096"; none in "double".
std::vector<int> numbers_in(const std::string& value);

/// [16, 16, 16, 32], 4096 or "double"; and back.
Json value_json(const std::string& value);
std::string value_from_json(const Json& json);

/// A speed for people: more digits where it is small.
std::string speed_text(double speed);

/// A figure for people; of a program that does not say it "-".
std::string column_text(const Column& column, double value);

/// @param result  what the command of the subject writes
/// @throws Json::Error  times or speed are not there
Times times_of(const Subject& subject, const Json& result);

}  // namespace tasuki::drivers::compare
