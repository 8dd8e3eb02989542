// Kernels of one function for an element.
#include "runtime/core/elements.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <span>

#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context;
using runtime::Read, runtime::Update;

struct Factor {
    int a;
};
struct Product
    : runtime::Elements<Product, Factor, Update<int>, Read<int>, Read<int>> {
    static constexpr auto name = "product";
    static void at(int i, const Factor& f, Update<int> y, Read<int> x,
                   Read<int> z) {
        y[i] += f.a * x[i] * z[i];
    }
};
/// Of the two functions only that which no GPU compiler has to see.
struct AddProduct {
    static constexpr auto name = "add_product";
    using Args = Factor;
    static void cpu(const Args& f, Update<int> y, Read<int> x, Read<int> z) {
        Product::cpu(f, y, x, z);
    }
};

/// For arrays that an int cannot count.
struct LastOnes : runtime::Elements<LastOnes, Factor, Update<char>> {
    static constexpr auto name = "last_ones";
    static void at(std::size_t i, const Factor& f, Update<char> y) {
        if (i >> 31 != 0) y[i] = static_cast<char>(f.a);
    }
};
struct AddLastOnes {
    static constexpr auto name = "add_last_ones";
    using Args = Factor;
    static void cpu(const Args& f, Update<char> y) { LastOnes::cpu(f, y); }
};
struct ByInt : runtime::Elements<ByInt, Factor, Update<char>> {
    static constexpr auto name = "by_int";
    static void at(int, const Factor&, Update<char>) {}
    static void gpu(const Factor&, Update<char>, gpu::Stream) {}
};

/// Of which the machine gives only the pages that are touched.
class LargeMemory {
  public:
    explicit LargeMemory(std::size_t bytes)
        : bytes_{bytes},
          memory_{mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)} {
        REQUIRE(memory_ != MAP_FAILED);
    }
    ~LargeMemory() { munmap(memory_, bytes_); }
    LargeMemory(const LargeMemory&) = delete;
    LargeMemory& operator=(const LargeMemory&) = delete;
    std::span<char> span() const {
        return {static_cast<char*>(memory_), bytes_};
    }

  private:
    std::size_t bytes_;
    void* memory_;
};

}  // namespace

TEST_CASE("a kernel of elements computes each of them once") {
    Context context{cpu_workers(1)};
    constexpr int n = 100000;  // on several threads
    Array<int> y{context, n, 1}, x{context, n}, z{context, n, 3};
    std::ranges::iota_view indices{0, n};
    std::ranges::copy(indices, x.write().begin());
    for (int k = 0; k < 2; ++k)
        runtime::submit<AddProduct>(context, {.a = 2}, y, x, z);
    const auto found = y.read();
    CHECK(std::ranges::all_of(indices,
                              [&](int i) { return found[i] == 1 + 12 * i; }));
}

TEST_CASE("arrays without elements are read, and nothing is computed") {
    Context context{cpu_workers(1)};
    Array<int> y{context, 0}, x{context, 0};
    const Array<int> z{context, std::span<int>{}};
    runtime::submit<AddProduct>(context, {.a = 2}, y, x, z);
    CHECK(y.read().span().empty());
}

TEST_CASE("elements beyond 2^31 are computed, or counted by an int refused") {
#if !defined(__OPTIMIZE__)
    return skip("without optimisation the loop takes half a minute");
#endif
    constexpr std::size_t first = std::size_t{1} << 31, rest = 5000;
    const LargeMemory memory{first + rest};
    {
        Context context{cpu_workers(1)};
        Array<char> y{context, memory.span()};
        runtime::submit<AddLastOnes>(context, {7}, y);
        CHECK(contains(message_of<runtime::UsageError>(
                           [&] { runtime::submit<ByInt>(context, {1}, y); }),
                       "by_int counts the elements of its first array to "
                       "2147483647, and this one has 2147488648"));
    }
    const auto all = memory.span();
    CHECK(std::ranges::count(all.subspan(first), 7) == rest);
    CHECK(all[first - 1] == 0);
}
