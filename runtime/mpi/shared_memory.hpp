// Memory that several processes of a machine have.  For runtime/mpi/ and
// peers/self/.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace tasuki::runtime::detail {

/// How another process of the machine finds memory of this one.
struct SharedFile {
    pid_t process = 0;
    int file = -1;            ///< descriptor there; -1: there is none
    std::uint64_t nonce = 0;  ///< in its name
};

/// Whether a process has ended, also if its parent does not know it yet.
bool has_ended(pid_t process) noexcept;

/// Zeros at first.  It has no name, so nothing of it is left when the last
/// process that has it ends, however it ends.
class SharedMemory {
  public:
    /// None.
    SharedMemory() = default;
    /// New.
    explicit SharedMemory(std::size_t bytes);
    /// That of another process; none if that has no such file.  Where process
    /// numbers mean something else (containers), the nonce differs.
    SharedMemory(const SharedFile& theirs, std::size_t bytes);
    ~SharedMemory();
    SharedMemory(SharedMemory&&) noexcept;
    SharedMemory& operator=(SharedMemory&&) noexcept;

    /// Null: the system gives none, or none to this process.
    void* data() const { return data_; }
    /// For other processes, of memory that is new.
    const SharedFile& file() const { return own_; }

  private:
    void map(int file);

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    SharedFile own_;
};

}  // namespace tasuki::runtime::detail
