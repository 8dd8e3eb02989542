// Arrays that are in the memory of the rank that receives them.
#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/replay/replay.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/support.hpp"
#include "tests/runtime/transfers_support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;

/// Whether messages of such arrays are not copied.
constexpr bool kNothingIsCopied = kWay == Way::gpu;

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
        runtime::submit<Mix>(context, {static_cast<unsigned>(k)},
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
                         static_cast<unsigned>(k);
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
        auto options = with_replays(runtime::Replays::on);
        options.exchange = exchange;
        Context context{options};
        if (context.ranks().size() == 1) return;
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
        const bool as_tasks = !is_by_mpi(exchange);
        for (const char* const phase : {"put", "take"})
            CHECK(count(context, phase) == (as_tasks ? kRounds : 0));
        const bool in_place =
            kNothingIsCopied && as_tasks && exchange != Exchange::copy;
        CHECK(context.ranks().stores_to(ring.to) == in_place);
        for (const char* const phase : {"open", "release"})
            CHECK(count(context, phase) == (in_place ? kRounds : 0));
    }
}

TEST_CASE("a rank with several GPUs copies what it receives on ranks") {
    auto options = among_ranks(Exchange::automatic);
    if (runtime::mpi_ranks().is_first() && kGpus != 0) options.gpus = 1;
    Context context{options};
    if (context.ranks().size() == 1) return;
    RingInPlace ring{context, 1000};
    constexpr int kRounds = 20;
    for (int k = 0; k < kRounds; ++k) ring.submit_round(k, kWhere, kWhere);
    context.wait();
    CHECK(ring.is_right(kRounds));
}

TEST_CASE("messages in place are a part of lists that are replayed on ranks") {
    using runtime::Replays;
    const int own_rank = runtime::mpi_ranks().rank();
    // Ranks may differ.
    for (const auto& [even, odd] : {std::pair{Replays::on, Replays::on},
                                    std::pair{Replays::on, Replays::off}}) {
        CAPTURE(static_cast<int>(odd));
        Context context{with_replays(own_rank % 2 == 0 ? even : odd)};
        if (context.ranks().size() == 1) return;
        runtime::Replay replay{context};
        RingInPlace ring{context, 300};
        constexpr int kRounds = 200;
        std::int64_t most = 0;  // tasks of an iteration in lists
        for (int k = 0; k < kRounds; ++k) {
            const auto before = replay.counts().listed;
            replay.iteration([&] { ring.submit_round(k, kWhere, kWhere); });
            most = std::max(most, replay.counts().listed - before);
            if (k % 10 == 9) context.wait();
        }
        CHECK(ring.is_right(kRounds));
        // All of them, with those of its messages.
        if (odd == Replays::on) CHECK(most == (kNothingIsCopied ? 7 : 5));
    }
}

TEST_CASE("two operators may use the same numbers on ranks") {
    auto options = with_replays(runtime::Replays::on);
    Context context{options};
    if (context.ranks().size() == 1) return;
    RingInPlace first{context, 500}, second{context, 500};
    for (int k = 0; k < 20; ++k) {
        first.submit_round(k, kWhere, kWhere);
        second.submit_round(k, kWhere, Where::any);
    }
    CHECK(first.is_right(20));
    CHECK(second.is_right(20));
}

