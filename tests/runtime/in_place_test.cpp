// Arrays that are in the memory of the rank that receives them.
#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/graph/graph.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/random_messages.hpp"
#include "tests/runtime/support.hpp"
#include "tests/runtime/transfers_support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;

/// Whether messages of such arrays are not copied.
constexpr bool kNothingIsCopied = kGpus != 0;

/// Each rank sends what it has to the next one, and mixes what comes with it.
/// The arrays of messages take turns.
struct RingInPlace {
    static constexpr int kSets = 2;

    RingInPlace(Context& its, std::size_t size)
        : context{its},
          rank{its.ranks().rank()},
          ranks{its.ranks().size()},
          to{(rank + 1) % ranks},
          from{(rank + ranks - 1) % ranks},
          own{its, size, static_cast<unsigned>(rank + 1)} {
        for (int set = 0; set < kSets; ++set)
            come.push_back(
                runtime::array_from<unsigned>(its, size, from, tag(set)));
        for (int set = 0; set < kSets; ++set)
            sent.push_back(
                runtime::array_to<unsigned>(its, size, to, tag(set)));
    }
    static runtime::MessageTag tag(int set) { return 5 + set; }

    void submit_round(int k, Where packs, Where mixes) {
        const int set = k % kSets;
        runtime::submit_open(sent[set], to, tag(set));
        runtime::submit<Fill>(context, {0}, {.where = packs}, sent[set]);
        runtime::submit<Mix>(context, {0}, {.where = packs}, sent[set], own);
        runtime::submit_send(sent[set], to, tag(set), 1);
        runtime::submit_receive(come[set], from, tag(set), 1);
        runtime::submit<Mix>(context, {static_cast<unsigned>(set)},
                             {.where = mixes}, own, come[set]);
        runtime::submit_release(come[set], from, tag(set));
    }
    bool is_right(int rounds) {
        std::vector<unsigned> all(ranks);
        for (int r = 0; r < ranks; ++r) all[r] = static_cast<unsigned>(r + 1);
        for (int k = 0; k < rounds; ++k) {
            const auto before = all;
            for (int r = 0; r < ranks; ++r)
                all[r] = 3 * before[r] + before[(r + ranks - 1) % ranks] +
                         static_cast<unsigned>(k % kSets);
        }
        return std::ranges::all_of(
            own.read(), [&](unsigned value) { return value == all[rank]; });
    }

    Context& context;
    int rank, ranks, to, from;
    Array<unsigned> own;
    std::vector<Array<unsigned>> come, sent;
};

}  // namespace

TEST_CASE("arrays are sent from where they are received on ranks") {
    for (const Exchange exchange : possible_exchanges()) {
        CAPTURE(static_cast<int>(exchange));
        auto options = with_capture(runtime::Capture::on);
        options.exchange = exchange;
        Context context{options};
        if (context.ranks().size() == 1) return skip(kOneRank);
        RingInPlace ring{context, 1000};
        constexpr int kRounds = 60;
        std::mt19937 random{7};
        const auto any = [&] {
            return std::array{Where::any, Where::cpu, kWhere}[random() % 3];
        };
        for (int k = 0; k < kRounds; ++k) {
            const Where packs = any(), mixes = any();
            ring.submit_round(k, packs, mixes);
        }
        context.wait();
        CHECK(ring.is_right(kRounds));
        for (const char* const phase : {"put", "take"})
            CHECK(count(context, phase, where_of(exchange)) == kRounds);
        const bool in_place =
            kNothingIsCopied &&
            (exchange == Exchange::automatic || exchange == Exchange::stores);
        CHECK(context.ranks().reached(Exchange::stores) ==
              (in_place ? ring.ranks - 1 : 0));
        for (const char* const phase : {"open", "release"})
            CHECK(count(context, phase) == (in_place ? kRounds : 0));
    }
}

TEST_CASE("a rank with several GPUs copies what it receives on ranks") {
    auto options = among_ranks(Exchange::automatic);
    if (runtime::mpi_ranks().is_first() && kGpus != 0) options.gpus = 1;
    Context context{options};
    if (context.ranks().size() == 1) return skip(kOneRank);
    RingInPlace ring{context, 1000};
    constexpr int kRounds = 20;
    for (int k = 0; k < kRounds; ++k) ring.submit_round(k, kWhere, kWhere);
    context.wait();
    CHECK(ring.is_right(kRounds));
}

TEST_CASE("messages in place are a part of lists on ranks") {
    using runtime::Capture;
    const int own_rank = runtime::mpi_ranks().rank();
    // Ranks may differ.
    for (const auto& [even, odd] : {std::pair{Capture::on, Capture::on},
                                    std::pair{Capture::on, Capture::off}}) {
        CAPTURE(static_cast<int>(odd));
        const auto options = with_capture(own_rank % 2 == 0 ? even : odd);
        Context context{options};
        if (context.ranks().size() == 1) return skip(kOneRank);
        RingInPlace ring{context, 300};
        const auto graph_of = [&](int k) {
            return runtime::record(
                context, [&ring, k] { ring.submit_round(k, kWhere, kWhere); });
        };
        runtime::Graph first = graph_of(0), second = graph_of(1);
        constexpr int kRounds = 200;
        for (int k = 0; k < kRounds; k += 10) {
            runtime::run({first, second}, 10);
            context.wait();
        }
        CHECK(ring.is_right(kRounds));
        if (options.capture == Capture::off) continue;
        // All tasks, with those of messages.
        const bool in_place =
            kNothingIsCopied && exchange_of_test() != Exchange::network;
        CHECK(first.size() == (in_place ? 7 : 5));
        for (const auto* const graph : {&first, &second})
            CHECK(graph->counts().listed ==
                  kRounds / 2 * static_cast<int>(graph->size()));
    }
}

TEST_CASE("two operators may use the same numbers on ranks") {
    auto options = with_capture(runtime::Capture::on);
    Context context{options};
    if (context.ranks().size() == 1) return skip(kOneRank);
    RingInPlace first{context, 500}, second{context, 500};
    for (int k = 0; k < 20; ++k) {
        first.submit_round(k, kWhere, kWhere);
        second.submit_round(k, kWhere, Where::any);
    }
    CHECK(first.is_right(20));
    CHECK(second.is_right(20));
}

TEST_CASE("what is sent in place has to be opened, and released, on ranks") {
    Context context{with_capture(runtime::Capture::on)};
    if (context.ranks().size() == 1) return skip(kOneRank);
    if (!kNothingIsCopied) return skip_part("messages of CPUs are copied");
    RingInPlace ring{context, 100};
    const auto refused = [&](const auto& submit) {
        return contains(message_of<runtime::UsageError>(submit), "submit_");
    };
    CHECK(refused([&] {
        runtime::submit_send(ring.sent[0], ring.to, RingInPlace::tag(0));
    }));
    CHECK(refused([&] {
        runtime::submit_release(ring.come[0], ring.from, RingInPlace::tag(0));
    }));
    ring.submit_round(0, kWhere, kWhere);
    context.wait();
    CHECK(ring.is_right(1));
}

TEST_CASE("random messages in place give the same on ranks") {
    if (runtime::mpi_ranks().size() == 1) return skip(kOneRank);
    check_random_messages(Messages::in_place);
}
