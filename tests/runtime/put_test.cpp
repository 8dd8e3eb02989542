// Messages between kernels, with threads of the host as those of kernels.
#include "codelets/device/put.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <barrier>
#include <functional>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace {

using namespace tasuki;

/// A kernel of few threads, each of which is one of the host.
class HostGrid {
    struct Block {
        explicit Block(std::ptrdiff_t threads) : barrier{threads} {}
        std::barrier<> barrier;
        std::atomic<bool> no = false;
    };

  public:
    HostGrid(unsigned blocks, unsigned threads)
        : blocks_{blocks}, threads_{threads} {
        for (unsigned b = 0; b < blocks; ++b)
            its_.push_back(
                std::make_unique<Block>(static_cast<std::ptrdiff_t>(threads)));
    }

    /// What Grid is on a GPU.
    struct Thread {
        HostGrid& grid;
        unsigned its_block, its_thread;

        Block& mine() const { return *grid.its_[its_block]; }
        unsigned block() const { return its_block; }
        unsigned blocks() const { return grid.blocks_; }
        unsigned thread() const { return its_thread; }
        unsigned threads() const { return grid.threads_; }
        void sync() const { mine().barrier.arrive_and_wait(); }
        bool agree(bool own) const {
            if (!own) mine().no = true;
            sync();
            const bool all = !mine().no;
            sync();
            mine().no = false;
            sync();
            return all;
        }
    };

    void run(const std::function<void(const Thread&)>& body) {
        std::vector<std::jthread> all;
        for (unsigned b = 0; b < blocks_; ++b)
            for (unsigned t = 0; t < threads_; ++t)
                all.emplace_back([this, b, t, &body] { body({*this, b, t}); });
    }

  private:
    unsigned blocks_, threads_;
    std::vector<std::unique_ptr<Block>> its_;
};

constexpr long long kMinute = 60'000'000'000;
constexpr unsigned kGuard = 0xdeadbeef;

struct alignas(16) Chunk {
    std::array<std::uint32_t, 4> words;
};

/// Words on 16 bytes, with a guard behind them.
class Words {
  public:
    explicit Words(std::size_t size) : size_{size}, chunks_(size / 4 + 1) {
        data()[size] = kGuard;
    }
    std::uint32_t* data() { return chunks_.front().words.data(); }
    std::byte* bytes() { return reinterpret_cast<std::byte*>(data()); }
    std::size_t size() const { return size_; }
    void count_from(std::uint32_t first) {
        std::iota(data(), data() + size_, first);
    }

  private:
    std::size_t size_;
    std::vector<Chunk> chunks_;
};

}  // namespace

TEST_CASE("put: every size by any number of threads, and nothing beyond") {
    for (const auto& [blocks, threads] :
         {std::pair{1u, 1u}, {1u, 5u}, {3u, 2u}})
        for (const std::size_t size :
             {0, 1, 2, 3, 4, 5, 7, 31, 32, 33, 190, 191, 192, 1027}) {
            CAPTURE(blocks);
            CAPTURE(threads);
            CAPTURE(size);
            Words from{size}, to{size};
            from.count_from(17);
            from.data()[size] = 1;
            HostGrid grid{blocks, threads};
            grid.run([&](const HostGrid::Thread& all) {
                gpu::put(all, to.data(), from.data(), 4 * size);
            });
            CHECK(std::equal(to.data(), to.data() + size, from.data()));
            CHECK(to.data()[size] == kGuard);
        }
}

TEST_CASE("put_signal: who has seen the flag has the message of all blocks") {
    constexpr int kMessages = 20;
    constexpr std::size_t kWords = 333;
    Words there{kWords}, back{kWords};
    std::uint32_t there_flag = 0, back_flag = 0;
    std::atomic<int> wrong = 0;
    const auto play = [&](unsigned blocks, unsigned threads, bool starts) {
        std::vector<Words> sends(2, Words{kWords});
        std::uint32_t counter = 0;
        Words& window = starts ? back : there;
        std::uint32_t& flag = starts ? back_flag : there_flag;
        const gpu::Outbox out{starts ? there.bytes() : back.bytes(),
                              starts ? &there_flag : &back_flag, &counter};
        for (int k : {0, 1}) sends[k].count_from(1000 * k + 7 * starts);
        HostGrid grid{blocks, threads};
        grid.run([&](const HostGrid::Thread& all) {
            const auto receive = [&](std::uint32_t number) {
                if (!gpu::wait(all, &flag, number, kMinute)) wrong += 1000;
                for (std::uint32_t w = 0; w < kWords; ++w)
                    wrong += window.data()[w] !=
                             1000 * (number % 2) + 7 * !starts + w;
            };
            for (std::uint32_t number = 1; number <= kMessages; ++number) {
                if (!starts) receive(number);
                gpu::put_signal(all, out, sends[number % 2].data(), 4 * kWords,
                                number);
                if (starts) receive(number);
            }
        });
        CHECK(counter == 0);
    };
    for (const auto& [first, second] :
         {std::pair{std::pair{1u, 1u}, std::pair{1u, 1u}},
          {{1u, 3u}, {2u, 1u}},
          {{3u, 1u}, {2u, 2u}}}) {
        there_flag = back_flag = 0;
        std::jthread other{
            [&, shape = second] { play(shape.first, shape.second, false); }};
        play(first.first, first.second, true);
    }
    CHECK(wrong == 0);
}

TEST_CASE("wait: it says when a number does not come, to all of the block") {
    std::uint32_t flag = 4;
    std::atomic<int> came = 0, missed = 0;
    HostGrid grid{1, 3};
    grid.run([&](const HostGrid::Thread& all) {
        came += gpu::wait(all, &flag, 4, kMinute);
        came += gpu::wait(all, &flag, 3, kMinute);
        missed += !gpu::wait(all, &flag, 5, 1'000'000);
    });
    CHECK(came == 6);
    CHECK(missed == 3);
}

TEST_CASE("reached: numbers go on from the greatest to zero") {
    std::uint32_t flag = 0xffffffff;
    CHECK(gpu::reached(&flag, 0xfffffffe));
    CHECK(gpu::reached(&flag, 0xffffffff));
    CHECK(!gpu::reached(&flag, 0));
    gpu::signal(&flag, 1);
    CHECK(gpu::reached(&flag, 0xffffffff));
    CHECK(gpu::reached(&flag, 1));
    CHECK(!gpu::reached(&flag, 2));
}

TEST_CASE("a thread of the host is a grid of its own") {
    Words from{9}, to{9};
    from.count_from(3);
    std::uint32_t flag = 0, blocks = 0;
    gpu::put_signal(gpu::Grid{}, {to.bytes(), &flag, &blocks}, from.data(), 36,
                    1);
    CHECK(gpu::wait(gpu::Grid{}, &flag, 1, 0));
    CHECK(std::equal(to.data(), to.data() + 9, from.data()));
    CHECK(!gpu::wait(gpu::Grid{}, &flag, 2, 1000));
}
