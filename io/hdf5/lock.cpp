// Threads that use HDF5.
#include <cstdlib>
#include <new>
#include <utility>

#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/lzf.hpp"

namespace tasuki::io {

namespace {

/// HDF5 does not check whether it gets the few kilobytes that it keeps for each
/// thread. What this leaves to the allocator it does get.
/// @throws std::bad_alloc
void check_thread_has_room() {
    thread_local bool has_room = false;
    if (has_room) return;
    constexpr std::size_t bytes = 64 << 10;
    void* volatile room = std::malloc(bytes);  // not to be left out
    if (room == nullptr) throw std::bad_alloc{};
    std::free(room);
    has_room = true;
}

std::mutex& hdf5_mutex() {
    static std::mutex mutex;
    return mutex;
}

/// Whether this thread has it.
thread_local bool has_hdf5 = false;

}  // namespace

void start_hdf5() {
    check_thread_has_room();
    // What it does at exit() crashes if memory ran out before.
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    register_lzf();
}

Hdf5Lock::Hdf5Lock() : lock_{hdf5_mutex()} {
    check_thread_has_room();
    // Each thread has words of its own.
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    has_hdf5 = true;
}

Hdf5Lock::~Hdf5Lock() {
    has_hdf5 = false;
}

Hdf5Pause::Hdf5Pause() : had_lock_{std::exchange(has_hdf5, false)} {
    if (had_lock_) hdf5_mutex().unlock();
}

Hdf5Pause::~Hdf5Pause() {
    if (had_lock_) hdf5_mutex().lock();
    has_hdf5 = had_lock_;
}

}  // namespace tasuki::io
