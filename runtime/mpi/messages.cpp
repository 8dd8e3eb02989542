#include "runtime/mpi/messages.hpp"

#include "runtime/mpi/message.hpp"

namespace tasuki::runtime::detail {

namespace {

class MpiMessages final : public Messages {
    void send(Handle array, int to, MessageTag tag,
              int priority) const override {
        submit_send(array, to, tag, priority);
    }
    void receive(Handle array, int from, MessageTag tag,
                 int priority) const override {
        submit_receive(array, from, tag, priority);
    }
    void open(Handle array, int to, MessageTag tag,
              int priority) const override {
        submit_open(array, to, tag, priority);
    }
    void release(Handle array, int from, MessageTag tag,
                 int priority) const override {
        submit_release(array, from, tag, priority);
    }
    WindowOfArray window_to(int to, MessageTag tag,
                            std::size_t bytes) const override {
        return detail::window_to(to, tag, bytes);
    }
    WindowOfArray window_from(int from, MessageTag tag,
                              std::size_t bytes) const override {
        return detail::window_from(from, tag, bytes);
    }
};

}  // namespace

const Messages& mpi_messages() {
    static const MpiMessages the_messages;
    return the_messages;
}

}  // namespace tasuki::runtime::detail
