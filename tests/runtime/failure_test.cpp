// What happens on a worker and cannot be thrown: one line, clean-up, exit code,
// and never a hang.
#include "runtime/core/failure.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <sys/resource.h>

#include <csignal>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <vector>

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

TEST_CASE("what nobody catches, StarPU's abort and a hang are told, and end") {
    const auto ends = [](int code, const char* last, const auto& body,
                         const char* watchdog = "") {
        CAPTURE(last);
        const Folder folder;
        const auto ended = fails(folder, body, watchdog);
        CHECK(ended.code == code);
        CHECK(one_line_last(ended.said, last));
        CHECK(cleaned_up(folder));
    };
    ends(70, "task updating failed: lost", [] {
        std::thread{[] {
            run_tasks(1, [](int*, void*) { throw std::range_error{"lost"}; });
        }}.join();
    });
    // A lack of memory is no bug.
    ends(3, "not enough host memory",
         [] { std::thread{[] { throw std::bad_alloc{}; }}.join(); });
    // StarPU forbids that a task waits for tasks.
    ends(70, "StarPU gave up (codelet updating)",
         [] { run_tasks(1, [](int*, void*) { starpu_task_wait_for_all(); }); });
    ends(
        70, "no task ended for 0.1 s", [] { run_tasks(1, hang); }, "100000");
}

TEST_CASE("StarPU's watchdog only warns, unless it is to end the process") {
    const Folder folder;
    const auto ended = fails(
        folder,
        [] {
            ::unsetenv("STARPU_WATCHDOG_CRASH");
            spdlog::set_default_logger(spdlog::stderr_logger_st("test"));
            spdlog::set_level(spdlog::level::warn);
            run_tasks(1, sleep_for_long);
        },
        /*watchdog=*/"100000");
    CHECK(ended.code == kReturned);
    CHECK(count_of(ended.said, "no task ended for 0.1 s") >= 1);
    CHECK(count_of(ended.said, "tasuki: error") == 0);
}

TEST_CASE("the host's lack of memory is an exception of who asks for it") {
    const Folder folder;
    const auto ended = in_child(folder, [] {
        constexpr std::size_t size = std::size_t{1} << 30;
        spdlog::set_level(spdlog::level::off);
        Context context{cpu_workers(1)};
        Array<char> array{context, size};
        rlimit before{};
        getrlimit(RLIMIT_AS, &before);
        const rlimit limit{std::size_t{1} << 20, before.rlim_max};
        setrlimit(RLIMIT_AS, &limit);
        const auto message =
            message_of<runtime::UnavailableError>([&] { array.write(); });
        setrlimit(RLIMIT_AS, &before);
        if (!contains(message, "1073741824 bytes of host memory")) ::_exit(1);
        Array<int> other{context, 10, 1};
        if (other.read()[9] != 1) ::_exit(2);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == kReturned);
}

namespace {

/// In memory of the caller, for tasks that outlast an exception.
struct Slow {
    std::vector<int> memory = {0};
    std::atomic<bool> began{false}, ended{false};
    std::chrono::milliseconds time{};

    void submit(Context& context, Array<int>& array,
                std::chrono::milliseconds lasts) {
        time = lasts;
        submit_work(context, array, this, [](int* value, void* with) {
            auto& its = *static_cast<Slow*>(with);
            its.began = true;
            std::this_thread::sleep_for(its.time);
            ++*value;
            its.ended = true;
        });
    }
};

}  // namespace

TEST_CASE("an exception waits for tasks that run in memory of the caller") {
    const Folder folder;
    const auto ended = fails(folder, [] {
        static Slow slow;
        std::optional<std::string> later;
        try {
            static auto* const context = new Context{cpu_workers(1)};
            context->session().messages.opened();  // which never comes
            try {
                Array<int> array{*context, std::span{slow.memory}};
                // Longer than messages are waited for.
                slow.submit(*context, array,
                            runtime::OpenMessages::kPatience +
                                std::chrono::milliseconds{700});
                submit_work(*context, array, nullptr,
                            [](int* value, void*) { *value += 100; });
                wait_until(slow.began);
                throw std::runtime_error{"the error"};
            } catch (const std::runtime_error&) {
                if (!slow.ended || slow.memory[0] != 1) ::_exit(1);
                std::this_thread::sleep_for(std::chrono::milliseconds{100});
                if (slow.memory[0] != 1) ::_exit(2);
            }
            context->wait();
            ::_exit(3);
        } catch (const runtime::UsageError& e) {
            later = e.what();
        }
        if (!contains(later.value(), "the process has to end")) ::_exit(4);
        ::_exit(kReturned);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == kReturned);
}

// What follows starts threads in this process.

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

TEST_CASE("what ends while another exception passes waits as ever") {
    Context context{cpu_workers(1)};
    context.session().messages.opened();
    Slow slow;
    struct InUnwinding {
        Context& context;
        Slow& slow;
        ~InUnwinding() {
            Array<int> array{context, std::span{slow.memory}};
            slow.submit(context, array, std::chrono::milliseconds{20});
        }
    };
    const auto begin = std::chrono::steady_clock::now();
    try {
        const InUnwinding its{context, slow};
        throw 1;
    } catch (int) {
        CHECK(slow.memory[0] == 1);
    }
    CHECK(std::chrono::steady_clock::now() - begin <
          runtime::OpenMessages::kPatience);
    context.session().messages.closed();
    context.wait();
}
