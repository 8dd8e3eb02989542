// What happens on a worker and cannot be thrown: one line, clean-up, exit code,
// and never a hang.
#include "runtime/core/failure.hpp"

#include <spdlog/sinks/stdout_sinks.h>

#include <csignal>
#include <exception>

#include "runtime/core/codelet.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/watchdog.hpp"
#include "tests/runtime/failing.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::ExitCode;

/// Submits `work` to each of `workers` CPU workers and waits for them.
void run_tasks(int workers, void (*work)(int*, void*)) {
    Context context{cpu_workers(workers)};
    std::vector<Array<int>> arrays;
    for (const auto& worker : context.workers()) {
        clear(arrays.emplace_back(context, 1));
        submit_work(context, arrays.back(), nullptr, work,
                    {.worker = worker.id});
    }
    context.wait();
}

void hang(int*, void*) {
    for (;;) ::pause();
}

void sleep_for_long(int*, void*) {
    std::this_thread::sleep_for(std::chrono::milliseconds{400});
}

}  // namespace

TEST_CASE("a task that fails ends the process with its message") {
    for (const auto code : {ExitCode::fault, ExitCode::unavailable}) {
        const Folder folder;
        const auto ended = fails(folder, [code] {
            static ExitCode with;
            with = code;
            run_tasks(1, [](int*, void*) { fail(with, "no number came out"); });
        });
        CHECK(ended.code == static_cast<int>(code));
        CHECK(ended.said == "tasuki: error: no number came out\n");
        CHECK(cleaned_up(folder));
    }
}

TEST_CASE("of two that fail at the same time, one speaks") {
    for (int round = 0; round < 3; ++round) {
        const Folder folder;
        const auto ended = fails(folder, [] {
            run_tasks(several_workers(), [](int*, void*) {
                static std::atomic<int> here{0};
                ++here;
                while (here < several_workers()) std::this_thread::yield();
                runtime::fail(ExitCode::fault, "both");
            });
        });
        CHECK(ended.code == 70);
        CHECK(ended.said == "tasuki: error: both\n");
        CHECK(cleaned_up(folder));
    }
}

TEST_CASE("what fails while it ends the process ends it with the first code") {
    const Folder folder;
    const auto ended = fails(
        folder,
        [] {
            runtime::set_clean_up([]() noexcept {
                runtime::fail(ExitCode::fault, "while cleaning up");
            });
            runtime::fail(ExitCode::numerics, "the first");
        },
        "", 10);
    CHECK(ended.code == 4);
    CHECK(ended.said == "tasuki: error: the first\n");
}

TEST_CASE("the library leaves stdout and the handlers of signals alone") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
        spdlog::set_level(spdlog::level::info);  // as spdlog has it
        const auto handlers = [] {
            std::vector<void*> all{
                reinterpret_cast<void*>(std::get_terminate())};
            for (int signal = 1; signal < SIGRTMIN; ++signal) {
                struct sigaction action {};
                sigaction(signal, nullptr, &action);
                all.push_back(reinterpret_cast<void*>(action.sa_handler));
            }
            return all;
        };
        const auto before = handlers();
        ::unsetenv("STARPU_SILENT");
        {
            const Context context{cpu_workers(1)};
            if (handlers() != before) ::_exit(1);
        }
        if (handlers() != before) ::_exit(2);
        if (std::getenv("STARPU_SILENT") != nullptr) ::_exit(3);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == kReturned);
    CHECK(ended.said.empty());
}

TEST_CASE("a message that is too long is cut, and ends its line") {
    const Folder folder;
    const auto ended = fails(folder, [] {
        runtime::fail(ExitCode::fault, std::string(5000, 'x').c_str());
    });
    CHECK(ended.code == 70);
    CHECK(ended.said.size() > 1000);
    CHECK(ended.said.size() < 1100);
    CHECK(one_line_last(ended.said, "xxxx"));
}

