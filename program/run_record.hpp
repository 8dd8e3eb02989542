// What a run leaves in the folder of --trace. Programs write it, and
// `tasuki trace report` makes tables and views of it, so that no program has
// the code for these.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "program/trace_window.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::trace {

/// In the folder until tables are made of it: a line with the RunRecord, and
/// one with the RankRecord of each rank.
inline constexpr const char* kRecordsFile = "records.jsonl";

/// The file that makes a folder one of a trace, and says what the others are.
inline constexpr const char* kRunFile = "run.json";
/// Its text as long as there are no tables.
inline constexpr const char* kNoTablesYet =
    "{\"tasuki_trace\": 1, \"complete\": false}\n";

/// What the graph's runtime::TraceLabel::of_part stands for: "T+ T-".
using NameOfPart = std::function<std::string(std::uint32_t)>;

/// What is not in the record of one rank.
struct RunRecord {
    std::string title;    ///< what was run, in a line
    std::string command;  ///< as the user typed it; empty if not known
    std::string version;  ///< of Tasuki, StarPU, GPU toolkit
    Window window;        ///< of the iterations that count
    Cost cost;            ///< of recording
    /// Names of the parts that tasks have in their labels; the others have
    /// none.
    std::map<std::uint32_t, std::string> parts;
};

/// One line of JSON.
std::string to_text(const RunRecord& record);
/// What to_text() wrote.
/// @throws UsageError  it is no such line; says what was expected
RunRecord parse_run_record(const std::string& text);

/// One line of JSON.
std::string to_text(const runtime::RankRecord& record);
/// What to_text() wrote.
/// @throws UsageError  it is no record; says what was expected
runtime::RankRecord parse_rank_record(const std::string& text);

/// The records of all ranks, on the first one; empty on the others.  Once,
/// after the Context has ended; every rank calls.
/// @throws FaultError  StarPU left no events
std::vector<runtime::RankRecord> read_all(runtime::Recorder& recorder,
                                          const runtime::Ranks& ranks);

}  // namespace tasuki::trace
