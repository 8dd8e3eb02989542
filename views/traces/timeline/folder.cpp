#include "views/traces/timeline/folder.hpp"

#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "views/traces/timeline/summary.hpp"
#include "views/traces/timeline/tables.hpp"

namespace tasuki::trace {

namespace {

namespace fs = std::filesystem;

std::string in(const std::string& folder, const std::string& name) {
    return (fs::path{folder} / name).string();
}

}  // namespace

void write_folder(const std::string& path, const Timeline& timeline) {
    // The first file in it reports what fails here.
    std::error_code ignored;
    fs::create_directory(path, ignored);
    // Until the end it is a trace that is not complete.
    io::write_file(in(path, kRunFile), kNoTablesYet);
    for (const char* view : kViewFiles) fs::remove(in(path, view), ignored);
    const auto summary = summarize(timeline);
    auto tables = to_tables(timeline);
    const auto run = tables.extract(kRunFile);
    for (const auto& [name, text] : tables)
        io::write_file(in(path, name), text);
    io::write_json(in(path, "summary.json"), to_json(timeline, summary));
    io::write_file(in(path, kRunFile), run.mapped());
}

}  // namespace tasuki::trace
