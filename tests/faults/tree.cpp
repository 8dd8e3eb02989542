#include "tests/faults/tree.hpp"

#include <fmt/format.h>

#include "tests/folder.hpp"

namespace tasuki::faults {

namespace fs = std::filesystem;

Tree read_tree(const fs::path& folder) {
    Tree tree;
    if (!fs::is_directory(folder)) return tree;
    for (const auto& entry : fs::recursive_directory_iterator{folder}) {
        const std::string name =
            fs::relative(entry.path(), folder).generic_string();
        if (entry.is_symlink())
            tree[name] = "-> " + fs::read_symlink(entry.path()).string();
        else if (entry.is_directory())
            tree[name + '/'];
        else
            tree[name] = test::read_file(entry.path().string());
    }
    return tree;
}

void copy_tree(const fs::path& from, const fs::path& to) {
    fs::create_directories(to);
    if (fs::exists(from))
        fs::copy(from, to,
                 fs::copy_options::recursive | fs::copy_options::copy_symlinks);
}

std::string difference(const Tree& expected, const Tree& found) {
    for (const auto& [path, bytes] : expected)
        if (!found.contains(path))
            return path + " is gone";
        else if (found.at(path) != bytes)
            return fmt::format("{} has changed ({} bytes, were {})", path,
                               found.at(path).size(), bytes.size());
    for (const auto& [path, bytes] : found)
        if (!expected.contains(path)) return path + " is new";
    return "";
}

bool is_temporary(const std::string& path) {
    return fs::path{path}.filename().string().starts_with(".tasuki-");
}

}  // namespace tasuki::faults
