// StarPU's life: what is asked is what one gets, or one clear refusal.
#include "runtime/core/context.hpp"

#include <cstdlib>

#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Context, runtime::UnavailableError, runtime::UsageError;
using runtime::Worker;

int all_cpus() {
    return static_cast<int>(runtime::allowed_cpus().size());
}

}  // namespace

TEST_CASE("one CPU worker computes with all CPUs by default") {
    const Context context{{.gpus = 0}};
    REQUIRE(context.workers().size() == 1);
    const Worker& worker = context.workers().front();
    CHECK(worker.kind == Worker::Kind::cpu);
    CHECK(worker.threads == all_cpus());
    CHECK(worker.name == "CPU x" + std::to_string(all_cpus()));
    CHECK(context.count(Worker::Kind::cpu) == 1);
    CHECK(context.count(Worker::Kind::gpu) == 0);
    CHECK(context.workers(Worker::Kind::gpu).empty());
}

TEST_CASE("CPU workers share the CPUs that were asked for") {
    for (int cpus = 1; cpus <= std::min(3, all_cpus()); ++cpus)
        for (const int workers : {0, 1, 2, 3}) {
            CAPTURE(cpus);
            CAPTURE(workers);
            const Context context{
                {.cpus = cpus, .cpu_workers = workers, .gpus = 0}};
            CHECK(context.count(Worker::Kind::cpu) ==
                  (workers == 0 ? cpus : std::min(cpus, workers)));
            int threads = 0;
            for (const Worker& worker : context.workers()) {
                CHECK(worker.threads >= 1);
                CHECK(static_cast<int>(worker.cpus.size()) == worker.threads);
                threads += worker.threads;
            }
            CHECK(threads == cpus);
        }
}

TEST_CASE("GPU workers are those of the machine, and take a policy of models") {
    const Context context;
    const auto gpus = runtime::gpu_devices().size();
    CHECK(context.workers(Worker::Kind::gpu).size() == gpus);
    CHECK(context.policy() == (gpus > 0 ? "feedback" : "lws"));
}

TEST_CASE("what is not here is refused, and the next Context works") {
    CHECK(contains(
        message_of<UnavailableError>([] { const Context c{{.cpus = 4000}}; }),
        "4000 CPUs were asked for: this process may use"));
    CHECK(contains(
        message_of<UnavailableError>([] { const Context c{{.gpus = 1000}}; }),
        "1000 GPUs were asked for"));
    const auto policy = message_of<UnavailableError>(
        [] { const Context c{{.gpus = 0, .policy = "no-such"}}; });
    CHECK(contains(policy, "no-such"));
    CHECK(contains(policy, "dmdas"));
    CHECK_FALSE(message_of<UsageError>([] {
                    const Context c{{.cpus = 0, .gpus = 0}};
                }).empty());
    if (runtime::gpu_devices().empty())
        CHECK(contains(
            message_of<UnavailableError>([] { const Context c{{.cpus = 0}}; }),
            "no CPU was asked for, and no GPU was found"));
    const Context context{cpu_workers(1)};
    CHECK(context.workers().size() == 1);
}

TEST_CASE("a second Context is refused, and one beside another's StarPU") {
    {
        const Context context{cpu_workers(1)};
        CHECK(contains(
            message_of<UsageError>([] { const Context c{cpu_workers(1)}; }),
            "a second Context"));
        CHECK(starpu_is_initialized() == 1);
    }
    starpu_conf conf;
    starpu_conf_init(&conf);
    conf.ncpus = 1;
    conf.ncuda = conf.nopencl = 0;
    REQUIRE(starpu_init(&conf) == 0);
    CHECK(contains(
        message_of<UsageError>([] { const Context c{cpu_workers(1)}; }),
        "has started StarPU itself"));
    starpu_shutdown();
    const Context context{cpu_workers(1)};
    CHECK(context.workers().size() == 1);
}

TEST_CASE("a constructor that throws stops what it has started") {
    if (all_cpus() < 2) return skip("StarPU has no worker too many on one CPU");
    ::setenv("STARPU_NCPU", "2", 1);
    CHECK(contains(message_of<UnavailableError>(
                       [] { const Context c{{.cpus = 1, .gpus = 0}}; }),
                   "2 CPU workers"));
    ::unsetenv("STARPU_NCPU");
    CHECK(starpu_is_initialized() == 0);
    const Context context{cpu_workers(1)};
    CHECK(context.workers().size() == 1);
}

TEST_CASE("workers sleep for the life of a Pause, and work after it") {
    Context context{cpu_workers(1)};
    runtime::Array<int> array{context, 1};
    clear(array);
    const auto add_one = [](int* values, void*) { ++*values; };
    submit_work(context, array, nullptr, add_one);
    {
        const runtime::Pause pause{context};
        CHECK(starpu_is_paused());
    }
    CHECK_FALSE(starpu_is_paused());
    submit_work(context, array, nullptr, add_one);
    CHECK(array.read().span()[0] == 2);
}
