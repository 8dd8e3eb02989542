// Graphs of random messages between ranks, whose results are known.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/mpi/message.hpp"
#include "tests/runtime/transfers_support.hpp"

namespace tasuki::test {

enum class Messages {
    in_place,  ///< between arrays that are there for messages
    plain      ///< between those that tasks use too
};

/// A graph of all ranks: in its order everything could be done one after the
/// other.
/// @tparam Pack  to = x + a; its Args are {a}
/// @tparam Mix   y = 3 y + x + a, after a while; its Args are {a, microseconds}
template <class Pack, class Mix>
class RandomMessages {
  public:
    static constexpr int kArrays = 3, kChannels = 2, kSteps = 20;

    /// @param size  of each array
    RandomMessages(Context& its, unsigned seed, Where where, std::size_t size,
                   Messages messages = Messages::in_place)
        : context_{its},
          are_plain_{messages == Messages::plain},
          where_{where},
          own_{its.ranks().rank()},
          ranks_{its.ranks().size()},
          random_{seed} {
        for (int k = 0; k < kSteps; ++k)
            steps_.push_back({below(ranks_), below(ranks_), below(kArrays),
                              below(kArrays), below(kChannels), below(2) == 0});
        for (Step& s : steps_) s.microseconds = random_() % 200;
        for (int r = 0; r < ranks_; ++r)
            for (int k = 0; k < kArrays; ++k)
                expected_.push_back(static_cast<unsigned>(7 * r + k));
        for (int k = 0; k < kArrays; ++k)
            arrays_.emplace_back(its, size, expected_[own_ * kArrays + k]);
        if (are_plain_) return;
        const auto add = [&](auto& all, const auto& make) {
            for (int r = 0; r < ranks_; ++r)
                for (int channel = 0; channel < kChannels; ++channel)
                    all.push_back(r == own_ ? Array<unsigned>{its, size}
                                            : make(r, tag(channel)));
        };
        add(come_, [&](int r, auto tag) {
            return runtime::array_from<unsigned>(its, size, r, tag);
        });
        add(sent_, [&](int r, auto tag) {
            return runtime::array_to<unsigned>(its, size, r, tag);
        });
    }

    /// The part of this rank.
    void submit(unsigned a) {
        next_gpu_ = 0;
        for (const Step& s : steps_) {
            const typename Mix::Args args{a, s.microseconds};
            if (s.from != s.to)
                submit_message(s, args);
            else if (own_ == s.to && s.source != s.target)
                runtime::submit<Mix>(context_, args, next_place(),
                                     arrays_[s.target], arrays_[s.source]);
        }
        while (!kept_.empty()) release(kept_.front());
    }
    /// All ranks do that once more.
    void expect(unsigned a) {
        for (const Step& s : steps_) {
            unsigned& target = expected_[s.to * kArrays + s.target];
            const unsigned source = expected_[s.from * kArrays + s.source];
            if (s.from != s.to && are_plain_)
                target = source;
            else if (s.from != s.to || s.source != s.target)
                target = 3 * target + source + a;
        }
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
        unsigned microseconds = 0;  ///< of the Mix
    };
    struct Kept {
        int from, channel;
        bool operator==(const Kept&) const = default;
    };

    static runtime::MessageTag tag(int channel) { return 20 + channel; }
    static std::size_t place(int rank, int channel) {
        return static_cast<std::size_t>(rank) * kChannels + channel;
    }
    /// On each GPU in turn.
    runtime::SubmitOptions next_place() {
        const auto& gpus = context_.session().gpu_workers;
        if (where_ != Where::gpu || gpus.size() < 2) return {.where = where_};
        return {.where = where_, .worker = gpus[next_gpu_++ % gpus.size()]};
    }
    int below(int n) {
        return static_cast<int>(random_() % static_cast<unsigned>(n));
    }
    void submit_message(const Step& s, const typename Mix::Args& args) {
        if (are_plain_) {
            if (own_ == s.from)
                runtime::submit_send(arrays_[s.source], s.to, tag(s.channel));
            if (own_ == s.to)
                runtime::submit_receive(arrays_[s.target], s.from,
                                        tag(s.channel));
            return;
        }
        if (own_ == s.to &&
            std::ranges::count(kept_, Kept{s.from, s.channel}) > 0)
            release({s.from, s.channel});
        if (own_ == s.from) {
            auto& sent = sent_[place(s.to, s.channel)];
            runtime::submit_open(sent, s.to, tag(s.channel));
            runtime::submit<Pack>(context_, {0}, next_place(), sent,
                                  arrays_[s.source]);
            runtime::submit_send(sent, s.to, tag(s.channel));
        }
        if (own_ == s.to) {
            auto& come = come_[place(s.from, s.channel)];
            runtime::submit_receive(come, s.from, tag(s.channel));
            runtime::submit<Mix>(context_, args, next_place(),
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
    bool are_plain_;
    Where where_;
    int own_, ranks_;
    std::size_t next_gpu_ = 0;
    std::mt19937 random_;
    std::vector<Step> steps_;
    std::vector<unsigned> expected_;
    std::vector<Array<unsigned>> arrays_, come_, sent_;
    std::vector<Kept> kept_;
};

/// Of some graphs, with ranks that have lists and others that do not.
inline void check_random_messages(Messages messages) {
    const int own = runtime::mpi_ranks().rank();
    for (int seed = 1; seed <= seeds_of_graphs(); ++seed) {
        CAPTURE(seed);
        const bool lists = seed % 2 == 1 || own != seed % 3;
        Context context{
            with_capture(lists ? runtime::Capture::on : runtime::Capture::off)};
        RandomMessages<Pack, SlowMix> all{context, static_cast<unsigned>(seed),
                                          kWhere, 100, messages};
        runtime::Graph graph =
            runtime::record(context, [&all] { all.submit(5); });
        for (int runs = 1; runs <= 12; ++runs) {
            graph.run(runs);
            for (int k = 0; k < runs; ++k) all.expect(5);
            if (runs % 3 == 0) context.wait();
        }
        CHECK(all.is_right());
    }
}

}  // namespace tasuki::test
