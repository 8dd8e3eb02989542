#include "runtime/graph/message_order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <tuple>

namespace tasuki::runtime::detail {

namespace {

/// The messages of a number from one rank to another: the phases in which each
/// was sent, and in which each has left its window.
struct Channel {
    std::vector<int> sent, left;
    std::size_t received = 0;

    /// A window is empty in an earlier phase than that in which it is filled.
    bool is_in_order() const {
        if (received != sent.size() || left.size() != sent.size()) return false;
        for (std::size_t use = 1; use < sent.size(); ++use)
            if (left[use - 1] >= sent[use]) return false;
        return true;
    }
};

class Order {
  public:
    explicit Order(std::span<const MessagesOfRank> of_ranks)
        : messages_{of_ranks}, ranks_(of_ranks.size()) {}

    bool is_there() {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t r = 0; r < ranks_.size(); ++r)
                while (ranks_[r].next < messages_[r].size() && advance(r))
                    moved = true;
        }
        for (std::size_t r = 0; r < ranks_.size(); ++r)
            if (ranks_[r].next < messages_[r].size()) return false;
        return !is_broken_ &&
               std::ranges::all_of(channels_, [](const auto& its) {
                   return its.second.is_in_order();
               });
    }

  private:
    struct Rank {
        std::size_t next = 0;
        int phase = 0;
        bool received = false;  ///< the last message
    };
    using Key = std::tuple<int, int, std::int64_t>;  // from, to, number

    /// Takes the next message of a rank.
    /// @return  false: it was not sent yet
    bool advance(std::size_t r) {
        Rank& rank = ranks_[r];
        const MessageEnd& its = messages_[r][rank.next];
        const int own = static_cast<int>(r);
        Channel& channel = channels_[its.sends ? Key{own, its.peer, its.tag}
                                               : Key{its.peer, own, its.tag}];
        if (its.sends)
            send(rank, its, channel);
        else if (its.begins && channel.received == channel.sent.size())
            return false;
        else
            receive(rank, its, channel);
        ++rank.next;
        return true;
    }
    void send(Rank& rank, const MessageEnd& its, Channel& channel) {
        if (its.begins) {
            if (rank.received) ++rank.phase;
            rank.received = false;
            channel.sent.push_back(rank.phase);
        } else {
            // Opened before, and nothing was received since.
            is_broken_ |= rank.received || channel.sent.empty() ||
                          channel.sent.back() != rank.phase;
        }
    }
    static void receive(Rank& rank, const MessageEnd& its, Channel& channel) {
        if (its.begins) {
            rank.phase = std::max(rank.phase, channel.sent[channel.received]);
            rank.received = true;
            ++channel.received;
        }
        if (its.ends) channel.left.push_back(rank.phase);
    }

    std::span<const MessagesOfRank> messages_;
    std::vector<Rank> ranks_;
    std::map<Key, Channel> channels_;
    bool is_broken_ = false;
};

}  // namespace

std::string to_text(const MessagesOfRank& messages) {
    if (messages.empty()) return {};
    std::string text(messages.size() * sizeof(MessageEnd), '\0');
    std::memcpy(text.data(), messages.data(), text.size());
    return text;
}

MessagesOfRank messages_of(const std::string& text) {
    MessagesOfRank messages(text.size() / sizeof(MessageEnd));
    if (!text.empty()) std::memcpy(messages.data(), text.data(), text.size());
    return messages;
}

bool are_in_order(std::span<const MessagesOfRank> of_ranks) {
    return Order{of_ranks}.is_there();
}

}  // namespace tasuki::runtime::detail
