#include "runtime/core/data.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/core/array.hpp"
#include "runtime/core/data_state.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/host_memory.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/batches.hpp"

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
    std::function<void()> then;
};

void release(void* fetch) {
    const std::unique_ptr<Fetch> done{static_cast<Fetch*>(fetch)};
    starpu_data_release_on_node(done->handle, done->node);
    if (done->then) done->then();
}

/// The program uses data: lists that wait come before.
void meet(Handle handle) {
    detail::refuse_to_record("use of an array on the host");
    session().batches->meet(handle);
}

/// After the tasks submitted so far, which starpu_data_fetch_on_node() does not
/// wait for.
/// @param name  of the caller
/// @param then  called when it is there; or none
void submit_fetch(Handle handle, unsigned node, const char* name,
                  std::function<void()> then = {}) {
    if (detail::is_recording())
        return detail::record(handle,
                              [=] { submit_fetch(handle, node, name, then); });
    detail::note_use(name, handle, Access::read);
    meet(handle);
    auto* const fetch =
        new Fetch{handle, static_cast<int>(node), std::move(then)};
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

/// Of an array without elements somewhere: nobody has to write it before it can
/// be read.
void* home_memory(void* memory, std::size_t size) {
    static char none;
    return memory == nullptr && size == 0 ? &none : memory;
}

/// Not registered yet.
std::unique_ptr<detail::DataState> new_state(Context& context,
                                             const void* memory,
                                             std::size_t size,
                                             std::size_t element_bytes) {
    static std::atomic<std::uint64_t> count{0};
    auto state = std::make_unique<detail::DataState>(
        &context.session(), nullptr, ++count, size, element_bytes,
        memory != nullptr, std::uncaught_exceptions());
    state->is_written = state->has_home;
    return state;
}

/// StarPU knows it now.
void begin(detail::DataState& state) {
    starpu_data_set_user_data(state.handle, &state);
    state.session->arrays.add(state);
}

/// Waits for its tasks.
void unregister(const detail::DataState& state) {
    if (state.has_home)
        starpu_data_unregister(state.handle);
    else
        starpu_data_unregister_no_coherency(state.handle);
}

bool reads(Access access) {
    return access == Access::read || access == Access::update ||
           access == Access::commute;
}

/// What the program has not, or may no longer, use.
detail::DataState& usable(detail::DataState* state) {
    if (state == nullptr)
        throw UsageError("an array is used that was moved from");
    if (state->session == nullptr)
        throw UsageError(
            "an array is used after its Context has ended: copy what is needed "
            "before, or let the array lie over memory of your own");
    state->session->messages.check();
    return *state;
}

/// StarPU's hooks cannot throw, and it would try for ever to have memory.
/// @throws UnavailableError  the host has no memory for the array
void check_room(const detail::DataState& state) {
    if (starpu_data_test_if_allocated_on_node(state.handle, STARPU_MAIN_RAM) ==
        0)
        check_host_memory(starpu_data_get_size(state.handle));
}

}  // namespace

namespace detail {

DataState& state_of(Handle handle) {
    return *static_cast<DataState*>(starpu_data_get_user_data(handle));
}

void note_use(const char* who, Handle handle, Access access) {
    const Buffer buffer{handle, access};
    note_uses(who, {&buffer, 1});
}

void note_uses(const char* kernel, std::span<const Buffer> buffers) {
    for (const Buffer& buffer : buffers)
        if (reads(buffer.access) &&
            !state_of(buffer.handle).is_written.load(std::memory_order_relaxed))
            throw UsageError(fmt::format(
                "{} reads array {} of those that it is given, which nothing "
                "has written: fill() it, or write it by a task before",
                kernel, &buffer - buffers.data() + 1));
    for (const Buffer& buffer : buffers)
        if (buffer.access != Access::read && buffer.access != Access::scratch)
            state_of(buffer.handle)
                .is_written.store(true, std::memory_order_relaxed);
}

void LivingArrays::add(DataState& state) {
    const std::lock_guard lock{mutex_};
    all_.insert(&state);
}

void LivingArrays::remove(DataState& state) {
    const std::lock_guard lock{mutex_};
    all_.erase(&state);
}

bool LivingArrays::any() const {
    const std::lock_guard lock{mutex_};
    return !all_.empty();
}

std::string LivingArrays::describe_held() const {
    const std::lock_guard lock{mutex_};
    std::string text;
    for (const DataState* state : all_)
        if (state->held > 0)
            text += fmt::format("{}one of {} elements of {} B",
                                text.empty() ? "" : ", ", state->size,
                                state->element_bytes);
    return text;
}

void LivingArrays::lose_outside_of_host() noexcept {
    // Who has the mutex may wait for the thread that calls; then they end.
    const std::unique_lock lock{mutex_, std::try_to_lock};
    if (!lock.owns_lock()) return;
    for (DataState* const state : all_) {
        int is_allocated = 0, is_valid = 0, is_loading = 0, is_requested = 0;
        starpu_data_query_status2(state->handle, STARPU_MAIN_RAM, &is_allocated,
                                  &is_valid, &is_loading, &is_requested);
        if (is_valid == 0 || is_loading != 0) state->is_lost = true;
    }
}

void LivingArrays::close() {
    const std::lock_guard lock{mutex_};
    for (DataState* const state : all_) {
        // StarPU would wait for the end of the access.
        if (state->held == 0) unregister(*state);
        state->handle = nullptr;
        state->session = nullptr;
    }
    all_.clear();
}

}  // namespace detail

