// What is known of an array beside what StarPU knows.  For runtime/ alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <unordered_set>

#include "runtime/core/data.hpp"

namespace tasuki::runtime {

struct Session;

namespace detail {

struct Buffer;

/// Stays where it is while the Data object moves.  StarPU's handle has its
/// address as user data.
struct DataState {
    Session* session;           ///< null after the end of its Context
    Handle handle;              ///< null then, too
    std::uint64_t number;       ///< no other array has it, of any Context
    std::size_t size;           ///< [elements]
    std::size_t element_bytes;  ///< [B]
    bool has_home;              ///< its memory is the caller's
    int exceptions;             ///< that were passing when it was made
    bool has_reduction = false;
    /// Whether a task or the host has written it, or is about to: read in the
    /// order of submission.
    std::atomic<bool> is_written{false};
    /// Whether a task that failed, or did nothing after that, was to write it.
    std::atomic<bool> is_lost{false};
    /// HostAccess objects of it that live.
    std::atomic<int> held{0};
};

/// The state of an array that is alive.
DataState& state_of(Handle handle);

/// Notes what a task does with its arrays, in the order of submission.
/// @throws UsageError  it reads an array that nothing has written; nothing is
///                     noted then
void note_uses(const char* kernel, std::span<const Buffer> buffers);

/// The same for a message, or for what else is done with one array.
/// @param who  does it, for the message of the error
void note_use(const char* who, Handle handle, Access access);

/// Those of a Context.  Any thread may call.
class LivingArrays {
  public:
    void add(DataState& state);
    void remove(DataState& state);
    /// Whether there are any.
    bool any() const;
    /// Arrays that the program holds now, in words; empty if there are none.
    std::string describe_held() const;
    /// A GPU has failed: what the host does not have is lost.
    void lose_outside_of_host() noexcept;
    /// Ends all that are left: where an array has a home, that then holds what
    /// its tasks left.  All tasks have ended.
    void close();

  private:
    mutable std::mutex mutex_;
    std::unordered_set<DataState*> all_;
};

}  // namespace detail
}  // namespace tasuki::runtime
