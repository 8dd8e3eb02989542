// Arrays that go between ranks of a machine as tasks: through memory of the
// host, and in tests/imitated/ from GPU to GPU.
#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/mpi/message.hpp"
#include "runtime/mpi/ranks.hpp"
#include "runtime/mpi/transport.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/random_messages.hpp"
#include "tests/runtime/support.hpp"
#include "tests/runtime/transfers_support.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("messages go as tasks on ranks, and come in order") {
    for (const Exchange exchange :
         {Exchange::automatic, Exchange::host, Exchange::network}) {
        CAPTURE(static_cast<int>(exchange));
        Context context{among_ranks(exchange)};
        const int others = context.ranks().size() - 1;
        const auto& ranks = context.ranks();
        if (exchange != Exchange::automatic)
            CHECK(ranks.reached(exchange) == others);
        else
            CHECK((kGpus == 0 ? ranks.reached(Exchange::host)
                              : reached_gpus(ranks)) == others);
        if (others == 0) return skip_part(kOneRank);
        constexpr int kRounds = 60;
        Ring ring{context, 1000};
        std::mt19937 random{7};
        for (int k = 0; k < kRounds; ++k)
            ring.submit_round(
                std::array{Where::any, Where::cpu, kWhere}[random() % 3]);
        context.wait();
        CHECK(ring.is_right(kRounds));
        CHECK(count(context, "put", where_of(exchange)) == kRounds);
        CHECK(count(context, "take", where_of(exchange)) == kRounds);
    }
}

TEST_CASE("messages are a part of lists on ranks") {
    using runtime::Capture;
    const int own_rank = runtime::mpi_ranks().rank();
    // Ranks may differ: one has lists, another tasks for a while or for ever.
    for (const auto& [even, odd] :
         {std::pair{Capture::on, Capture::on},
          std::pair{Capture::on, Capture::off},
          std::pair{Capture::automatic, Capture::on}}) {
        const auto options = with_capture(own_rank % 2 == 0 ? even : odd);
        CAPTURE(static_cast<int>(even));
        CAPTURE(static_cast<int>(odd));
        Context context{options};
        if (context.ranks().size() == 1) return skip(kOneRank);
        Ring ring{context, 300};
        runtime::Graph graph =
            runtime::record(context, [&ring] { ring.submit_round(kWhere); });
        constexpr int kRounds = 150;
        // Some end before others are submitted.
        for (int k = 0; k < kRounds; k += 10) {
            graph.run(10);
            context.wait();
        }
        CHECK(ring.is_right(kRounds));
        const auto& counts = graph.counts();
        if (options.capture == Capture::on) CHECK(counts.lists == kRounds);
        CHECK(counts.listed == 3 * counts.lists);
        // As tasks, in between.
        ring.submit_round(kWhere);
        graph.run(30);
        context.wait();
        CHECK(ring.is_right(kRounds + 31));
        CHECK(count(context, "put") == kRounds + 31);
    }
}

TEST_CASE("a graph may have many messages of one number on ranks") {
    Context context{with_capture(runtime::Capture::on)};
    if (context.ranks().size() == 1) return skip(kOneRank);
    Ring ring{context, 300};
    constexpr int kTogether = 12, kRuns = 30;
    runtime::Graph graph = runtime::record(context, [&ring] {
        for (int k = 0; k < kTogether; ++k) ring.submit_round(kWhere);
    });
    for (int k = 0; k < kRuns; k += 5) {
        graph.run(5);
        context.wait();
    }
    CHECK(ring.is_right(kTogether * kRuns));
    CHECK(graph.counts().lists == kRuns);
    CHECK(graph.counts().listed == 3 * kTogether * kRuns);
}

TEST_CASE(
    "messages that could hold back others are no part of lists on ranks") {
    Context context{with_capture(runtime::Capture::on)};
    const int n = context.ranks().size(), own = context.ranks().rank();
    if (n == 1) return skip(kOneRank);
    const int to = (own + 1) % n, from = (own + n - 1) % n;
    Ring ring{context, 300};
    constexpr int kRounds = 100;
    Numbers sent{context, 300, 0};
    const auto run = [&](const auto& submit) {
        runtime::Graph graph = runtime::record(context, submit);
        for (int k = 0; k < kRounds; k += 10) {
            graph.run(10);
            context.wait();
        }
        CHECK(graph.counts().lists == 0);
    };
    SUBCASE("one that is sent needs nothing of what is received before it") {
        run([&] {
            runtime::submit<Mix>(context, {1}, {.where = kWhere}, ring.own,
                                 sent);
            runtime::submit_receive(ring.come, from, 1, 0);
            runtime::submit_send(ring.own, to, 1, 0);
        });
        unsigned expected = static_cast<unsigned>(from + 1);
        for (int k = 0; k < kRounds; ++k) expected = 3 * expected + 1;
        CHECK(ring.come.read()[299] == expected);
    }
    SUBCASE("two have one number") {
        run([&] {
            for (int twice = 0; twice < 2; ++twice) {
                runtime::submit<Mix>(context, {1}, {.where = kWhere}, ring.own,
                                     sent);
                runtime::submit_send(ring.own, to, 1, 0);
            }
            for (int twice = 0; twice < 2; ++twice)
                runtime::submit_receive(ring.come, from, 1, 0);
        });
        CHECK(ring.come.read()[0] == ring.come.read()[299]);
    }
    SUBCASE("ranks have them in other runs") {
        // Each receives what the other has sent one run before.
        runtime::submit_send(ring.own, to, 1, 0);
        run([&] {
            runtime::submit_receive(ring.come, from, 1, 0);
            runtime::submit<Mix>(context, {1}, {.where = kWhere}, ring.own,
                                 ring.come);
            runtime::submit_send(ring.own, to, 1, 0);
        });
        runtime::submit_receive(ring.come, from, 1, 0);
        std::vector<unsigned> all(n);
        for (int r = 0; r < n; ++r) all[r] = static_cast<unsigned>(r + 1);
        for (int k = 0; k < kRounds; ++k) {
            const auto before = all;
            for (int r = 0; r < n; ++r)
                all[r] = 3 * all[r] + before[(r + n - 1) % n] + 1;
        }
        CHECK(ring.own.read()[299] == all[own]);
    }
}

