// Which messages of a graph may be in lists.
#include "runtime/graph/message_order.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace tasuki::test::message_order {

namespace {

using runtime::detail::MessageEnd;
using runtime::detail::MessagesOfRank;

MessageEnd send(int to, std::int64_t tag = 1) {
    return {tag, to, true, true, true};
}
MessageEnd receive(int from, std::int64_t tag = 1) {
    return {tag, from, false, true, true};
}
// Of arrays in windows.
MessageEnd open(int to) {
    return {1, to, true, true, false};
}
MessageEnd put(int to) {
    return {1, to, true, false, true};
}
MessageEnd take(int from) {
    return {1, from, false, true, false};
}
MessageEnd release(int from) {
    return {1, from, false, false, true};
}

bool are_in_order(const std::vector<MessagesOfRank>& of_ranks) {
    return runtime::detail::are_in_order(of_ranks);
}

}  // namespace

TEST_CASE("messages are in order if each rank sends before it receives") {
    CHECK(are_in_order({{}, {}}));
    CHECK(are_in_order(
        {{send(1), receive(2)}, {send(2), receive(0)}, {send(0), receive(1)}}));
    // One may wait for another that does not.
    CHECK(are_in_order({{receive(1), send(1)}, {send(0), receive(0)}}));
    CHECK(!are_in_order({{receive(1), send(1)}, {receive(0), send(0)}}));
}

TEST_CASE("messages that the other side does not have are not in order") {
    CHECK(!are_in_order({{send(1)}, {}}));
    CHECK(!are_in_order({{}, {receive(0)}}));
    CHECK(!are_in_order({{send(1)}, {receive(0, 2)}}));
    CHECK(!are_in_order({{send(1), send(1)}, {receive(0)}}));
}

TEST_CASE("a number is used again in a later phase, when its window is empty") {
    CHECK(!are_in_order({{send(1), send(1)}, {receive(0), receive(0)}}));
    CHECK(are_in_order({{send(1), send(1, 2)}, {receive(0), receive(0, 2)}}));
    CHECK(are_in_order(
        {{send(1), receive(1), send(1)}, {receive(0), send(0), receive(0)}}));
}

TEST_CASE("messages in place are in order as others, if each is one phase") {
    CHECK(are_in_order({{open(1), put(1), take(1), release(1)},
                        {open(0), put(0), take(0), release(0)}}));
    // Each would wait for what the other tells only after that.
    CHECK(!are_in_order({{open(1), take(1), put(1), release(1)},
                         {open(0), take(0), put(0), release(0)}}));
    CHECK(!are_in_order(
        {{open(1), receive(1, 2), put(1)}, {take(0), release(0), send(0, 2)}}));
    // The sender may be an ordinary array, or the receiver.
    CHECK(are_in_order({{open(1), put(1)}, {receive(0)}}));
    CHECK(are_in_order({{send(1)}, {take(0), release(0)}}));
    CHECK(!are_in_order({{open(1), put(1)}, {take(0)}}));
    // Only in a later phase is the window empty when it is opened again.
    CHECK(are_in_order({{open(1), put(1), receive(1), open(1), put(1)},
                        {take(0), release(0), send(0), take(0), release(0)}}));
    CHECK(!are_in_order({{open(1), put(1), open(1), put(1)},
                         {take(0), release(0), take(0), release(0)}}));
}

TEST_CASE("messages come to another rank as they are") {
    using tasuki::runtime::detail::messages_of;
    using tasuki::runtime::detail::to_text;
    const MessagesOfRank all{send(3, 7), take(2)};
    const auto same = messages_of(to_text(all));
    REQUIRE(same.size() == 2);
    CHECK(same[0].tag == 7);
    CHECK(same[0].peer == 3);
    CHECK(same[0].sends);
    CHECK(!same[1].ends);
    CHECK(messages_of(to_text({})).empty());
}

}  // namespace tasuki::test::message_order
