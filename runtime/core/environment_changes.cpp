#include "runtime/core/environment_changes.hpp"

#include <cstdlib>

namespace tasuki::runtime {

EnvironmentChanges::~EnvironmentChanges() {
    // Backwards: the oldest value of a variable is put back last.
    for (auto change = before_.rbegin(); change != before_.rend(); ++change) {
        const auto& [name, value] = *change;
        if (value)
            setenv(name.c_str(), value->c_str(), 1);
        else
            unsetenv(name.c_str());
    }
}

void EnvironmentChanges::remember(const char* name) {
    const char* const value = std::getenv(name);
    before_.emplace_back(
        name, value ? std::optional<std::string>{value} : std::nullopt);
}

void EnvironmentChanges::set(const char* name, const std::string& value) {
    remember(name);
    setenv(name, value.c_str(), 1);
}

void EnvironmentChanges::set_default(const char* name,
                                     const std::string& value) {
    if (std::getenv(name) == nullptr) set(name, value);
}

void EnvironmentChanges::unset(const char* name) {
    remember(name);
    unsetenv(name);
}

}  // namespace tasuki::runtime