TEST_CASE("what is sent in place has to be opened, and released, on ranks") {
    Context context{with_replays(runtime::Replays::on)};
    if (context.ranks().size() == 1 || !kNothingIsCopied) return;
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

namespace {

/// An iteration of all ranks: in its order everything could be done one after
/// the other.
class RandomMessages {
  public:
    static constexpr int kArrays = 3, kChannels = 2, kSteps = 20, kSize = 100;

    RandomMessages(Context& its, unsigned seed)
        : context_{its},
          own_{its.ranks().rank()},
          ranks_{its.ranks().size()},
          random_{seed} {
        for (int k = 0; k < kSteps; ++k)
            steps_.push_back({below(ranks_), below(ranks_), below(kArrays),
                              below(kArrays), below(kChannels), below(2) == 0});
        for (int r = 0; r < ranks_; ++r)
            for (int k = 0; k < kArrays; ++k)
                expected_.push_back(static_cast<unsigned>(7 * r + k));
        for (int k = 0; k < kArrays; ++k)
            arrays_.emplace_back(its, kSize, expected_[own_ * kArrays + k]);
        const auto add = [&](auto& all, const auto& make) {
            for (int r = 0; r < ranks_; ++r)
                for (int channel = 0; channel < kChannels; ++channel)
                    all.push_back(r == own_ ? Array<unsigned>{its, kSize}
                                            : make(r, tag(channel)));
        };
        add(come_, [&](int r, auto tag) {
            return runtime::array_from<unsigned>(its, kSize, r, tag);
        });
        add(sent_, [&](int r, auto tag) {
            return runtime::array_to<unsigned>(its, kSize, r, tag);
        });
    }

    /// The part of this rank; works it out for all.
    void submit(unsigned a) {
        for (const Step& s : steps_) {
            unsigned& target = expected_[s.to * kArrays + s.target];
            const unsigned source = expected_[s.from * kArrays + s.source];
            const unsigned microseconds = random_() % 200;
            if (s.from != s.to) {
                submit_message(s, {a, microseconds});
            } else if (own_ == s.to && s.source != s.target) {
                runtime::submit<SlowMix>(context_, {a, microseconds},
                                         {.where = kWhere}, arrays_[s.target],
                                         arrays_[s.source]);
            }
            if (s.from != s.to || s.source != s.target)
                target = 3 * target + source + a;
        }
        while (!kept_.empty()) release(kept_.front());
    }
    bool is_right() {
        for (int k = 0; k < kArrays; ++k)
            for (const unsigned value : arrays_[k].read())
                if (value != expected_[own_ * kArrays + k]) return false;
        return true;
    }

  private:
    /// A message, or a Mix if it stays on a rank.
    struct Step {
        int from, to, source, target, channel;
        bool releases;  ///< at once; else before the next message, or last
    };
    struct Kept {
        int from, channel;
        bool operator==(const Kept&) const = default;
    };

    static runtime::MessageTag tag(int channel) { return 20 + channel; }
    static std::size_t place(int rank, int channel) {
        return static_cast<std::size_t>(rank) * kChannels + channel;
    }
    int below(int n) {
        return static_cast<int>(random_() % static_cast<unsigned>(n));
    }
    void submit_message(const Step& s, const SlowMix::Args& args) {
        if (own_ == s.to &&
            std::ranges::count(kept_, Kept{s.from, s.channel}) > 0)
            release({s.from, s.channel});
        if (own_ == s.from) {
            auto& sent = sent_[place(s.to, s.channel)];
            runtime::submit_open(sent, s.to, tag(s.channel));
            runtime::submit<Fill>(context_, {0}, {.where = kWhere}, sent);
            runtime::submit<Mix>(context_, {0}, {.where = kWhere}, sent,
                                 arrays_[s.source]);
            runtime::submit_send(sent, s.to, tag(s.channel));
        }
        if (own_ == s.to) {
            auto& come = come_[place(s.from, s.channel)];
            runtime::submit_receive(come, s.from, tag(s.channel));
            runtime::submit<SlowMix>(context_, args, {.where = kWhere},
                                     arrays_[s.target], come);
            kept_.push_back({s.from, s.channel});
            if (s.releases) release(kept_.back());
        }
    }
    void release(Kept kept) {
        runtime::submit_release(come_[place(kept.from, kept.channel)],
                                kept.from, tag(kept.channel));
        std::erase(kept_, kept);
    }

    Context& context_;
    int own_, ranks_;
    std::mt19937 random_;
    std::vector<Step> steps_;
    std::vector<unsigned> expected_;
    std::vector<Array<unsigned>> arrays_, come_, sent_;
    std::vector<Kept> kept_;
};

}  // namespace

TEST_CASE("random messages in place give the same on ranks") {
    const int own = runtime::mpi_ranks().rank();
    if (runtime::mpi_ranks().size() == 1) return;
    for (int seed = 1; seed <= seeds_of_graphs(); ++seed) {
        CAPTURE(seed);
        // Ranks may differ.
        const bool replays = seed % 2 == 1 || own != seed % 3;
        Context context{with_replays(replays ? runtime::Replays::on
                                             : runtime::Replays::off)};
        runtime::Replay replay{context};
        RandomMessages messages{context, static_cast<unsigned>(seed)};
        for (unsigned a = 0; a < 80; ++a) {
            replay.iteration([&] { messages.submit(a); });
            if (a % 5 == 4) context.wait();
        }
        context.wait();
        CHECK(messages.is_right());
    }
}
