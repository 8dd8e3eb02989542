// Ranks that wait for another for ever: it dies while a graph of a GPU waits
// for its flag, or it does not receive what they send.
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <string>
#include <thread>

#include "io/interrupt.hpp"
#include "program/crashes.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/runtime/support.hpp"
#include "tests/runtime/transfers_support.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

int count_of(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;
         ++at)
        ++found;
    return found;
}

/// On so many ranks, with these variables in its environment.
CliResult run_inside(const std::string& test, int ranks,
                     const std::string& variables = "") {
    const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
    return run_command(variables + " " + kMpirun + std::to_string(ranks) +
                       " '" + self +
                       "' --no-skip --test-case='inside: " + test + "'");
}

}  // namespace

TEST_CASE("ranks that would wait for another for ever end") {
    // Has ten seconds of patience, in which the other ranks run.
    auto not_received = std::async(std::launch::async, [] {
        return run_inside("a message is not received", 2);
    });
    const Folder folder;
    const auto dies = folder / "dies";
    {
        const auto result =
            run_inside("a rank dies", 4, "TASUKI_TEST_DIES='" + dies + "'");
        CAPTURE(result.log);
        CAPTURE(result.out);
        CHECK(result.code == 137);  // 124 if the others wait for two minutes
        CHECK(std::filesystem::exists(dies));
        CHECK(count_of(result.log, "tasuki: error") == 1);
        CHECK(count_of(result.log, "tasuki: error: rank 1 (") == 1);
        CHECK(count_of(result.log, ") died without a word") == 1);
    }
    const auto result = not_received.get();
    CAPTURE(result.log);
    CAPTURE(result.out);
    CHECK(result.code == 70);
    CHECK(count_of(result.log, "tasuki: error") == 1);
    CHECK(count_of(result.log, "a message to another rank is not received") ==
          1);
}

TEST_CASE("a GPU that faults lets the Context fail, not the process") {
    const auto result = run_inside("a GPU faults", 1);
    CAPTURE(result.log);
    CAPTURE(result.out);
    CHECK(result.code == 0);
}

namespace {

struct Faulty : runtime::WithoutModel {
    static constexpr auto name = "faulty";
    using Args = NoArgs;
    static void cpu(const Args&, Mix::Inout) { throw 1; }
    static void gpu(const Args&, Mix::Inout, gpu::Stream) { std::abort(); }
};

}  // namespace

TEST_CASE("inside: a GPU faults" * doctest::skip()) {
    std::vector<unsigned> home(10, 3);
    {
        Context context{{.gpus = 1}};
        Numbers kept{context, 10, 7}, broken{context, 10, 1};
        Numbers own{context, std::span{home}};
        runtime::submit<Faulty>(context, {}, {.where = Where::gpu}, broken);
        CHECK(contains(message_of<runtime::Error>([&] { context.wait(); }),
                       "illegal memory access"));
        CHECK(context.has_failed());
        CHECK(kept.read()[0] == 7);
        CHECK(own.read()[0] == 3);
        CHECK_THROWS_AS(broken.read(), runtime::Error);
    }
    CHECK(home[9] == 3);
    Context context{{.gpus = 0}};
    Numbers next{context, 10, 1};
    runtime::submit<Fill>(context, {2}, {.where = Where::cpu}, next);
    CHECK(next.read()[9] == 2);
}

TEST_CASE("inside: a rank dies" * doctest::skip()) {
    io::handle_interrupts();
    Context context{with_capture(runtime::Capture::on)};
    Ring ring{context, 300};
    runtime::Graph graph =
        runtime::record(context, [&ring] { ring.submit_round(kWhere); });
    for (int n = 0; n < 20; ++n) {
        graph.run(10);
        context.wait();
    }
    // With their messages: the GPU waits for the flag.
    REQUIRE(graph.counts().lists == 200);
    REQUIRE(graph.counts().listed == 600);
    if (ring.rank == 1) {
        // The others have submitted what waits for this rank.
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
        write_file(std::getenv("TASUKI_TEST_DIES"), "");
        ::kill(::getpid(), SIGKILL);
    }
    graph.run(10);
    context.wait();
    FAIL("what never came is there");
}

TEST_CASE("inside: a message is not received" * doctest::skip()) {
    program::catch_failures();
    auto options = among_ranks(Exchange::network);
    Context context{options};
    // More than MPI sends before it is asked for.
    Numbers numbers{context, 1 << 20, 1};
    if (runtime::mpi_ranks().rank() == 1) {
        runtime::submit_receive(numbers, 0, 3, 1);
    } else {
        // The second one is in the window of the other side.
        for (int k = 0; k < 3; ++k) runtime::submit_send(numbers, 1, 3, 1);
    }
}