TEST_CASE("receives may be submitted long before what they wait for on ranks") {
    Context context{among_ranks(exchange_of_test())};
    const int n = context.ranks().size(), own = context.ranks().rank();
    if (n == 1) return skip(kOneRank);
    if (n % 2 == 1) return skip("needs pairs of ranks");
    const int other = own ^ 1;
    // 0: first = 5 -> first; answer <- answer; 1: the answer needs the first.
    Numbers first{context, 64, 5}, answer{context, 64, 0},
        last{context, 64, 11}, one{context, 64, 1};
    if (own % 2 == 0) {
        runtime::submit_receive(answer, other, 1, 0);
        runtime::submit_receive(last, other, 2, 0);
        runtime::submit_send(first, other, 0, 0);
        context.wait();
        CHECK(answer.read()[63] == 5 * 3 + 1);
        CHECK(last.read()[0] == (5 * 3 + 1) * 3 + 1);
    } else {
        runtime::submit_receive(answer, other, 0, 0);
        runtime::submit<Mix>(context, {0}, answer, one);
        runtime::submit_send(answer, other, 1, 0);
        runtime::submit<Mix>(context, {0}, answer, one);
        runtime::submit_send(answer, other, 2, 0);
        context.wait();
    }
}

TEST_CASE("messages of one number may have several sizes on ranks") {
    Context context{among_ranks(exchange_of_test())};
    const int n = context.ranks().size(), own = context.ranks().rank();
    if (n == 1) return skip(kOneRank);
    const int to = (own + 1) % n, from = (own + n - 1) % n;
    std::vector<Numbers> out, in;
    // The last ones need allocations of their own.
    for (const std::size_t size : {1, 7, 6, 4096, 4001, 1 << 20, 3 << 19}) {
        out.emplace_back(context, size, static_cast<unsigned>(own + size));
        in.emplace_back(context, size, 0);
    }
    for (int round = 0; round < 2; ++round)
        for (std::size_t k = 0; k < out.size(); ++k) {
            runtime::submit_receive(in[k], from, 9, 0);
            runtime::submit_send(out[k], to, 9, 0);
        }
    context.wait();
    for (const Numbers& array : in) {
        const auto host = array.read();
        CHECK(host[0] == from + host.span().size());
        CHECK(host[host.span().size() - 1] == from + host.span().size());
    }
}

TEST_CASE("many new numbers at once get their windows on ranks") {
    const Exchange exchange = exchange_of_test();
    Context context{among_ranks(exchange)};
    const int n = context.ranks().size(), own = context.ranks().rank();
    if (n == 1) return skip(kOneRank);
    const int to = (own + 1) % n, from = (own + n - 1) % n;
    // Through MPI each number has requests of its own, which all are looked at.
    const int rounds = exchange == Exchange::network ? 3 : 50;
    constexpr int kNumbers = 200;
    std::vector<Numbers> out, in;
    for (int k = 0; k < kNumbers; ++k) {
        out.emplace_back(context, 8, static_cast<unsigned>(own + k));
        in.emplace_back(context, 8, 0);
    }
    for (int round = 0; round < rounds; ++round) {
        for (int k = 0; k < kNumbers; ++k) {
            const int number = 100 + round * kNumbers + k;
            runtime::submit_receive(in[k], from, number, 0);
            runtime::submit_send(out[k], to, number, 0);
        }
        context.wait();
    }
    for (int k = 0; k < kNumbers; ++k)
        CHECK(in[k].read()[7] == static_cast<unsigned>(from + k));
}

TEST_CASE("random graphs with delays give the same on ranks") {
    check_random_messages(Messages::plain);
}

TEST_CASE("a message may follow lists that wait on ranks") {
    Context context{with_capture(runtime::Capture::on)};
    if (context.ranks().size() == 1) return skip(kOneRank);
    Ring ring{context, 300};
    runtime::Graph graph =
        runtime::record(context, [&ring] { ring.submit_round(kWhere); });
    for (int n = 0; n < 20; ++n) {
        graph.run(10);
        if (n < 10) context.wait();
        // Of the same number, and not of the graph.
        ring.submit_messages();
    }
    context.wait();
    CHECK(ring.is_right(200));
    CHECK(graph.counts().lists == 200);
}