TEST_CASE("an exception on a worker is named, with its codelet") {
    const Folder folder;
    const auto ended = fails(folder, [] {
        run_tasks(1, [](int*, void*) { throw std::range_error{"lost"}; });
    });
    CHECK(ended.code == 70);
    CHECK(one_line_last(ended.said, "lost (codelet updating"));
    CHECK(cleaned_up(folder));
}

TEST_CASE("StarPU's own abort ends the same way") {
    const Folder folder;
    const auto ended = fails(folder, [] {
        // StarPU forbids that a task waits for tasks.
        run_tasks(1, [](int*, void*) { starpu_task_wait_for_all(); });
    });
    CHECK(ended.code == 70);
    CHECK(one_line_last(ended.said, "StarPU gave up (codelet updating)"));
    CHECK(cleaned_up(folder));
}

TEST_CASE("a task that hangs is ended by StarPU's watchdog") {
    const Folder folder;
    const auto ended = fails(
        folder, [] { run_tasks(1, hang); }, /*watchdog=*/"100000");
    CHECK(ended.code == 70);
    CHECK(count_of(ended.said, "\n") == 1);
    CHECK(one_line_last(ended.said, "no task ended for 0.1 s"));
    CHECK(cleaned_up(folder));
}

TEST_CASE("a watchdog of ours ends a task that hangs, and waits for nothing") {
    const Folder folder;
    const auto ended = fails(folder, [] {
        Context context{cpu_workers(1)};
        const runtime::Watchdog watchdog{std::chrono::milliseconds{100},
                                         context.statistics()};
        Array<int> array{context, 1};
        clear(array);
        submit_work(context, array, nullptr, hang);
        context.wait();
    });
    CHECK(ended.code == 70);
    CHECK(count_of(ended.said, "\n") == 1);
    CHECK(one_line_last(ended.said, "no task ended for 0.1 s"));
    CHECK(cleaned_up(folder));
}

TEST_CASE("a watchdog of ours leaves work alone that goes on, and idleness") {
    const Folder folder;
    const auto ended = fails(folder, [] {
        Context context{cpu_workers(1)};
        const runtime::Watchdog watchdog{std::chrono::milliseconds{200},
                                         context.statistics()};
        Array<int> array{context, 1};
        clear(array);
        for (int k = 0; k < 20; ++k)
            submit_work(context, array, nullptr, [](int*, void*) {
                std::this_thread::sleep_for(std::chrono::milliseconds{20});
            });
        context.wait();
        std::this_thread::sleep_for(std::chrono::milliseconds{300});
    });
    CHECK(ended.code == kReturned);
    CHECK(ended.said.empty());
}

TEST_CASE("a watchdog that may not crash the process only warns") {
    const Folder folder;
    const auto ended = fails(
        folder,
        [] {
            ::setenv("STARPU_WATCHDOG_CRASH", "0", 1);
            spdlog::set_default_logger(spdlog::stderr_logger_st("test"));
            spdlog::set_level(spdlog::level::warn);
            run_tasks(1, sleep_for_long);
        },
        /*watchdog=*/"100000");
    CHECK(ended.code == kReturned);
    CHECK(count_of(ended.said, "no task ended for 0.1 s") >= 1);
    CHECK(count_of(ended.said, "tasuki: error") == 0);
}

TEST_CASE("a task that is larger than any GPU's memory is not for a GPU") {
    Context context{cpu_workers(1)};
    Array<int> small{context, 10}, large{context, 1000};
    clear(small);
    clear(large);
    context.session().gpu_memory = 500;
    const auto add = [](int* value, void*) { ++*value; };
    submit_work(context, large, nullptr, add);
    CHECK(large.read().span()[0] == 1);
    const auto gpu_task = [&](Array<int>& array) {
        return message_of<runtime::UnavailableError>([&] {
            submit_work(context, array, nullptr, add,
                        {.where = runtime::Where::gpu});
        });
    };
    CHECK(contains(gpu_task(large), "cut its arrays into more blocks"));
    CHECK(contains(gpu_task(small), "needs a GPU worker"));
}
