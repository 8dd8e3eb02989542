#include "views/traces/timeline/folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "io/folders.hpp"
#include "io/json_output.hpp"
#include "runtime/core/error.hpp"
#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/tables.hpp"

namespace tasuki::trace {

namespace {

namespace fs = std::filesystem;
using runtime::UsageError;

std::string in(const std::string& folder, const std::string& name) {
    return (fs::path{folder} / name).string();
}

bool is_trace(const std::string& folder) {
    std::ifstream stream{in(folder, kRunFile)};
    const auto j = nlohmann::json::parse(stream, nullptr, false);
    return j.is_object() && j.contains("tasuki_trace");
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
                path, kRunFile));
        }
    } catch (const fs::filesystem_error& e) {
        guard_.reset();
        throw UsageError(
            fmt::format("--trace {}: {}", path, e.code().message()));
    }
    io::check_writable(in(path_, kRunFile));
}

TraceFolder::~TraceFolder() {
    std::error_code ignored;
    if (guard_) fs::remove(path_, ignored);  // only while it is empty
}

void TraceFolder::write(const Timeline& timeline) {
    guard_.reset();
    // Until the end it is a trace that is not complete.
    io::write_file(in(path_, kRunFile),
                   "{\"tasuki_trace\": 1, \"complete\": false}\n");
    std::error_code ignored;
    for (const char* view : kViewFiles) fs::remove(in(path_, view), ignored);
    const auto summary = summarize(timeline);
    auto tables = to_tables(timeline);
    const auto run = tables.extract(kRunFile);
    for (const auto& [name, text] : tables)
        io::write_file(in(path_, name), text);
    io::write_json(in(path_, "summary.json"), to_json(timeline, summary));
    io::write_file(in(path_, kRunFile), run.mapped());
}

}  // namespace tasuki::trace
