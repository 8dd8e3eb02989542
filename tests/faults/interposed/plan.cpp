#include "tests/faults/interposed/plan.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace tasuki::faults {

namespace {

/// Trivial, because malloc() is called before any constructor runs.
struct Plan {
    char call[16], deed[16];
    long nth;
    int number, always;
    bool given;
};

const Plan& plan() {
    static const Plan read = [] {
        Plan p{};
        const char* text = std::getenv("FAULTS_PLAN");
        p.given = text != nullptr &&
                  std::sscanf(text, "%15s %ld %15s %d %d", p.call, &p.nth,
                              p.deed, &p.number, &p.always) == 5;
        return p;
    }();
    return read;
}

std::atomic<long> seen{0};

const char* variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Calls that change files; these are in the log, and "any" means them.
bool is_noted(const char* call) {
    for (const char* other :
         {"close", "thread", "malloc", "mmap", "destructor"})
        if (std::strcmp(call, other) == 0) return false;
    return true;
}

bool is_below(std::string_view path, std::string_view folder) {
    return !folder.empty() && path.starts_with(folder) &&
           (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

Strike::Strike(const char* call) {
    const Plan& p = plan();
    if (!p.given || (std::strcmp(p.call, call) != 0 &&
                     (std::strcmp(p.call, "any") != 0 || !is_noted(call))))
        return;
    const long number = ++seen;
    if (number < p.nth || (number > p.nth && p.always == 0)) return;
    if (std::strcmp(p.deed, "before") == 0) ::kill(::getpid(), SIGKILL);
    kills_ = std::strcmp(p.deed, "after") == 0;
    halves_ = std::strcmp(p.deed, "halve") == 0;
    fails_ = std::strcmp(p.deed, "fail") == 0;
    if (fails_) errno = p.number;
}

Strike::~Strike() {
    if (kills_) ::kill(::getpid(), SIGKILL);
}

// By system calls: the functions are replaced, and the log is none of what they
// watch.
void note(std::initializer_list<std::string_view> words) {
    const char* log = variable("FAULTS_LOG");
    if (*log == '\0') return;
    const int before = errno;
    const auto file = static_cast<int>(::syscall(
        SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0600));
    if (file >= 0) {
        iovec pieces[16];
        int count = 0;
        for (const std::string_view word : words) {
            if (count > 0) pieces[count++] = {const_cast<char*>("\t"), 1};
            pieces[count++] = {const_cast<char*>(word.data()), word.size()};
        }
        pieces[count++] = {const_cast<char*>("\n"), 1};
        ::syscall(SYS_writev, file, pieces, count);
        ::syscall(SYS_close, file);
    }
    errno = before;
}

std::string path_of(int descriptor) try {
    char link[64], path[PATH_MAX];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t size = ::readlink(link, path, sizeof path);
    return size < 0 ? "" : std::string(path, static_cast<std::size_t>(size));
} catch (const std::bad_alloc&) {
    return {};
}

std::string absolute(const char* path, int folder) try {
    if (path == nullptr) return "";
    if (*path == '/') return path;
    char current[PATH_MAX] = "";
    if (folder != AT_FDCWD) return path_of(folder) + '/' + path;
    return ::getcwd(current, sizeof current) == nullptr
               ? path
               : std::string{current} + '/' + path;
} catch (const std::bad_alloc&) {
    return {};
}

std::string inode_of(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) != 0 ? "0"
                                              : std::to_string(status.st_ino);
}

bool is_watched(const std::string& path) {
    return is_below(path, variable("FAULTS_UNDER"));
}

void note_if_outside(const std::string& path) {
    const char* box = variable("FAULTS_BOX");
    if (*box == '\0' || path.empty() || is_below(path, box) ||
        is_below(path, "/dev") || is_below(path, "/proc") ||
        is_below(path, "/sys"))
        return;
    note({"outside", path});
}

std::string keep(const std::string& path) try {
    static std::atomic<int> kept{0};
    const char* folder = variable("FAULTS_KEEP");
    if (*folder == '\0') return "-";
    const int before = errno;
    const std::string name = std::string{folder} + '/' +
                             std::to_string(::getpid()) + '-' +
                             std::to_string(++kept);
    const bool linked = ::syscall(SYS_linkat, AT_FDCWD, path.c_str(), AT_FDCWD,
                                  name.c_str(), 0) == 0;
    errno = before;
    return linked ? name : "-";
} catch (const std::bad_alloc&) {
    return "-";
}

void* real_function(const char* name) {
    return ::dlsym(RTLD_NEXT, name);
}

}  // namespace tasuki::faults
