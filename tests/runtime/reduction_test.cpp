// Sums to which all workers add.
#include <algorithm>
#include <string>
#include <vector>

#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::WithoutModel;
using runtime::Read, runtime::Write, runtime::Update;

struct Zero : WithoutModel {
    static constexpr auto name = "zero";
    struct Args {};
    static void cpu(const Args&, Write<int> sum) {
        std::fill(sum.begin(), sum.end(), 0);
    }
};
struct Add : WithoutModel {
    static constexpr auto name = "add";
    struct Args {};
    static void cpu(const Args&, Update<int> sum, Read<int> part) {
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
    }
};
struct AddToSum : WithoutModel {
    static constexpr auto name = "add_to_sum";
    struct Args {};
    static void cpu(const Args&, runtime::Reduce<int> sum, Read<int> value) {
        for (int& s : sum) s += *value;
    }
};

static_assert(!runtime::ArraysOf<AddToSum, const Array<int>, Array<int>>);

}  // namespace

TEST_CASE("a reduction adds the parts of all workers") {
    for (const char* policy : {"lws", "dmdas", "feedback"}) {
        CAPTURE(policy);
        auto options = cpu_workers(several_workers());
        options.policy = policy;
        Context context{options};
        Array<int> sum{context, 2, 1000};
        const Array<int> one{context, 1, 1};
        CHECK(contains(message_of<runtime::UsageError>([&] {
                           runtime::submit<AddToSum>(context, {}, sum, one);
                       }),
                       "call set_reduction()"));
        runtime::set_reduction<Zero, Add>(sum);
        std::vector<Array<int>> values;
        for (int k = 1; k <= 100; ++k) values.emplace_back(context, 1, k);
        for (const auto& value : values)
            runtime::submit<AddToSum>(context, {}, sum, value);
        for (const int s : sum.read()) CHECK(s == 1000 + 5050);
    }
}
