// The calls that write files.  Each is counted, may fail or kill, and is noted
// in the log that crash.hpp reads.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "tests/faults/interposed/plan.hpp"

using namespace tasuki::faults;

namespace {

/// Open for writing; `go` is the call itself.
template <class Go>
int opened(int folder, const char* name, int flags, const Go& go) {
    const std::string path = absolute(name, folder);
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) == 0) return go();
    note_if_outside(path);
    if (!is_watched(path)) return go();
    Strike strike{"open"};
    if (strike.fails()) return -1;
    const bool is_new = ::access(path.c_str(), F_OK) != 0;
    const int file = go();
    if (file >= 0 && is_new) note({"create", path, inode_of(path)});
    if (file >= 0 && (flags & O_TRUNC) != 0)
        note({"write", inode_of(path), path});
    return file;
}

/// A write of `size` bytes, which `go` takes part of or all.
template <class Go>
ssize_t written(int file, size_t size, const Go& go) {
    const std::string path = path_of(file);
    if (!is_watched(path)) return go(size);
    Strike strike{"write"};
    if (strike.fails()) return -1;
    const ssize_t done = go(strike.shorter(size));
    note({"write", inode_of(path), path});
    return done;
}

template <class Go>
int synced(int file, const Go& go) {
    const std::string path = path_of(file);
    if (!is_watched(path)) return go();
    Strike strike{"fsync"};
    if (strike.fails()) return -1;
    const int result = go();
    note({"fsync", inode_of(path), path});
    return result;
}

template <class Go>
int renamed(const std::string& from, const std::string& to, const Go& go) {
    if (!is_watched(to)) return go();
    Strike strike{"rename"};
    if (strike.fails()) return -1;
    const std::string kept = keep(to);
    const int result = go();
    if (result == 0) note({"rename", from, to, kept});
    return result;
}

template <class Go>
int removed(const std::string& path, const Go& go) {
    if (!is_watched(path)) return go();
    Strike strike{"unlink"};
    if (strike.fails()) return -1;
    const std::string kept = keep(path);
    const int result = go();
    if (result == 0) note({"unlink", path, kept});
    return result;
}

template <class Go>
int folder_made(const std::string& path, const Go& go) {
    note_if_outside(path);
    if (!is_watched(path)) return go();
    Strike strike{"mkdir"};
    if (strike.fails()) return -1;
    const int result = go();
    if (result == 0) note({"mkdir", path});
    return result;
}

mode_t mode_in(int flags, va_list rest) {
    return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

#define TASUKI_FAULTS_OPEN(name)                                        \
    int name(const char* path, int flags, ...) {                        \
        va_list rest;                                                   \
        va_start(rest, flags);                                          \
        const mode_t mode = mode_in(flags, rest);                       \
        va_end(rest);                                                   \
        static const auto go = real<int(const char*, int, ...)>(#name); \
        return opened(AT_FDCWD, path, flags,                            \
                      [&] { return go(path, flags, mode); });           \
    }
#define TASUKI_FAULTS_OPENAT(name)                                           \
    int name(int folder, const char* path, int flags, ...) {                 \
        va_list rest;                                                        \
        va_start(rest, flags);                                               \
        const mode_t mode = mode_in(flags, rest);                            \
        va_end(rest);                                                        \
        static const auto go = real<int(int, const char*, int, ...)>(#name); \
        return opened(folder, path, flags,                                   \
                      [&] { return go(folder, path, flags, mode); });        \
    }
#define TASUKI_FAULTS_FOPEN(name)                                            \
    FILE* name(const char* path, const char* mode) {                         \
        static const auto go = real<FILE*(const char*, const char*)>(#name); \
        if (std::strpbrk(mode, "wa+") != nullptr)                            \
            note_if_outside(absolute(path, AT_FDCWD));                       \
        return go(path, mode);                                               \
    }

extern "C" {

TASUKI_FAULTS_OPEN(open)
TASUKI_FAULTS_OPEN(open64)
TASUKI_FAULTS_OPENAT(openat)
TASUKI_FAULTS_OPENAT(openat64)
TASUKI_FAULTS_FOPEN(fopen)
TASUKI_FAULTS_FOPEN(fopen64)

ssize_t write(int file, const void* bytes, size_t size) {
    static const auto go = real<ssize_t(int, const void*, size_t)>("write");
    return written(file, size, [&](size_t n) { return go(file, bytes, n); });
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
    static const auto go =
        real<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
    return written(file, size,
                   [&](size_t n) { return go(file, bytes, n, at); });
}

/// Cut to its first piece where it is to be short.
ssize_t writev(int file, const struct iovec* pieces, int count) {
    static const auto go =
        real<ssize_t(int, const struct iovec*, int)>("writev");
    return written(file, static_cast<size_t>(count), [&](size_t n) {
        return go(file, pieces, static_cast<int>(n));
    });
}

int fsync(int file) {
    static const auto go = real<int(int)>("fsync");
    return synced(file, [&] { return go(file); });
}

int fdatasync(int file) {
    static const auto go = real<int(int)>("fdatasync");
    return synced(file, [&] { return go(file); });
}

int rename(const char* from, const char* to) noexcept {
    static const auto go = real<int(const char*, const char*)>("rename");
    return renamed(absolute(from, AT_FDCWD), absolute(to, AT_FDCWD),
                   [&] { return go(from, to); });
}

int renameat2(int a, const char* from, int b, const char* to,
              unsigned flags) noexcept {
    static const auto go =
        real<int(int, const char*, int, const char*, unsigned)>("renameat2");
    return renamed(absolute(from, a), absolute(to, b),
                   [&] { return go(a, from, b, to, flags); });
}

/// Another name of a file that exists: undone as if it had been created.
int link(const char* from, const char* to) noexcept {
    static const auto go = real<int(const char*, const char*)>("link");
    const std::string path = absolute(to, AT_FDCWD);
    if (!is_watched(path)) return go(from, to);
    Strike strike{"rename"};
    if (strike.fails()) return -1;
    const int result = go(from, to);
    if (result == 0) note({"create", path, "0"});
    return result;
}

int unlink(const char* path) noexcept {
    static const auto go = real<int(const char*)>("unlink");
    return removed(absolute(path, AT_FDCWD), [&] { return go(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
    static const auto go = real<int(int, const char*, int)>("unlinkat");
    return removed(absolute(path, folder),
                   [&] { return go(folder, path, flags); });
}

int remove(const char* path) noexcept {
    static const auto go = real<int(const char*)>("remove");
    return removed(absolute(path, AT_FDCWD), [&] { return go(path); });
}

int mkdir(const char* path, mode_t mode) noexcept {
    static const auto go = real<int(const char*, mode_t)>("mkdir");
    return folder_made(absolute(path, AT_FDCWD),
                       [&] { return go(path, mode); });
}

int ftruncate64(int file, off64_t size) noexcept {
    static const auto go = real<int(int, off64_t)>("ftruncate64");
    const std::string path = path_of(file);
    if (!is_watched(path)) return go(file, size);
    Strike strike{"ftruncate"};
    if (strike.fails()) return -1;
    const int result = go(file, size);
    note({"write", inode_of(path), path});
    return result;
}

/// A close that fails has closed all the same.
int close(int file) {
    static const auto go = real<int(int)>("close");
    const std::string path = path_of(file);
    if (!is_watched(path)) return go(file);
    const Strike strike{"close"};
    const int result = go(file);
    return strike.fails() ? -1 : result;
}

}  // extern "C"
