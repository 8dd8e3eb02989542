#include "drivers/compare/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "io/atomic_file.hpp"
#include "io/folders.hpp"
#include "io/input_error.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::compare {

namespace {

namespace fs = std::filesystem;
using io::InputError;
using runtime::UsageError;

constexpr const char* kExperiment = "experiment.json";
constexpr const char* kCells = "cells";
constexpr const char* kFailed = "failed";
constexpr const char* kRunning = "running";

Json read_json(const fs::path& file) {
    std::ifstream stream{file};
    if (!stream)
        throw InputError(file.string(), "file", "", "one that can be read",
                         std::strerror(errno));
    const auto json = Json::try_parse(stream);
    if (!json)
        throw InputError(file.string(), "file", "", "JSON",
                         "something else, or a part of it");
    return *json;
}

/// Everything in the folder but what says whose it is: that is replaced last,
/// so that a discard that is cut short can be repeated.
void discard(const fs::path& folder) {
    for (const char* name : {kCells, kFailed, kRunning, "charts", "traces",
                             "results.csv", "results.json", "report.html"})
        fs::remove_all(folder / name);
}

std::vector<fs::path> json_files(const fs::path& folder) {
    std::vector<fs::path> files;
    if (!fs::exists(folder)) return files;
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    return files;
}

template <class Read>
auto read_all(const Subject& subject, const fs::path& folder,
              const Read& read) {
    std::vector<decltype(read(subject, Json{}, std::string{}))> all;
    for (const auto& file : json_files(folder))
        all.push_back(read(subject, read_json(file), file.string()));
    std::ranges::sort(all, [](const auto& a, const auto& b) {
        return before(a.cell, b.cell);
    });
    return all;
}

}  // namespace

Store::Store(const std::string& folder, const Experiment& here, Earlier earlier)
    : folder_{folder} {
    try {
        io::remove_left_files(folder);
        const bool is_new = !fs::exists(folder) || fs::is_empty(folder);
        io::create_folders(folder);
        lock();
        if (!is_new && !fs::exists(folder_ / kExperiment))
            throw UsageError(fmt::format(
                "--out {}: expected a new or empty folder, or one of tasuki "
                "compare; found files, but no {}",
                folder, kExperiment));
        experiment_ = here;
        if (!is_new && earlier == Earlier::discard) {
            discard(folder);
        } else if (!is_new) {
            read_experiment();
            if (const auto other = difference(experiment_, here);
                !other.empty())
                throw UsageError(fmt::format(
                    "--out {}: its cells are of {}; give another folder, or "
                    "--fresh to discard them",
                    folder, other));
            auto& commands = experiment_.commands;
            const auto& now = here.commands.back();
            std::erase(commands, now);
            commands.push_back(now);
            add_planned(here.planned);
        }
        // First, since it says whose the folder is, also after a kill.
        io::write_json((folder_ / kExperiment).string(), to_json(experiment_));
        fs::remove_all(folder_ / kRunning);
        for (const char* name : {kCells, kFailed, kRunning, "charts"})
            fs::create_directories(folder_ / name);
    } catch (const fs::filesystem_error& e) {
        throw UsageError(
            fmt::format("--out {}: {}", folder, e.code().message()));
    }
}

Store::Store(const std::string& folder) : folder_{folder} {
    if (!fs::exists(folder_ / kExperiment))
        throw UsageError(fmt::format(
            "{}: expected a folder of tasuki compare, with {}; found none",
            folder, kExperiment));
    lock();
    read_experiment();
}

void Store::add_planned(const std::vector<Cell>& cells) {
    std::set<std::string> there;
    for (const auto& cell : experiment_.planned) there.insert(key(cell));
    for (const auto& cell : cells)
        if (there.insert(key(cell)).second) experiment_.planned.push_back(cell);
}

void Store::lock() {
    lock_ = io::Descriptor{
        ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (lock_ < 0)
        throw UsageError(
            fmt::format("{}: {}", folder_.string(), std::strerror(errno)));
    // A file system without locks has none to wait for.
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw UsageError(fmt::format(
            "{}: another tasuki compare uses this folder", folder_.string()));
}

void Store::read_experiment() {
    const auto file = folder_ / kExperiment;
    try {
        experiment_ = experiment_from_json(read_json(file));
    } catch (const UsageError& e) {
        throw UsageError(fmt::format("{}: {}", folder_.string(), e.what()));
    } catch (const Json::Error& e) {
        throw InputError(file.string(), "experiment", "",
                         "what tasuki compare keeps", e.what());
    }
}

std::string Store::path(const char* kind, const Cell& cell) const {
    return (folder_ / kind / (key(cell) + ".json")).string();
}

bool Store::has(const Cell& cell) const {
    return fs::exists(path(kCells, cell));
}

void Store::keep(const Cell& cell, const Json& kept) {
    io::write_json(path(kCells, cell), kept);
    std::error_code ignored;
    fs::remove(path(kFailed, cell), ignored);
}

void Store::keep(const CellFailure& failure) {
    io::write_json(path(kFailed, failure.cell), to_json(failure));
}

std::string Store::running(const Cell& cell) const {
    return path(kRunning, cell);
}

std::vector<CellResult> Store::results() const {
    return read_all(*experiment_.subject, folder_ / kCells, result_from_json);
}

std::vector<CellFailure> Store::failures() const {
    return read_all(*experiment_.subject, folder_ / kFailed, failure_from_json);
}

bool is_kept(const std::string& folder, const Cell& cell) {
    return fs::exists(fs::path{folder} / kCells / (key(cell) + ".json"));
}

}  // namespace tasuki::drivers::compare
