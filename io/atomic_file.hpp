// Output files that are either complete or not there at all.
#pragma once

#include <cstddef>
#include <cstdint>
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
/// regular file (/dev/null, a FIFO) is written in place, and so is stdout,
/// which "-" names too.
/// Every failure is a UsageError that names the target and the reason.
/// Temporary files of dead processes are removed from the folder.
class AtomicFile {
  public:
    explicit AtomicFile(const std::string& target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    /// Not behind what was written before, but at an offset; a process that
    /// was forked meanwhile may call it, and several threads at a time.
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes) const;
    /// Lets the disk begin with what was written; returns when most of it is
    /// there.
    void start_writing() const noexcept;
    void commit();

    /// Where a library can open the file that is being written; empty in place.
    const std::string& temporary() const { return temporary_; }
    const std::string& target() const { return target_; }  ///< for messages

    /// True for a device, a pipe or a descriptor: there is no temporary.
    bool in_place() const { return temporary_.empty(); }

  private:
    void open_in_place(const std::string& path);
    void open_temporary(const std::string& path, const struct stat* existing);
    bool create_temporary();
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

/// Opens what the caller closed of stdin, stdout and stderr (`>&-`), so that no
/// file gets their numbers and what is printed ends up in it. Writing there
/// still fails. Called before any file is opened.
void keep_standard_streams() noexcept;

/// Finds out before long work whether `target` could be written; nothing is
/// left behind and an existing file is not touched.
/// @throws UsageError like AtomicFile
void check_writable(const std::string& target);

/// Removes the temporary files that processes left in a folder when they were
/// killed; those of a process that lives are locked.
void remove_left_files(const std::string& folder) noexcept;

/// Whether a path means standard output: "-", /dev/stdout and the like.
bool is_stdout(const std::string& path);

/// The file that a path names in the end, as an absolute path; it need not
/// exist.  @throws UsageError  links in a loop
std::string follow_links(const std::string& path);

}  // namespace tasuki::io
