#include "runtime/core/environment_changes.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <list>
#include <mutex>
#include <set>
#include <string_view>

namespace tasuki::runtime {

namespace {

/// Makes an environment in which NAME has that value, or none.  setenv() would
/// change and move the one that is there, and threads of MPI may be reading it.
void replace(const std::string& name, const std::optional<std::string>& value) {
    // A thread may still read any of these when the process ends.  Contexts
    // make the same ones again and again, so there are few.
    static auto& texts = *new std::set<std::string>;
    static auto& all = *new std::list<std::vector<char*>>;
    static std::mutex mutex;
    const std::lock_guard lock{mutex};
    std::vector<char*> next;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
        if (!std::string_view{*entry}.starts_with(name + '='))
            next.push_back(*entry);
    if (value) {
        const auto& text = *texts.insert(name + '=' + *value).first;
        next.push_back(const_cast<char*>(text.c_str()));
    }
    next.push_back(nullptr);
    auto same = std::ranges::find(all, next);
    if (same == all.end()) same = all.insert(same, std::move(next));
    std::atomic_ref{environ}.store(same->data());
}

}  // namespace

EnvironmentChanges::~EnvironmentChanges() {
    // Backwards: the oldest value of a variable is put back last.
    for (auto change = before_.rbegin(); change != before_.rend(); ++change)
        replace(change->first, change->second);
}

void EnvironmentChanges::remember(const char* name) {
    const char* const value = std::getenv(name);
    before_.emplace_back(
        name, value ? std::optional<std::string>{value} : std::nullopt);
}

void EnvironmentChanges::set(const char* name, const std::string& value) {
    remember(name);
    replace(name, value);
}

void EnvironmentChanges::set_default(const char* name,
                                     const std::string& value) {
    if (std::getenv(name) == nullptr) set(name, value);
}

void EnvironmentChanges::unset(const char* name) {
    remember(name);
    replace(name, std::nullopt);
}

}  // namespace tasuki::runtime
