// copy: the copy engine of the sender, and streams that wait for each other.
// copy-alone: the engine without the other one's answers.
#include "peers/self/way.hpp"
#include "runtime/gpu/stream_flags.hpp"

namespace tasuki::peers::self {

namespace {

class Copy : public Way {
  public:
    using Way::Way;

    double run(std::size_t bytes, int rounds) override {
        const std::uint32_t base = pair_.take_numbers(rounds);
        const std::uint32_t go = base + 1;
        for (const auto& end : pair_.ends())
            if (end->number == 0)
                gpu::wait_for(end->stream.get(), end->word() + kGo, go);
        // In turns: a stream holds only so much, and waits for the other one.
        for (int round = 0; round < rounds; ++round)
            for (const auto& end : pair_.ends())
                queue(*end, bytes, round, base + round + 1);
        return pair_.timed([&] {
            for (const auto& end : pair_.ends())
                if (end->number == 0) gpu::signal(end->host_word() + kGo, go);
            for (const auto& end : pair_.ends()) end->stream.wait();
        });
    }
    /// All are queued before the first begins.
    int most_rounds() const override { return 100; }

  private:
    /// The word that starts a run, on a line of its own.
    static constexpr int kGo = 64;

    static void queue(const End& end, std::size_t bytes, int round,
                      std::uint32_t number) {
        const auto stream = end.stream.get();
        if (end.number == 1) gpu::wait_for(stream, end.word(), number);
        gpu::copy_async(end.their_window(), end.sends(round), bytes, stream);
        gpu::write(stream, end.their_word(), number);
        if (end.number == 0) gpu::wait_for(stream, end.word(), number);
    }
};

/// One direction after the other.
class CopyAlone : public Way {
  public:
    using Way::Way;

    double run(std::size_t bytes, int rounds) override {
        double seconds = 0;
        for (const int sender : {0, 1}) {
            double own = 0;
            for (const auto& end : pair_.ends())
                if (end->number == sender) own = send(*end, bytes, rounds);
            seconds += pair_.ranks().largest(own);
        }
        return seconds;
    }
    int most_rounds() const override { return 500; }

  private:
    static double send(const End& end, std::size_t bytes, int rounds) {
        const auto stream = end.stream.get();
        streams::select(end.device);
        gpu::Stopwatch watch;
        watch.start(stream);
        for (int round = 0; round < rounds; ++round)
            gpu::copy_async(end.their_window(), end.sends(round), bytes,
                            stream);
        return watch.stop(stream);
    }
};

}  // namespace

std::unique_ptr<Way> make_copy_alone(Pair& pair) {
    return std::make_unique<CopyAlone>(pair);
}

std::unique_ptr<Way> make_copy(Pair& pair, std::string& why_not) {
    bool wait = true;
    for (const auto& end : pair.ends())
        wait = wait && end->word() != nullptr && end->their_word() != nullptr;
    if (pair.all(wait)) return std::make_unique<Copy>(pair);
    why_not = "streams do not wait for numbers in memory of another process";
    return nullptr;
}

}  // namespace tasuki::peers::self
