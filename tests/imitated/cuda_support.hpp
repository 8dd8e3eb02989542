// For the tests of the imitation.
#pragma once

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <functional>
#include <list>
#include <string>
#include <vector>

namespace tasuki::test {

/// A stream that waits for no other, until the end of the scope.
class TestStream {
  public:
    TestStream() {
        REQUIRE(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking) ==
                cudaSuccess);
    }
    ~TestStream() {
        CHECK(cudaStreamSynchronize(stream_) == cudaSuccess);
        CHECK(cudaStreamDestroy(stream_) == cudaSuccess);
    }
    TestStream(const TestStream&) = delete;
    TestStream& operator=(const TestStream&) = delete;
    operator cudaStream_t() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

/// Likewise an event.
class TestEvent {
  public:
    TestEvent() { REQUIRE(cudaEventCreate(&event_) == cudaSuccess); }
    ~TestEvent() { CHECK(cudaEventDestroy(event_) == cudaSuccess); }
    TestEvent(const TestEvent&) = delete;
    TestEvent& operator=(const TestEvent&) = delete;
    operator cudaEvent_t() const { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

/// Letters in the order in which the device came to them.
class Letters {
  public:
    void queue(cudaStream_t stream, char letter) {
        CHECK(cudaLaunchHostFunc(stream, add, entry(letter)) == cudaSuccess);
    }
    /// Of work that has ended.
    const std::string& text() const { return text_; }
    void clear() { text_.clear(); }

  private:
    struct Entry {
        Letters* letters;
        char letter;
    };
    Entry* entry(char letter) {
        return &entries_.emplace_back(Entry{this, letter});
    }
    static void add(void* with) {
        const auto& entry = *static_cast<Entry*>(with);
        entry.letters->text_ += entry.letter;
    }

    std::list<Entry> entries_;
    std::string text_;
};

}  // namespace tasuki::test