Data::Data(Context& context, void* memory, std::size_t size,
           std::size_t element_bytes) {
    memory = home_memory(memory, size);
    state_ = new_state(context, memory, size, element_bytes);
    starpu_vector_data_register(&state_->handle, home_of(memory),
                                reinterpret_cast<std::uintptr_t>(memory),
                                counted(size), element_bytes);
    begin(*state_);
}

Data::Data(Context& context, int worker, void* memory, std::size_t size,
           std::size_t element_bytes)
    : state_{new_state(context, memory, size, element_bytes)} {
    starpu_vector_data_register(
        &state_->handle, static_cast<int>(memory_of(worker)),
        reinterpret_cast<std::uintptr_t>(memory), counted(size), element_bytes);
    begin(*state_);
}

Data::Data(Context& context, void* memory, std::size_t leading,
           std::size_t rows, std::size_t columns, std::size_t element_bytes) {
    memory = home_memory(memory, rows * columns);
    state_ = new_state(context, memory, rows * columns, element_bytes);
    if (leading < rows)
        throw UsageError(fmt::format(
            "a matrix of {} rows: its columns cannot be {} elements apart",
            rows, leading));
    // StarPU counts all of them in 32 bits too, and would allocate too little.
    counted(leading * columns);
    starpu_matrix_data_register(&state_->handle, home_of(memory),
                                reinterpret_cast<std::uintptr_t>(memory),
                                counted(leading), counted(rows),
                                counted(columns), element_bytes);
    begin(*state_);
}

Data::Data(Data&& other) noexcept = default;

Data& Data::operator=(Data&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

Data::~Data() {
    if (state_ == nullptr || state_->session == nullptr) return;
    Session& session = *state_->session;
    session.arrays.remove(*state_);
    session.recorded.see_end_of(state_->handle);
    try {
        session.batches->meet(state_->handle);
    } catch (const std::exception& e) {
        logger().error("tasks before the end of an array: {}", e.what());
    }
    if (!session.messages.left_by_unwinding(state_->exceptions)) {
        unregister(*state_);
        return;
    }
    // To wait for a task that waits for a message would hide the exception.
    // StarPU cannot be asked to forget the caller's memory without it, so no
    // task may use that any more.
    if (state_->has_home)
        session.abandon();
    else
        starpu_data_unregister_submit(state_->handle);
    state_.release();  // tasks that never end still have its address
}

Handle Data::raw() const {
    return usable(state_.get()).handle;
}

bool Data::has_reduction() const {
    return state_ != nullptr && state_->has_reduction;
}

void Data::note_reduction() {
    detail::DataState& state = usable(state_.get());
    state.has_reduction = true;
    state.is_written = true;  // it begins with what the reduction begins with
}

void Data::prefetch(int worker) const {
    const Handle handle = raw();
    meet(handle);
    check(starpu_data_prefetch_on_node(handle, memory_of(worker), 1),
          "starpu_data_prefetch_on_node");
}

void Data::send_to_host() const {
    submit_fetch(raw(), STARPU_MAIN_RAM, "send_to_host()");
}

void Data::send_to_host(std::function<void()> then) const {
    submit_fetch(raw(), STARPU_MAIN_RAM, "send_to_host()", std::move(then));
}

void Data::send_to(int worker) const {
    submit_fetch(raw(), memory_of(worker), "send_to()");
}

void Data::wait() const {
    const detail::DataState& state = usable(state_.get());
    if (!state.is_written) return;
    meet(state.handle);
    check(starpu_data_acquire_on_node(state.handle, STARPU_ACQUIRE_NO_NODE,
                                      STARPU_R),
          "starpu_data_acquire_on_node");
    starpu_data_release_on_node(state.handle, STARPU_ACQUIRE_NO_NODE);
    if (state.is_lost) state.session->check();
}

Data::HostAccess::HostAccess(const Data& data, Access access)
    : state_{usable(data.state_.get())} {
    detail::refuse_to_record("use of an array on the host");
    if (reads(access) && !state_.is_written)
        throw UsageError(
            "the program reads an array that nothing has written: fill() or "
            "write() it, or write it by a task before");
    if (access != Access::read) state_.session->check();
    check_room(state_);
    meet(state_.handle);
    // Without a node it would be its home.
    check(starpu_data_acquire_on_node(
              state_.handle, STARPU_MAIN_RAM,
              static_cast<starpu_data_access_mode>(access)),
          "starpu_data_acquire_on_node");
    if (access != Access::read) state_.is_written = true;
    if (state_.is_lost) {
        starpu_data_release_on_node(state_.handle, STARPU_MAIN_RAM);
        state_.session->check();
    }
    ++state_.held;
}

Data::HostAccess::~HostAccess() {
    --state_.held;
    if (state_.handle != nullptr)
        starpu_data_release_on_node(state_.handle, STARPU_MAIN_RAM);
}

void* Data::HostAccess::pointer() const {
    return starpu_data_get_local_ptr(state_.handle);
}

std::size_t Data::HostAccess::leading() const {
    return starpu_matrix_get_local_ld(state_.handle);
}

}  // namespace tasuki::runtime
