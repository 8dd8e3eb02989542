// What ranks of a machine do where they cannot exchange arrays as they would:
// they fall back and say so in one line, or refuse.
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/mpi/window.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/support.hpp"
#include "tests/runtime/transfers_support.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("a message to a rank that is not there is refused on ranks") {
    Context context{among_ranks(exchange_of_test())};
    if (context.ranks().size() == 1) return skip(kOneRank);
    Numbers array{context, 10, 1};
    for (const int peer : {-1, context.ranks().rank(), context.ranks().size()})
        CHECK(contains(message_of<runtime::UsageError>(
                           [&] { runtime::submit_send(array, peer, 1); }),
                       "ranks"));
}

TEST_CASE("exchanges that are not possible are refused on all ranks") {
    const auto refused = [](Exchange exchange, runtime::Capture capture) {
        auto options = with_capture(capture);
        options.exchange = exchange;
        return message_of<runtime::UnavailableError>(
            [&] { const Context context{options}; });
    };
    using runtime::Capture;
    if (runtime::mpi_ranks().size() == 1) return skip(kOneRank);
    CHECK(contains(refused(Exchange::stores, Capture::off),
                   "in captured graphs"));
    if (kGpus != 0) return;
    CHECK(contains(refused(Exchange::stores, Capture::on), "one GPU"));
    CHECK(contains(refused(Exchange::copy, Capture::on), "have GPUs"));
}

namespace {

/// Files of this process stay so small that the flags of its messages find no
/// place, as where a system gives no memory to share.
class WithoutSharedMemory {
  public:
    WithoutSharedMemory() {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit little{512 << 10, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &little);
    }
    ~WithoutSharedMemory() {
        setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }
    WithoutSharedMemory(const WithoutSharedMemory&) = delete;
    WithoutSharedMemory& operator=(const WithoutSharedMemory&) = delete;

  private:
    rlimit before_{};
    void (*handler_)(int) = ::signal(SIGXFSZ, SIG_IGN);
};

/// What the log says while `body` runs.
template <class Body>
std::string said_by(const Body& body) {
    std::ostringstream said;
    (void)runtime::logger().level();  // registers it with spdlog
    auto& sinks = spdlog::get("tasuki")->sinks();
    sinks.push_back(std::make_shared<spdlog::sinks::ostream_sink_mt>(said));
    body();
    sinks.pop_back();
    return said.str();
}

}  // namespace

TEST_CASE("a rank whose memory nobody may map exchanges by MPI on ranks") {
    const auto& ranks = runtime::mpi_ranks();
    const int n = ranks.size();
    if (n == 1) return skip(kOneRank);
    // Imitated GPUs need a large file from their first use on.
    { const Context before{among_ranks(Exchange::automatic)}; }
    const auto apart = [&](Exchange exchange) {
        std::optional<WithoutSharedMemory> without;
        if (ranks.rank() == 1) without.emplace();
        auto options = with_capture(runtime::Capture::on);
        options.exchange = exchange;
        return std::make_unique<Context>(options);
    };
    CHECK_THROWS_AS(apart(Exchange::host), runtime::UnavailableError);
    std::unique_ptr<Context> context;
    const auto said = said_by([&] { context = apart(Exchange::automatic); });
    // Once for all ranks.
    CHECK(
        contains(said, "as ranks 0 and 1: messages between these go by MPI") ==
        ranks.is_first());
    CHECK(ranks.reached(Exchange::network) == (ranks.rank() == 1 ? n - 1 : 1));
    Ring ring{*context, 1000};
    constexpr int kRounds = 20;
    runtime::Graph graph =
        runtime::record(*context, [&ring] { ring.submit_round(kWhere); });
    graph.run(kRounds);
    CHECK(ring.is_right(kRounds));
}

