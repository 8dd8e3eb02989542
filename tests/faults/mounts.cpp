#include "tests/faults/mounts.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>

#include "tests/faults/tree.hpp"

namespace tasuki::faults {

namespace fs = std::filesystem;

namespace {

void check_mount(int result, const fs::path& folder) {
    if (result != 0)
        throw std::system_error(errno, std::generic_category(),
                                "mount of " + folder.string());
}

}  // namespace

bool enter_mount_namespace() {
    const auto user = ::getuid(), group = ::getgid();
    const bool root = user == 0;
    if (::unshare(root ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0)
        return false;
    if (!root) {
        std::ofstream{"/proc/self/setgroups"} << "deny";
        std::ofstream{"/proc/self/uid_map"} << "0 " << user << " 1";
        std::ofstream{"/proc/self/gid_map"} << "0 " << group << " 1";
    }
    return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

void put_on_disk(const fs::path& folder, std::size_t bytes) {
    const fs::path before = folder.string() + ".before";
    copy_tree(folder, before);
    const std::string size = "size=" + std::to_string(bytes);
    check_mount(::mount("none", folder.c_str(), "tmpfs", 0, size.c_str()),
                folder);
    copy_tree(before, folder);
    fs::remove_all(before);
}

void make_room(const fs::path& folder) {
    check_mount(::mount("none", folder.c_str(), "tmpfs", MS_REMOUNT, "size=1g"),
                folder);
}

void make_read_only(const fs::path& folder) {
    check_mount(
        ::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr),
        folder);
    check_mount(::mount("none", folder.c_str(), nullptr,
                        MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr),
                folder);
}

void unmount_below(const fs::path& folder) {
    for (const char* name : {"out", "home", "tmp", "in"})
        while (::umount2((folder / name).c_str(), MNT_DETACH) == 0) {
        }
}

}  // namespace tasuki::faults
