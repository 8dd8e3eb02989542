#include "runtime/mpi/message_order.hpp"

#include <algorithm>

#include "runtime/core/session.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Iterations in order before lists may have messages.
constexpr std::int64_t kInOrder = 4;

/// That is submitted now, from 1 over all Replays of the Context, which are the
/// same on all ranks; 0 without one.
std::int64_t iteration_now() {
    const Session& here = session();
    return here.replay == nullptr ? 0 : here.iterations.load();
}

/// Whether a message comes to be received if each rank does all in its order:
/// it is sent in the same phase or before, and in a later one than that in
/// which the message before it has left the window.  If that is so for all
/// messages of an iteration, those of a phase come to an end when those of the
/// phases before it have.
bool is_in_order(const Signature& sent, const Moment& received,
                 const Moment& before) {
    return sent.iteration == received.iteration && sent.use == received.use &&
           sent.phase <= received.phase &&
           (before.iteration != received.iteration ||
            before.phase < sent.phase);
}

}  // namespace

/// One that was sent in a later phase than this rank is in belongs to that
/// phase.
Moment MessageOrder::submit(Channel& channel) {
    const std::int64_t iteration = iteration_now();
    if (iteration == 0) return {};
    const std::lock_guard lock{mutex_};
    if (iteration != now_.iteration) {
        now_ = {iteration, 0, 0};
        received_ = false;
    }
    if (channel.iteration != iteration) channel.uses = 0;
    channel.iteration = iteration;
    now_.use = channel.uses++;
    if (channel.sends && received_) ++now_.phase;
    if (!channel.sends) {
        if (now_.use < channel.phases.size())
            now_.phase = std::max(now_.phase, channel.phases[now_.use]);
        ++receives_[iteration];
    }
    received_ = !channel.sends;
    tell_known();
    return now_;
}

Moment MessageOrder::submit_end(const Channel& channel) {
    Moment moment = channel.begun;
    const std::int64_t iteration = iteration_now();
    if (iteration == 0 && moment.iteration == 0) return moment;
    const std::lock_guard lock{mutex_};
    if (iteration != moment.iteration ||
        (channel.sends && now_.phase != moment.phase))
        own_.disorder = std::max(own_.disorder.load(),
                                 std::max(iteration, moment.iteration));
    else
        moment.phase = now_.phase;
    return moment;
}

void MessageOrder::see_sent(Channel& channel, const Moment& received) {
    const Signature& sent = channel.flag.load()->signature;
    const std::lock_guard lock{mutex_};
    if (channel.phases.size() <= sent.use) channel.phases.resize(sent.use + 1);
    channel.phases[sent.use] = sent.phase;
    if (is_in_order(sent, received, channel.received)) return;
    own_.disorder = std::max(own_.disorder.load(), received.iteration);
}

void MessageOrder::end_receive(Channel& channel, const Moment& moment) {
    channel.received = moment;
    const std::lock_guard lock{mutex_};
    const auto found = receives_.find(moment.iteration);
    if (--found->second == 0) receives_.erase(found);
    tell_known();
}

void MessageOrder::tell_known() {
    own_.known =
        (receives_.empty() ? now_.iteration : receives_.begin()->first) - 1;
}

FitsList MessageOrder::fits_lists() const {
    if (others_.empty()) return FitsList::no;
    std::int64_t known = own_.known;
    std::int64_t disorder = own_.disorder;
    for (const Board* const its : others_) {
        known = std::min(known, its->known.load());
        disorder = std::max(disorder, its->disorder.load());
    }
    return known > disorder + kInOrder ? FitsList::yes : FitsList::not_yet;
}

}  // namespace tasuki::runtime::detail
