#include "runtime/core/data.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include "runtime/core/array.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/replay/batches.hpp"
#include "runtime/replay/replay.hpp"

namespace tasuki::runtime {

static_assert(std::is_same_v<Handle, starpu_data_handle_t>);
static_assert(unsigned(Access::read) == STARPU_R &&
              unsigned(Access::write) == STARPU_W &&
              unsigned(Access::update) == STARPU_RW &&
              unsigned(Access::scratch) == STARPU_SCRATCH &&
              unsigned(Access::reduce) == STARPU_REDUX &&
              unsigned(Access::commute) == (STARPU_RW | STARPU_COMMUTE));

namespace {

struct Fetch {
    Handle handle;
    int node;
};

void release(void* fetch) {
    const auto* const done = static_cast<Fetch*>(fetch);
    starpu_data_release_on_node(done->handle, done->node);
    delete done;
}

/// Tasks that a Replay holds back come before.
void meet_before(Handle handle) {
    with_replay(session(), [handle](Replay& r) { return r.meet(handle); });
    session().batches->meet(handle);
}

/// The program uses data: tasks that a Replay holds back come before.
void meet(Handle handle) {
    detail::refuse_to_record("use of an array on the host");
    meet_before(handle);
}

/// After the tasks submitted so far, which starpu_data_fetch_on_node() does not
/// wait for.
void submit_fetch(Handle handle, unsigned node) {
    meet(handle);
    auto* const fetch = new Fetch{handle, static_cast<int>(node)};
    check(starpu_data_acquire_on_node_cb(handle, fetch->node, STARPU_R, release,
                                         fetch),
          "starpu_data_acquire_on_node_cb");
}

unsigned memory_of(int worker) {
    return starpu_worker_get_memory_node(static_cast<unsigned>(worker));
}

/// @throws UsageError  more than StarPU can count
std::uint32_t counted(std::size_t number) {
    if (number <= kMostElements) return static_cast<std::uint32_t>(number);
    throw UsageError(
        fmt::format("an array of {} elements: one has at most {}; cut it into "
                    "more blocks",
                    number, kMostElements));
}

int home_of(const void* memory) {
    return memory == nullptr ? -1 : STARPU_MAIN_RAM;
}

}  // namespace

Data::Data(Context&, void* memory, std::size_t size, std::size_t element_bytes)
    : has_home_{memory != nullptr} {
    starpu_vector_data_register(&handle_, home_of(memory),
                                reinterpret_cast<std::uintptr_t>(memory),
                                counted(size), element_bytes);
}

Data::Data(Context&, int worker, void* memory, std::size_t size,
           std::size_t element_bytes)
    : has_home_{true} {
    starpu_vector_data_register(&handle_, static_cast<int>(memory_of(worker)),
                                reinterpret_cast<std::uintptr_t>(memory),
                                counted(size), element_bytes);
}

Data::Data(Context&, void* memory, std::size_t leading, std::size_t rows,
           std::size_t columns, std::size_t element_bytes)
    : has_home_{memory != nullptr} {
    if (leading < rows)
        throw UsageError(fmt::format(
            "a matrix of {} rows: its columns cannot be {} elements apart",
            rows, leading));
    // StarPU counts all of them in 32 bits too, and would allocate too little.
    counted(leading * columns);
    starpu_matrix_data_register(
        &handle_, home_of(memory), reinterpret_cast<std::uintptr_t>(memory),
        counted(leading), counted(rows), counted(columns), element_bytes);
}

Data::~Data() {
    if (handle_ == nullptr) return;
    session().recorded.see_end_of(handle_);
    meet_before(handle_);
    if (session().messages.left_by_unwinding()) {
        // To wait for a task that waits for a message would hide the exception.
        // StarPU cannot be asked to forget the caller's memory without it.
        if (!has_home_) starpu_data_unregister_submit(handle_);
        return;
    }
    if (has_home_)
        starpu_data_unregister(handle_);
    else
        starpu_data_unregister_no_coherency(handle_);
}

void Data::prefetch(int worker) const {
    meet(handle_);
    check(starpu_data_prefetch_on_node(handle_, memory_of(worker), 1),
          "starpu_data_prefetch_on_node");
}

void Data::send_to_host() const {
    submit_fetch(handle_, STARPU_MAIN_RAM);
}

void Data::send_to(int worker) const {
    submit_fetch(handle_, memory_of(worker));
}

void Data::wait() const {
    meet(handle_);
    check(
        starpu_data_acquire_on_node(handle_, STARPU_ACQUIRE_NO_NODE, STARPU_R),
        "starpu_data_acquire_on_node");
    starpu_data_release_on_node(handle_, STARPU_ACQUIRE_NO_NODE);
}

Data::HostAccess::HostAccess(const Data& data, Access access)
    : handle_{data.handle_} {
    meet(handle_);
    // Without a node it would be its home.
    check(starpu_data_acquire_on_node(
              handle_, STARPU_MAIN_RAM,
              static_cast<starpu_data_access_mode>(access)),
          "starpu_data_acquire_on_node");
}

Data::HostAccess::~HostAccess() {
    starpu_data_release_on_node(handle_, STARPU_MAIN_RAM);
}

void* Data::HostAccess::pointer() const {
    return starpu_data_get_local_ptr(handle_);
}

std::size_t Data::HostAccess::leading() const {
    return starpu_matrix_get_local_ld(handle_);
}

}  // namespace tasuki::runtime