TEST_CASE("memory of another process is mapped only if it is what was lent") {
    using runtime::detail::SharedMemory;
    const SharedMemory lent{8192};
    *static_cast<int*>(lent.data()) = 7;
    const SharedMemory same{lent.file(), 8192};
    REQUIRE(same.data() != nullptr);
    CHECK(*static_cast<int*>(same.data()) == 7);
    // As where a process of another container has its number.
    auto other = lent.file();
    ++other.nonce;
    CHECK(SharedMemory{other, 8192}.data() == nullptr);
    CHECK(SharedMemory{lent.file(), 4096}.data() == nullptr);
    CHECK(!runtime::detail::has_ended(getpid()));
    const pid_t child = fork();
    if (child == 0) _exit(0);
    // It has ended before anybody waits for it.
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
    CHECK(runtime::detail::has_ended(child));
    waitpid(child, nullptr, 0);
    CHECK(runtime::detail::has_ended(child));
}

TEST_CASE("a rank that knows what size is received sends no other on ranks") {
    Context context{among_ranks(exchange_of_test())};
    if (context.ranks().size() == 1) return skip(kOneRank);
    const int own = context.ranks().rank();
    Numbers small{context, 10, 1}, large{context, 1000, 2};
    if (own == 0) {
        // The second size that is told: so the first one is known too.
        runtime::submit_send(small, 1, 6);
        context.wait();
        CHECK_THROWS_AS(runtime::submit_send(small, 1, 5), runtime::UsageError);
        runtime::submit_send(large, 1, 5);
    } else if (own == 1) {
        runtime::submit_receive(large, 0, 5);
        runtime::submit_receive(small, 0, 6);
    }
    context.wait();
    CHECK(large.read()[999] == 2);
}

namespace {

struct Broken : runtime::WithoutModel {
    static constexpr auto name = "broken";
    struct Args {};
    static void cpu(const Args&, runtime::Update<unsigned>) {
        throw runtime::NumericsError{"no number came out"};
    }
};

}  // namespace

TEST_CASE("a task that fails on one rank lets the others fail on ranks") {
    const auto& ranks = runtime::mpi_ranks();
    if (ranks.size() == 1) return skip(kOneRank);
    for (int round = 0; round < 3; ++round) {
        Context context{among_ranks(exchange_of_test())};
        Numbers numbers{context, 100, 1};
        if (ranks.rank() == 1) {
            ranks.barrier();  // until the others wait for it
            runtime::submit<Broken>(context, {}, numbers);
            try {
                for (int peer = 0; peer < ranks.size(); ++peer)
                    if (peer != 1) runtime::submit_send(numbers, peer, 5);
            } catch (const runtime::TaskFailed&) {
            }
            CHECK_THROWS_AS(context.wait(), runtime::TaskFailed);
        } else {
            runtime::submit_receive(numbers, 1, 5);
            ranks.barrier();
            const auto said =
                message_of<runtime::RankFailed>([&] { context.wait(); });
            CHECK(contains(said, "rank 1 ("));
            CHECK(contains(said, "task broken failed: no number came out"));
            CHECK_THROWS_AS(numbers.read(), runtime::RankFailed);
        }
    }
    Context context{among_ranks(exchange_of_test())};
    Ring ring{context, 100};
    for (int k = 0; k < 5; ++k) ring.submit_round(kWhere);
    CHECK(ring.is_right(5));
}

TEST_CASE("a rank that only computes hears that another failed on ranks") {
    const auto& ranks = runtime::mpi_ranks();
    if (ranks.size() == 1) return skip(kOneRank);
    Context context{among_ranks(exchange_of_test())};
    Numbers numbers{context, 100, 1}, others{context, 100, 1};
    ranks.barrier();  // until all have their arrays
    if (ranks.rank() == 1) {
        runtime::submit<Broken>(context, {}, numbers);
        CHECK_THROWS_AS(context.wait(), runtime::TaskFailed);
        return;
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto said = message_of<runtime::RankFailed>([&] {
        for (int k = 0; k < 500; ++k)  // of 20 ms each
            runtime::submit<SlowMix>(context, {1, 20000}, {.where = Where::cpu},
                                     numbers, others);
        context.wait();
    });
    CHECK(contains(said, "task broken failed: no number came out"));
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds{5});
}

