// What a comparison is of: a command, the problems that it can be given, and
// where its JSON has the speed. Everything else in this folder is the same for
// all subjects.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

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
    std::vector<std::string> columns{};  ///< of CSV, one for each number
    std::string before{}, after{};  ///< the value for people: 12 + " reals"
    std::string usual{};  ///< value that titles leave out; empty: none
    std::string tag{};    ///< before the value in the name of a cell
    std::string
        title{};  ///< of a chart with a line for each value; empty: none

    bool is_number() const { return words.empty() && !read; }
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
};

/// Times of one unit of work: an application, a step, a roundtrip.
struct Times {
    double median;            ///< [s]
    std::vector<double> all;  ///< [s]
    double speed;             ///< of the median, in the subject's unit
};

struct Subject {
    std::string command;  ///< of tasuki: "wilson"
    std::string title;    ///< of the page
    std::string input;    ///< what every cell computes, for the page
    /// The first axis is the size of the problem: its last number is the x axis
    /// of charts, the smallest comes first.
    std::vector<Axis> axes;
    std::string x_label;  ///< with its unit

    std::string speed;        ///< its name in JSON and CSV: "gflops"
    std::string unit;         ///< "GFLOP/s"
    std::string unit_note{};  ///< " at 1488 flop per site", or nothing
    /// @throws nlohmann::json::exception  the times are not there
    Times (*times)(const nlohmann::ordered_json& result);
    std::vector<Column> columns;  ///< the last one is in the short table
    std::string columns_note{};   ///< explains their titles; or nothing
    /// Kinds of tasks that the command counts, or none.
    std::vector<std::string> phases{};

    std::vector<std::string> arguments{};  ///< of every cell
    /// How the command is asked for so many times.
    std::vector<std::string> (*repeat)(int repetitions);
    Defaults policies, placements;
    std::vector<std::string> placement_names;  ///< in the order of tables
    /// @throws UsageError  it is no placement
    void (*check_placement)(const std::string& name);
    /// With blocks, which not every problem can be cut into.
    Defaults blocks{};
    std::string (*why_not)(const Cell& cell) = nullptr;  ///< empty: it fits

    bool has_blocks() const { return !blocks.on_cpu.empty(); }
};

const Subject& wilson_subject();
const Subject& nbody_subject();
const Subject& sht_subject();
const Subject& sphere_subject();

/// @throws UsageError  there is none of that name
const Subject& find_subject(const std::string& command);

/// The numbers in "16x16x16x32", "4096"; none in "double".
std::vector<int> numbers_in(const std::string& value);

/// [16, 16, 16, 32], 4096 or "double"; and back.
nlohmann::ordered_json value_json(const std::string& value);
std::string value_from_json(const nlohmann::ordered_json& json);

/// A speed for people: more digits where it is small.
std::string speed_text(double speed);

// What subjects have in common.

/// From seconds_median and seconds_all.
Times times_from(const nlohmann::ordered_json& result, double speed);
/// Of workloads that graphs::Share cuts.
extern const std::vector<std::string> kShareNames;
void check_share_name(const std::string& name);

}  // namespace tasuki::drivers::compare
