#include "drivers/common/install_prefix.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/core/error.hpp"
#include "simulation/own_words.hpp"

namespace tasuki::drivers {

namespace fs = std::filesystem;

fs::path install_prefix() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error)
        throw runtime::UnavailableError(
            "/proc/self/exe: cannot tell which program this is: " +
            error.message());
    for (fs::path at = program.parent_path(); at != at.root_path();
         at = at.parent_path())
        if (fs::exists(at / "bin/tasuki", error)) return at;
    throw runtime::UnavailableError(
        program.string() + ": expected bin/tasuki in a folder above it");
}

fs::path tasuki_path() {
    return install_prefix() / "bin/tasuki";
}

fs::path program_path(const char* name) {
    return (install_prefix() / "bin" / TASUKI_PROGRAMS_FROM_BIN /
            (std::string{"tasuki-"} + name))
        .lexically_normal();
}

void become_program(const char* name) {
    const auto path = program_path(name);
    auto words = runtime::own_words();
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execv(path.c_str(), argv.data());
    throw runtime::UnavailableError(
        fmt::format("{}: {} (`ninja tasuki-{}` builds it)", path.string(),
                    std::strerror(errno), name));
}

}  // namespace tasuki::drivers
