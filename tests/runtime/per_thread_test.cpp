// One object for each thread.
#include "runtime/core/per_thread.hpp"

#include <doctest/doctest.h>
#include <pthread.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using tasuki::runtime::per_thread;

/// Counts itself.
template <int kOf>
struct Counted {
    static inline std::atomic<int> made{0}, there{0};
    Counted() {
        if (++made == -1) throw std::runtime_error("not yet");
        ++there;
    }
    ~Counted() { --there; }
    int value = 0;
};

/// All keys of POSIX threads that are left.
class NoKeys {
  public:
    NoKeys() {
        pthread_key_t key{};
        while (pthread_key_create(&key, nullptr) == 0) keys_.push_back(key);
    }
    ~NoKeys() {
        for (const auto key : keys_) pthread_key_delete(key);
    }
    NoKeys(const NoKeys&) = delete;
    NoKeys& operator=(const NoKeys&) = delete;

  private:
    std::vector<pthread_key_t> keys_;
};

}  // namespace

TEST_CASE("a thread has an object of each type until it ends") {
    using First = Counted<1>;
    using Second = Counted<2>;
    per_thread<First>().value = 1;
    std::thread{[] {
        CHECK(per_thread<First>().value == 0);
        per_thread<First>().value = 2;
        per_thread<Second>().value = 3;
        CHECK(per_thread<First>().value == 2);
        CHECK(First::there == 2);
        CHECK(Second::there == 1);
    }}.join();
    CHECK(per_thread<First>().value == 1);
    CHECK(First::there == 1);
    CHECK(First::made == 2);
    CHECK(Second::there == 0);
}

TEST_CASE("an object of a thread that cannot be made is an exception") {
    using Third = Counted<3>;
    using Fourth = Counted<4>;
    {
        const NoKeys none;
        CHECK_THROWS_AS(per_thread<Third>(), std::bad_alloc);
    }
    CHECK(Third::there == 0);
    per_thread<Third>().value = 1;
    CHECK(per_thread<Third>().value == 1);
    Fourth::made = -2;
    CHECK_THROWS_AS(per_thread<Fourth>(), std::runtime_error);
    CHECK(per_thread<Fourth>().value == 0);
    CHECK(Fourth::there == 1);
}
