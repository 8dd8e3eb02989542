// Kernels of one function for an element.
#include "runtime/core/elements.hpp"

#include <algorithm>
#include <ranges>

#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

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
