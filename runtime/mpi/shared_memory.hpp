// Memory that several processes of a machine have.  For runtime/mpi/ and
// peers/self/.
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace tasuki::runtime::detail {

/// Zeros at first.  It has no name, so nothing of it is left when the last
/// process that has it ends, however it ends.
class SharedMemory {
  public:
    /// None.
    SharedMemory() = default;
    /// New.
    explicit SharedMemory(std::size_t bytes);
    /// That of another process.
    /// @param file  as file() there
    SharedMemory(pid_t owner, int file, std::size_t bytes);
    ~SharedMemory();
    SharedMemory(SharedMemory&&) noexcept;
    SharedMemory& operator=(SharedMemory&&) noexcept;

    /// Null: the system gives none, or none to this process.
    void* data() const { return data_; }
    /// For other processes; -1 of memory that is not new.
    int file() const { return file_; }

  private:
    void map(int file);

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    int file_ = -1;
};

}  // namespace tasuki::runtime::detail
