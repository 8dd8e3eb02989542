#include "runtime/core/cgroup.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>

namespace tasuki::runtime {

namespace {

namespace fs = std::filesystem;

/// Version 1 has a tree of folders for each controller, and says "no limit" by
/// a number that no machine has.
struct Tree {
    fs::path base, group;  ///< the group is relative to the base
    bool first_version;
};

bool lists(const std::string& controllers, std::string_view wanted) {
    std::istringstream names{controllers};
    for (std::string name; std::getline(names, name, ',');)
        if (name == wanted) return true;
    return false;
}

/// Where /proc/self/cgroup, in lines of number:controllers:group, says that
/// this controller is.
std::optional<Tree> find_tree(const fs::path& root,
                              const std::string& controller) {
    std::ifstream lines{root / "proc/self/cgroup"};
    const fs::path mount = root / "sys/fs/cgroup";
    std::optional<Tree> found;
    std::string number, controllers, group;
    while (std::getline(lines, number, ':') &&
           std::getline(lines, controllers, ':') &&
           std::getline(lines, group)) {
        const fs::path relative = fs::path{group}.relative_path();
        if (lists(controllers, controller))
            return Tree{mount / controller, relative, true};
        if (controllers.empty()) found = Tree{mount, relative, false};
    }
    return found;
}

/// Its own and those around it.  A container may name groups that it does not
/// see: these have no files here.
std::vector<fs::path> folders_of(const Tree& tree) {
    std::vector<fs::path> folders{tree.base};
    fs::path folder = tree.base;
    for (const auto& name : tree.group) {
        folder /= name;
        if (name == "..") return {tree.base};
        folders.insert(folders.begin(), folder);
    }
    return folders;
}

/// The first number in a file; empty without one.
std::optional<double> number_in(const fs::path& file) {
    std::ifstream in{file};
    double number = 0;
    if (!(in >> number)) return std::nullopt;
    return number;
}

/// Caches of files that memory.stat counts [B].
double file_caches(const fs::path& folder, bool first_version) {
    const std::string prefix = first_version ? "total_" : "";
    std::ifstream in{folder / "memory.stat"};
    double sum = 0, bytes = 0;
    for (std::string key; in >> key >> bytes;)
        if (key == prefix + "active_file" || key == prefix + "inactive_file")
            sum += bytes;
    return sum;
}

}  // namespace

std::vector<CgroupMemory> cgroup_memory(const fs::path& root) {
    std::vector<CgroupMemory> limits;
    const auto tree = find_tree(root, "memory");
    if (!tree) return limits;
    const bool first = tree->first_version;
    constexpr double none = 1e18;
    for (const auto& folder : folders_of(*tree)) {
        const auto limit = number_in(
            folder / (first ? "memory.limit_in_bytes" : "memory.max"));
        const auto used = number_in(
            folder / (first ? "memory.usage_in_bytes" : "memory.current"));
        if (limit && used && *limit < none)
            limits.push_back(
                {folder.string(), *limit,
                 std::max(0.0, *used - file_caches(folder, first))});
    }
    return limits;
}

std::optional<double> cgroup_cpus(const fs::path& root) {
    const auto tree = find_tree(root, "cpu");
    if (!tree) return std::nullopt;
    std::optional<double> least;
    for (const auto& folder : folders_of(*tree)) {
        std::optional<double> quota, period;  // [us]
        if (tree->first_version) {
            quota = number_in(folder / "cpu.cfs_quota_us");
            period = number_in(folder / "cpu.cfs_period_us");
        } else if (quota = number_in(folder / "cpu.max"); quota) {
            std::ifstream in{folder / "cpu.max"};
            double both[2] = {};
            if (in >> both[0] >> both[1]) period = both[1];
        }
        // -1 is no limit.
        if (!quota || !period || *quota <= 0 || *period <= 0) continue;
        const double cpus = *quota / *period;
        least = std::min(cpus, least.value_or(cpus));
    }
    return least;
}

}  // namespace tasuki::runtime
