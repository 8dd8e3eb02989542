// A GPU that faults, or is too small, is an error of who waits, which a command
// ends with: one line, the exit code, and never a hang.  Every case is a child:
// no GPU is used after a fault, and none may be in use when a process forks.
#include "tests/runtime/failing.hpp"
#include "tests/runtime/failure_kernels.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Where;

/// Whether a GPU is here; asked in a child for the reason above.
bool gpu_is_here() {
    static const bool here = [] {
        const Folder folder;
        return in_child(folder, [] {
                   if (runtime::gpu_devices().empty()) ::_exit(1);
               }).code == kReturned;
    }();
    if (!here) skip("no GPU is here");
    return here;
}

#if defined(TASUKI_HAS_GPU)

/// Ends like the command line does.  A first StarPU on a machine measures its
/// links, which takes a while.
template <class Body>
Ended fails_on_gpu(const Folder& folder, const Body& body) {
    return fails(
        folder,
        [&] {
            try {
                body();
            } catch (const runtime::Error& e) {
                runtime::fail(e.exit_code(), e.what());
            }
        },
        /*watchdog=*/"20000000", /*seconds=*/180);
}

template <void (*run)(gpu::Stream)>
struct Failing {
    static constexpr auto name = "failing";
    struct Args {};
    static void gpu(const Args&, runtime::Update<int>, gpu::Stream stream) {
        run(stream);
    }
};

/// One task with `run` on a GPU, and one after it that needs its result.
template <void (*run)(gpu::Stream)>
void run_and_wait() {
    Context context;
    Array<int> array{context, 1000};
    clear(array);
    for (int k = 0; k < 2; ++k)
        runtime::submit<Failing<run>>(context, {}, {.where = Where::gpu},
                                      array);
    array.read();
    context.wait();
}

struct alignas(4096) Page {
    char of[4096];
};

/// Only needs room for four arrays.
struct NeedingRoom {
    static constexpr auto name = "needing_room";
    struct Args {};
    using Pages = runtime::Write<Page>;
    static void gpu(const Args&, Pages, Pages, Pages, Pages, gpu::Stream) {}
};

/// One task that writes `bytes` in four arrays, on a GPU.
void fill_gpu(Context& context, double bytes) {
    const auto pages = static_cast<std::size_t>(bytes / 4 / sizeof(Page));
    Array<Page> a{context, pages}, b{context, pages}, c{context, pages},
        d{context, pages};
    runtime::submit<NeedingRoom>(context, {}, {.where = Where::gpu}, a, b, c,
                                 d);
    context.wait();
}

struct Taking {
    static constexpr auto name = "taking";
    struct Args {};
    static void gpu(const Args&, runtime::Update<int>, gpu::Stream) {
        take_memory(std::size_t{1} << 30);
    }
};

/// Leaves a GPU about 1 GiB, as another process may that came first.
void take_gpu_memory(Context& context) {
    Array<int> array{context, 1};
    clear(array);
    runtime::submit<Taking>(context, {}, {.where = Where::gpu}, array);
    context.wait();
}

/// Ends with one of the codes, and these words in its last line.
template <class Body>
Ended check_fails(const Body& body, const std::vector<int>& codes,
                  const char* last) {
    const Folder folder;
    const auto ended = fails_on_gpu(folder, body);
    CAPTURE(ended.said);
    CHECK(std::ranges::count(codes, ended.code) == 1);
    CHECK(one_line_last(ended.said, last));
    CHECK(cleaned_up(folder));
    return ended;
}

#endif

}  // namespace

#if defined(TASUKI_HAS_GPU)

TEST_CASE("a kernel that traps is an error") {
    if (!gpu_is_here()) return;
    check_fails([] { run_and_wait<run_trap>(); }, {70}, "the GPU failed: ");
}

TEST_CASE("a kernel that writes anywhere is an error, and the host goes on") {
    if (!gpu_is_here()) return;
    const auto body = [] {
        std::vector<int> home(10, 3);
        try {
            Context context;
            Array<int> kept{context, 10, 7}, own{context, std::span{home}};
            Array<int> array{context, 1000, 0};
            runtime::submit<Failing<run_illegal_address>>(
                context, {}, {.where = Where::gpu}, array);
            try {
                context.wait();
            } catch (const runtime::Error&) {
                if (kept.read()[0] != 7 || own.read()[0] != 3) ::_exit(1);
                array.read();
            }
            ::_exit(2);
        } catch (const runtime::Error&) {
            if (home[9] != 3) ::_exit(3);
            throw;
        }
    };
    check_fails(body, {70}, "illegal memory access");
}

TEST_CASE("a launch that fails names its codelet, in one line") {
    if (!gpu_is_here()) return;
    const auto ended = check_fails([] { run_and_wait<run_too_large>(); }, {70},
                                   "too large a block");
    CHECK(count_of(ended.said, "\n") == 1);
    CHECK(one_line_last(ended.said, "task failing failed"));
}

TEST_CASE("a GPU whose memory another has taken does not hang the run") {
    if (!gpu_is_here()) return;
    const auto body = [] {
        Context context{{.gpus = 1}};
        take_gpu_memory(context);
        fill_gpu(context, 8e9);
    };
    // StarPU tries again for ever; what ends it is the watchdog, or the error
    // of the allocation.
    check_fails(body, {3, 70}, "memory");
}

#else

TEST_CASE("a GPU that fails ends the process") {
    gpu_is_here();
}

#endif
