#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "io/descriptor.hpp"
#include "io/folders.hpp"
#include "io/number.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& target, int error) {
    throw runtime::UsageError(fmt::format("{}: cannot write: {}",
                                          target == "-" ? "stdout" : target,
                                          std::strerror(error)));
}

/// N of /dev/stdout, /dev/stderr, /dev/fd/N and /proc/self/fd/N.  They are
/// duplicated: opening them again would start at byte 0 of a file to which
/// the shell redirected them, and a rename would cut that file off.
std::optional<int> descriptor_of(std::string_view path) {
    if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
        if (path.starts_with(folder))
            return parse_number<int>(path.substr(folder.size()));
    return std::nullopt;
}

constexpr std::string_view kPrefix = ".tasuki-", kSuffix = ".tmp";

/// Random, so that no two processes on any hosts of a shared file system
/// choose the same name.
std::string temporary_beside(const fs::path& path) {
    std::random_device random;
    const auto name =
        fmt::format("{}{:08x}{:08x}{}", kPrefix, random(), random(), kSuffix);
    return (path.parent_path() / name).string();
}

/// Of a process that died: while it lives, it holds a lock.
void remove_if_left(const fs::path& file) {
    const int descriptor =
        ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(file.c_str());
    ::close(descriptor);
}

/// Removes what was left in a folder before the first file is written there:
/// looking for it each time would cost more than a small file.
void clean_once(const fs::path& folder) {
    static std::mutex mutex;
    static std::set<fs::path> cleaned;
    const std::lock_guard lock{mutex};
    if (cleaned.insert(folder).second) remove_left_files(folder.string());
}

}  // namespace

AtomicFile::AtomicFile(const std::string& target) : target_{target} {
    if (target.empty())
        throw runtime::UsageError("cannot write: the file name is empty");
    struct stat status {};
    const bool is_open = descriptor_of(target).has_value();
    const bool exists = !is_open && ::stat(target.c_str(), &status) == 0;
    if (!is_open && !exists && errno != ENOENT) refuse(target, errno);
    if (exists && S_ISDIR(status.st_mode)) refuse(target, EISDIR);
    if (is_open || (exists && !S_ISREG(status.st_mode)))
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
    clean_once(fs::path{path}.parent_path());
    while (!create_temporary()) {
    }
    // The new file keeps the permissions of the one that it replaces.
    if (existing) ::fchmod(descriptor_, existing->st_mode & 07777);
}

/// @return  false if another process took the new file for one that was left:
///          it was not locked yet
bool AtomicFile::create_temporary() {
    temporary_ = temporary_beside(final_);
    guard_ = std::make_unique<TemporaryFileGuard>(temporary_);
    descriptor_ = ::open(temporary_.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse(target_, errno);
    struct stat mine {};
    // Without locks nothing is removed either.
    if (::flock(descriptor_, LOCK_EX) != 0 ||
        ::fstat(descriptor_, &mine) != 0 || mine.st_nlink > 0)
        return true;
    close();
    return false;
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

void AtomicFile::write_at(std::uint64_t offset,
                          std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
        const ssize_t done = ::pwrite(descriptor_, bytes.data(), bytes.size(),
                                      static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) refuse(target_, errno);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
}

void AtomicFile::start_writing() const noexcept {
    // What goes wrong, fsync() tells.
    if (!in_place())
        ::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE);
}

void AtomicFile::close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) refuse(target_, errno);
}

void AtomicFile::commit() {
    if (in_place()) return close();
    if (::fsync(descriptor_) != 0) refuse(target_, errno);
    const Descriptor locked{::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0)};
    close();
    if (::rename(temporary_.c_str(), final_.c_str()) != 0)
        refuse(target_, errno);
    guard_.reset();
    if (const int error = sync_folder(fs::path(final_).parent_path()))
        refuse(target_, error);
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

void keep_standard_streams() noexcept {
    // Each open() takes the lowest number that is free.
    for (int opened = 0; opened >= 0 && opened <= STDERR_FILENO;) {
        opened = ::open("/dev/null", O_RDONLY);
        if (opened > STDERR_FILENO) ::close(opened);
    }
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

void remove_left_files(const std::string& folder) noexcept {
    std::error_code error;
    for (fs::directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error)) {
        const auto name = at->path().filename().string();
        if (name.starts_with(kPrefix) && name.ends_with(kSuffix))
            remove_if_left(at->path());
    }
}

bool is_stdout(const std::string& path) {
    return descriptor_of(path) == STDOUT_FILENO;
}

std::string follow_links(const std::string& target) {
    constexpr int kMostLinks = 40;  // as Linux
    std::error_code error;
    fs::path path = fs::absolute(target, error);
    for (int k = 0; k < kMostLinks; ++k) {
        if (!fs::is_symlink(fs::symlink_status(path, error)))
            return path.string();
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    refuse(target, ELOOP);
}

}  // namespace tasuki::io
