#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>
#include <utility>

#include "io/number.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& target, int error) {
    throw runtime::UsageError(
        fmt::format("{}: cannot write: {}", target, std::strerror(error)));
}

/// N of /dev/stdout, /dev/stderr, /dev/fd/N and /proc/self/fd/N.  They are
/// duplicated: opening them again would start at byte 0 of a file to which
/// the shell redirected them, and a rename would cut that file off.
std::optional<int> descriptor_of(std::string_view path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
        if (path.starts_with(folder))
            return parse_number<int>(path.substr(folder.size()));
    return std::nullopt;
}

/// The file that `path` names in the end, also when it does not exist yet.
fs::path follow_links(const std::string& target) {
    constexpr int kMostLinks = 40;  // as Linux
    std::error_code error;
    fs::path path = fs::absolute(target, error);
    for (int k = 0; k < kMostLinks; ++k) {
        if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    refuse(target, ELOOP);
}

/// Random, so that no two processes on any hosts of a shared file system
/// choose the same name.
std::string temporary_beside(const fs::path& path) {
    std::random_device random;
    const auto name =
        fmt::format(".tasuki-{:08x}{:08x}.tmp", random(), random());
    return (path.parent_path() / name).string();
}

}  // namespace

AtomicFile::AtomicFile(const std::string& target) : target_{target} {
    if (target.empty())
        throw runtime::UsageError("cannot write: the file name is empty");
    struct stat status {};
    const bool exists = ::stat(target.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) refuse(target, errno);
    if (exists && S_ISDIR(status.st_mode)) refuse(target, EISDIR);
    if (descriptor_of(target) || (exists && !S_ISREG(status.st_mode)))
        open_in_place(target);
    else
        open_temporary(follow_links(target), exists ? &status : nullptr);
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (guard_) ::unlink(temporary_.c_str());
}

void AtomicFile::open_in_place(const std::string& path) {
    std::fflush(stdout);  // what was printed before comes first
    const auto number = descriptor_of(path);
    descriptor_ = number ? ::fcntl(*number, F_DUPFD_CLOEXEC, 0)
                         : ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) refuse(target_, errno);
}

void AtomicFile::open_temporary(const std::string& path,
                                const struct stat* existing) {
    if (fs::path(path).filename().empty()) refuse(target_, EISDIR);
    if (existing && ::access(path.c_str(), W_OK) != 0) refuse(target_, errno);
    final_ = path;
    temporary_ = temporary_beside(path);
    guard_ = std::make_unique<TemporaryFileGuard>(temporary_);
    descriptor_ = ::open(temporary_.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse(target_, errno);
    // The new file keeps the permissions of the one that it replaces.
    if (existing) ::fchmod(descriptor_, existing->st_mode & 07777);
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) refuse(target_, errno);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
}

void AtomicFile::write(std::string_view text) {
    write(std::as_bytes(std::span{text}));
}

void AtomicFile::close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) refuse(target_, errno);
}

void AtomicFile::commit() {
    if (in_place()) return close();
    if (::fsync(descriptor_) != 0) refuse(target_, errno);
    close();
    if (::rename(temporary_.c_str(), final_.c_str()) != 0)
        refuse(target_, errno);
    guard_.reset();
    // Some file systems cannot sync a directory; the file itself is safe.
    const auto folder = fs::path(final_).parent_path();
    const int directory =
        ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory >= 0) {
        ::fsync(directory);
        ::close(directory);
    }
}

void write_file(const std::string& target, std::span<const std::byte> bytes) {
    AtomicFile file{target};
    file.write(bytes);
    file.commit();
}

void write_file(const std::string& target, std::string_view text) {
    write_file(target, std::as_bytes(std::span{text}));
}

void flush_stdout() {
    errno = 0;
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        refuse("stdout", errno != 0 ? errno : EIO);
}

void check_writable(const std::string& target) {
    struct stat status {};
    // Opening a FIFO would wait for its reader, and its reader would then see
    // an end of file when the probe closes.
    if (::stat(target.c_str(), &status) == 0 && S_ISFIFO(status.st_mode) &&
        !descriptor_of(target)) {
        if (::access(target.c_str(), W_OK) != 0) refuse(target, errno);
        return;
    }
    const AtomicFile probe{target};
}

}  // namespace tasuki::io
