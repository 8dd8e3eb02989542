#include "views/traces/timeline/program_records.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "runtime/core/error.hpp"
#include "runtime/program/trace.hpp"
#include "views/traces/timeline/folder.hpp"
#include "views/traces/timeline/records.hpp"

namespace tasuki::trace {

namespace {

namespace fs = std::filesystem;

Timeline read_program_records(const fs::path& file) {
    std::ifstream stream{file};
    std::string line;
    std::getline(stream, line);
    const auto run = nlohmann::json::parse(line);
    std::vector<runtime::RankRecord> ranks;
    while (std::getline(stream, line))
        ranks.push_back(runtime::parse_rank_record(line));
    auto timeline =
        read_records(ranks, [](std::uint32_t) { return std::string{}; });
    timeline.title = run.at("title").get<std::string>();
    timeline.version = run.at("version").get<std::string>();
    timeline.window = {run.at("window").at(0).get<int>(),
                       run.at("window").at(1).get<int>()};
    timeline.cost = {{run.at("seconds_plain").get<double>()},
                     {run.at("seconds_recorded").get<double>()}};
    return timeline;
}

}  // namespace

void take_program_records(const std::string& folder) {
    const auto file = fs::path{folder} / program::kRecordsFile;
    if (!fs::exists(file)) return;
    const auto broken = [&](const char* found) {
        return runtime::InputError(file.string(), "records of a program", "",
                                   "what --trace of the program left", found);
    };
    Timeline timeline;
    try {
        timeline = read_program_records(file);
    } catch (const nlohmann::json::exception& e) {
        throw broken(e.what());
    } catch (const runtime::UsageError& e) {
        throw broken(e.what());
    }
    TraceFolder{folder}.write(timeline);
    fs::remove(file);
}

}  // namespace tasuki::trace
