// Faults of StarPU that cmake/starpu/*.patch mend, in programs that have StarPU
// alone.  Each of these cases fails without its patch.
#include <doctest/doctest.h>
#include <starpu.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "tests/child.hpp"

namespace {

using namespace tasuki::test;

void do_nothing(void**, void*) {}

starpu_codelet codelet_of(const char* name, int buffers,
                          starpu_data_access_mode access) {
    starpu_codelet codelet;
    starpu_codelet_init(&codelet);
    codelet.name = name;
    codelet.cpu_funcs[0] = do_nothing;
    codelet.nbuffers = buffers;
    for (int i = 0; i < buffers; ++i) codelet.modes[i] = access;
    return codelet;
}

/// Starts StarPU with these CPU workers, or ends the process.
void start(int workers, const char* policy) {
    ::setenv("STARPU_SILENT", "1", 1);
    starpu_conf conf;
    starpu_conf_init(&conf);
    starpu_conf_noworker(&conf);
    conf.ncpus = workers;
    conf.sched_policy_name = policy;
    if (starpu_init(&conf) != 0) ::_exit(1);
}

/// @return  whether StarPU has taken it
bool submit(starpu_codelet& codelet, starpu_data_handle_t handle = nullptr,
            void (*when_done)(void*) = nullptr) {
    starpu_task* const task = starpu_task_create();
    task->cl = &codelet;
    task->callback_func = when_done;
    for (int i = 0; i < codelet.nbuffers; ++i) task->handles[i] = handle;
    return starpu_task_submit(task) == 0;
}

/// Without data; the callbacks submit it, so it outlives them.
starpu_codelet follower = codelet_of("follower", 0, STARPU_R);

void submit_followers(void*) {
    for (int k = 0; k < 2; ++k)
        if (!submit(follower)) ::_exit(1);
}

}  // namespace

TEST_CASE("what a task has written makes room for data fetched in advance") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        // `dmda` fetches data in advance. Data without a home that may be in
        // any memory are here as they would be on a GPU.
        start(1, "dmda");
        starpu_codelet writer = codelet_of("writer", 1, STARPU_W);
        starpu_data_handle_t data;
        starpu_vector_data_register(&data, -1, 0, 1000, 1);
        starpu_data_set_ooc_flag(data, 1);
        if (!submit(writer, data)) ::_exit(1);
        starpu_task_wait_for_all();
        const bool makes_room =
            starpu_data_can_evict(data, STARPU_MAIN_RAM, STARPU_TASK_PREFETCH);
        ::_exit(makes_room ? 0 : 2);
    });
    CHECK(ended.code == 0);
}

TEST_CASE("workers that look at each other let parallel code begin") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        // Workers submit tasks, for which `dmda` looks at all of them, while
        // this thread asks them to stop.
        start(2, "dmda");
        starpu_codelet leader = codelet_of("leader", 0, STARPU_R);
        for (int round = 0; round < 100; ++round) {
            for (int k = 0; k < 20; ++k)
                if (!submit(leader, nullptr, submit_followers)) ::_exit(1);
            starpu_sched_ctx_exec_parallel_code(
                [](void*) -> void* { return nullptr; }, nullptr, 0);
        }
        starpu_task_wait_for_all();
        ::_exit(0);
    });
    CHECK(ended.code == 0);  // -SIGALRM: it hung
}

#ifdef STARPU_USE_FXT
TEST_CASE("StarPU's own trace of a task with much data is written") {
    const Folder folder;
    const auto ended = in_child(folder, [&] {
        std::filesystem::current_path(folder.path());
        for (const auto& [name, value] :
             {std::pair{"STARPU_FXT_TRACE", "1"},
              std::pair{"STARPU_FXT_PREFIX", "."},
              std::pair{"STARPU_GENERATE_TRACE", "1"}})
            ::setenv(name, value, 1);
        start(1, "eager");
        starpu_data_interface_ops wordy = starpu_interface_vector_ops;
        wordy.interfaceid = static_cast<starpu_data_interface_id>(
            starpu_data_interface_get_next_id());
        wordy.describe = [](void*, char* text, std::size_t size) {
            return static_cast<starpu_ssize_t>(
                std::snprintf(text, size, "%090d", 0));
        };
        char bytes[1000] = {};
        starpu_vector_interface interface {};
        interface.id = wordy.interfaceid;
        interface.ptr = reinterpret_cast<std::uintptr_t>(bytes);
        interface.nx = sizeof bytes;
        interface.elemsize = 1;
        starpu_data_handle_t data;
        starpu_data_register(&data, STARPU_MAIN_RAM, &interface, &wordy);
        starpu_codelet reader = codelet_of("reader", 8, STARPU_R);
        if (!submit(reader, data)) ::_exit(1);
        starpu_data_unregister(data);
        starpu_shutdown();
        ::_exit(std::filesystem::exists("paje.trace") ? 0 : 2);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == 0);
}
#endif
