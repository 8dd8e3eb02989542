#include "drivers/common/trace_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "io/atomic_file.hpp"
#include "io/folders.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

namespace fs = std::filesystem;
using runtime::UsageError;

std::string file_in(const std::string& folder, const char* name) {
    return (fs::path{folder} / name).string();
}

bool is_trace(const std::string& folder) {
    std::ifstream stream{file_in(folder, trace::kRunFile)};
    const auto j = Json::try_parse(stream);
    return j && j->contains("tasuki_trace");
}

}  // namespace

TraceFolder::TraceFolder(const std::string& path) : path_{path} {
    io::remove_left_files(path);
    try {
        if (!fs::exists(path)) {
            // Only the last part of the path is made, as mkdir does.
            guard_ = std::make_unique<io::TemporaryFileGuard>(
                fs::absolute(path).string());
            fs::create_directory(path);
            io::sync_folder(fs::absolute(path).parent_path());
        } else if (!fs::is_directory(path)) {
            throw UsageError(fmt::format(
                "--trace {}: expected a folder, found a file", path));
        } else if (!fs::is_empty(path) && !is_trace(path)) {
            throw UsageError(fmt::format(
                "--trace {}: expected a new or empty folder, or an earlier "
                "trace, which is replaced; found files, but no {} of a trace",
                path, trace::kRunFile));
        }
    } catch (const fs::filesystem_error& e) {
        guard_.reset();
        throw UsageError(
            fmt::format("--trace {}: {}", path, e.code().message()));
    }
    io::check_writable(file_in(path_, trace::kRunFile));
}

TraceFolder::~TraceFolder() {
    std::error_code ignored;
    if (guard_) fs::remove(path_, ignored);  // only while it is empty
}

void TraceFolder::write(const trace::RunRecord& run,
                        const std::vector<runtime::RankRecord>& ranks) {
    guard_.reset();
    io::write_file(file_in(path_, trace::kRunFile), trace::kNoTablesYet);
    io::AtomicFile file{file_in(path_, trace::kRecordsFile)};
    file.write(to_text(run) + '\n');
    for (const auto& rank : ranks) file.write(trace::to_text(rank) + '\n');
    file.commit();
}

}  // namespace tasuki::drivers