namespace {

/// Rank 0 sends `sent` numbers, where rank 1 has an array of `received`.
void exchange_sizes(std::size_t sent, std::size_t received) {
    Context context{among_ranks(exchange_of_test())};
    const bool sends = context.ranks().rank() == 0;
    Numbers array{context, sends ? sent : received, 1};
    if (sends)
        runtime::submit_send(array, 1, 5);
    else
        runtime::submit_receive(array, 0, 5);
    context.wait();
}

}  // namespace

// They end the process: tests/runtime/CMakeLists.txt runs them one by one.
TEST_CASE("sizes differ much" * doctest::skip()) {
    exchange_sizes(10, 1000);
}
TEST_CASE("sizes differ a little" * doctest::skip()) {
    exchange_sizes(10, 11);
}

#if defined(TASUKI_IMITATED_GPU)
TEST_CASE("a rank that waits for a window hears of a failure on ranks") {
    Context context{with_capture(runtime::Capture::on)};
    const auto& ranks = context.ranks();
    if (ranks.size() == 1) return skip(kOneRank);
    if (ranks.rank() == 1) {
        Numbers numbers{context, 100, 1};
        runtime::submit<Broken>(context, {}, numbers);
        CHECK_THROWS_AS(context.wait(), runtime::TaskFailed);
    } else if (exchange_of_test() == Exchange::automatic) {
        CHECK_THROWS_AS(runtime::array_to<unsigned>(context, 100, 1, 8),
                        runtime::RankFailed);
    }
}

TEST_CASE("GPUs that lend no memory exchange through host memory") {
    // imitated_transfers_apart: as in a container that forbids it;
    // imitated_transfers_no_peers: as of two cards that do not reach each
    // other.
    if (std::getenv("TASUKI_IMITATED_LENDS") == nullptr &&
        std::getenv("TASUKI_IMITATED_PEERS") == nullptr)
        return skip("GPUs lend their memory here");
    std::optional<Context> started;
    const auto said = said_by([&] {
        auto options = among_ranks(Exchange::automatic);
        options.gpus = 1;
        started.emplace(options);
    });
    Context& context = *started;
    const auto& ranks = context.ranks();
    CHECK(reached_gpus(ranks) == 0);
    CHECK(ranks.reached(Exchange::host) == ranks.size() - 1);
    // Once for all ranks.
    CHECK(contains(said, "reach each other") == ranks.is_first());
    constexpr int kRounds = 20;
    Ring ring{context, 1000};
    for (int k = 0; k < kRounds; ++k) ring.submit_round(kWhere);
    context.wait();
    CHECK(ring.is_right(kRounds));
    CHECK(count(context, "put", Where::cpu) == kRounds);
}

TEST_CASE("a rank without a GPU exchanges through host memory on ranks") {
    const auto& ranks = runtime::mpi_ranks();
    auto options = among_ranks(Exchange::automatic);
    if (ranks.rank() == 0) options.gpus = 0;
    Context context{options};
    const int n = ranks.size();
    if (n == 1) return skip(kOneRank);
    CHECK(reached_gpus(ranks) == (ranks.rank() == 0 ? 0 : n - 2));
    CHECK(ranks.reached(Exchange::host) == (ranks.rank() == 0 ? n - 1 : 1));
    Ring ring{context, 100};
    for (int k = 0; k < 10; ++k) ring.submit_round(Where::any);
    CHECK(ring.is_right(10));
}

TEST_CASE("ranks that have no memory in common exchange by MPI on ranks") {
    const auto& ranks = runtime::mpi_ranks();
    if (ranks.size() == 1) return skip(kOneRank);
    // One has no GPU, the others nothing else.
    const auto apart = [&](Exchange exchange) {
        auto options = among_ranks(exchange);
        if (ranks.rank() == 0)
            options.gpus = 0;
        else
            options.cpus = 0;
        return options;
    };
    CHECK_THROWS_AS(Context{apart(Exchange::host)}, runtime::UnavailableError);
    Context context{apart(Exchange::automatic)};
    CHECK(ranks.reached(Exchange::network) ==
          (ranks.rank() == 0 ? ranks.size() - 1 : 1));
    Ring ring{context, 100};
    for (int k = 0; k < 10; ++k) ring.submit_round(Where::any);
    CHECK(ring.is_right(10));
}
#endif
