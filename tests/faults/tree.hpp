// What a folder holds, to compare it with what it held before.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace tasuki::faults {

/// By path from the folder: the bytes of each file; a folder ends with a slash.
using Tree = std::map<std::string, std::string>;

Tree read_tree(const std::filesystem::path& folder);
void copy_tree(const std::filesystem::path& from,
               const std::filesystem::path& to);

/// What differs, in a few words; empty if nothing does.
std::string difference(const Tree& expected, const Tree& found);

/// A file that a killed program may leave, and no other.
bool is_temporary(const std::string& path);

}  // namespace tasuki::faults
