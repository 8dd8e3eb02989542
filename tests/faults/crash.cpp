#include "tests/faults/crash.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <vector>

#include "tests/folder.hpp"

namespace tasuki::faults {

namespace {

namespace fs = std::filesystem;
using Event = std::vector<std::string>;  // the words of a line of the log

std::vector<Event> events_of(const std::string& log) {
    std::vector<Event> events;
    std::istringstream lines{test::read_file(log)};
    for (std::string line; std::getline(lines, line);) {
        Event event;
        std::istringstream words{line};
        for (std::string word; std::getline(words, word, '\t');)
            event.push_back(word);
        events.push_back(event);
    }
    return events;
}

/// Inodes with bytes that no fsync has confirmed.
std::set<std::string> unsure_files(const std::vector<Event>& events) {
    std::set<std::string> unsure;
    for (const Event& event : events) {
        if (event[0] == "write") unsure.insert(event[1]);
        if (event[0] == "fsync") unsure.erase(event[1]);
        // The inode of a file that was removed serves again.
        if (event[0] == "create") unsure.erase(event[2]);
    }
    return unsure;
}

/// The name that the event changed; "" where it changed none.
std::string name_in(const Event& event) {
    if (event[0] == "rename") return event[2];
    const bool changes =
        event[0] == "create" || event[0] == "unlink" || event[0] == "mkdir";
    return changes ? event[1] : "";
}

void undo(const Event& event) {
    std::error_code ignored;
    const std::string name = name_in(event), kept = event.back();
    if (event[0] == "rename") fs::rename(name, event[1], ignored);
    if (event[0] == "create" || event[0] == "mkdir")
        fs::remove_all(name, ignored);
    if ((event[0] == "rename" || event[0] == "unlink") && kept != "-")
        fs::rename(kept, name, ignored);
}

void undo_unsure_names(const std::vector<Event>& events) {
    std::set<std::string> sure;  // folders that an fsync follows
    for (auto at = events.rbegin(); at != events.rend(); ++at) {
        if ((*at)[0] == "fsync") sure.insert(at->back());
        const std::string name = name_in(*at);
        if (!name.empty() && !sure.contains(fs::path{name}.parent_path()))
            undo(*at);
    }
}

}  // namespace

void crash(const std::string& folder, const std::string& log, Crash kind) {
    const auto events = events_of(log);
    if (kind == Crash::loses_names) undo_unsure_names(events);
    const auto unsure = unsure_files(events);
    for (const auto& entry : fs::recursive_directory_iterator{folder}) {
        struct stat status {};
        if (entry.is_regular_file() &&
            ::stat(entry.path().c_str(), &status) == 0 &&
            unsure.contains(std::to_string(status.st_ino)))
            fs::resize_file(entry.path(), 0);
    }
}

}  // namespace tasuki::faults
