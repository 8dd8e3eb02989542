// Output files that are either complete or not there at all.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "io/interrupt.hpp"

struct stat;

namespace tasuki::io {

/// Writes to a temporary file beside the target; commit() makes it durable
/// (fsync) and gives it the target's name (rename).  Without a commit, after
/// an exception or an interrupt, the temporary is removed and an older file
/// of that name is untouched.
///
/// A symbolic link is followed: what it points to is replaced.  What is no
/// regular file (/dev/null, /dev/stdout, a FIFO) is written in place.
/// Every failure is a UsageError that names the target and the reason.
class AtomicFile {
  public:
    explicit AtomicFile(const std::string& target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    void commit();

    /// True for a device, a pipe or a descriptor: there is no temporary.
    bool in_place() const { return temporary_.empty(); }

  private:
    void open_in_place(const std::string& path);
    void open_temporary(const std::string& path, const struct stat* existing);
    void close();

    std::string target_;     // as the user wrote it, for messages
    std::string final_;      // absolute, links followed
    std::string temporary_;  // empty when written in place
    std::unique_ptr<TemporaryFileGuard> guard_;
    int descriptor_ = -1;
};

/// All of it in a file of its own: an AtomicFile, written and committed.
void write_file(const std::string& target, std::span<const std::byte> bytes);
void write_file(const std::string& target, std::string_view text);

/// Ends printing on stdout.  @throws UsageError when it did not all get there
/// (a full disk): a result that is cut must not look like success.
void flush_stdout();

/// Finds out before long work whether `target` could be written; nothing is
/// left behind and an existing file is not touched.
/// @throws UsageError like AtomicFile
void check_writable(const std::string& target);

}  // namespace tasuki::io
