#include "views/traces/timeline/program_records.hpp"

#include <filesystem>
#include <fstream>
#include <vector>

#include "io/input_error.hpp"
#include "program/run_record.hpp"
#include "runtime/core/error.hpp"
#include "runtime/trace/trace.hpp"
#include "views/traces/timeline/folder.hpp"
#include "views/traces/timeline/records.hpp"

namespace tasuki::trace {

namespace {

namespace fs = std::filesystem;

Timeline read_program_records(const fs::path& file) {
    std::ifstream stream{file};
    std::string line;
    std::getline(stream, line);
    const auto run = parse_run_record(line);
    std::vector<runtime::RankRecord> ranks;
    while (std::getline(stream, line)) ranks.push_back(parse_rank_record(line));
    if (ranks.empty())
        throw runtime::UsageError("expected the record of a rank, found none");
    auto timeline = read_records(ranks, [&](std::uint32_t part) {
        const auto name = run.parts.find(part);
        return name == run.parts.end() ? std::string{} : name->second;
    });
    timeline.title = run.title;
    timeline.command = run.command;
    timeline.version = run.version;
    timeline.window = run.window;
    timeline.cost = run.cost;
    return timeline;
}

}  // namespace

void take_program_records(const std::string& folder) {
    const auto file = fs::path{folder} / kRecordsFile;
    if (!fs::exists(file)) return;
    Timeline timeline;
    try {
        timeline = read_program_records(file);
    } catch (const runtime::UsageError& e) {
        throw io::InputError(file.string(), "records of a program", "",
                             "what --trace of the program left", e.what());
    }
    write_folder(folder, timeline);
    fs::remove(file);
}

}  // namespace tasuki::trace
