// Where the parts of this Tasuki lie: the same below a build folder, an
// installation and a bundle.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tasuki::drivers {

/// The folder above this process's program in which bin/tasuki is.
/// @throws UnavailableError  there is none, or /proc does not say
std::filesystem::path install_prefix();

/// bin/tasuki.
/// @throws UnavailableError  as install_prefix()
std::filesystem::path tasuki_path();

/// libexec/tasuki/tasuki-NAME, which may not be built.
/// @throws UnavailableError  as install_prefix()
std::filesystem::path program_path(const char* name);

/// Runs another program in place of this one, with the same words.
/// @throws UnavailableError  it is not there, or as install_prefix()
[[noreturn]] void become_program(const char* name);

}  // namespace tasuki::drivers
