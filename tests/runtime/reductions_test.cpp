// sum(), dot(), min() and max().
#include "runtime/core/reductions.hpp"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "runtime/runtime.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::UsageError;
using runtime::dot, runtime::sum;
using Complex = std::complex<double>;

template <class T>
std::vector<T> random_values(std::size_t size, unsigned seed) {
    std::mt19937 random{seed};
    std::uniform_real_distribution<double> number{-1, 1};
    std::vector<T> values(size);
    for (T& value : values) {
        if constexpr (std::is_integral_v<T>)
            value = static_cast<T>(1000 * number(random));
        else if constexpr (std::is_floating_point_v<T>)
            value = static_cast<T>(number(random));
        else
            value = {static_cast<typename T::value_type>(number(random)),
                     static_cast<typename T::value_type>(number(random))};
    }
    return values;
}

/// All reductions of these, as bytes.
template <class T>
std::vector<std::byte> results(Context& context, std::vector<T> x,
                               std::vector<T> y, std::size_t block) {
    std::vector<Array<T>> xs, ys;
    for (std::size_t first = 0; first < x.size(); first += block) {
        const auto size = std::min(block, x.size() - first);
        xs.emplace_back(context, std::span{x}.subspan(first, size));
        ys.emplace_back(context, std::span{y}.subspan(first, size));
    }
    std::vector<std::byte> bytes;
    const auto add = [&bytes](auto value) {
        const auto* const first = reinterpret_cast<const std::byte*>(&value);
        bytes.insert(bytes.end(), first, first + sizeof value);
    };
    add(sum(context, xs));
    add(dot(context, xs, ys));
    if constexpr (runtime::detail::Ordered<T>) {
        add(runtime::max(context, xs));
        add(runtime::min(context, xs));
    }
    return bytes;
}

/// From 0 to several parts, each size but the largest no multiple of lanes.
constexpr std::size_t kSizes[] = {1, 255, 8191, 8192, 8193, 50001};

}  // namespace

TEST_CASE("reductions of doubles are right to the last bits") {
    Context context{cpu_workers(several_workers())};
    for (const std::size_t size : kSizes) {
        CAPTURE(size);
        auto x = random_values<double>(size, 1),
             y = random_values<double>(size, 2);
        long double total = 0, product = 0, magnitude = 0;
        for (std::size_t i = 0; i < size; ++i) {
            total += x[i];
            product += static_cast<long double>(x[i]) * y[i];
            magnitude += std::abs(x[i]);
        }
        const double expected = static_cast<double>(total),
                     expected_dot = static_cast<double>(product);
        const auto extremes = std::ranges::minmax(x);
        const double least = extremes.min, most = extremes.max;
        // 32 + 8 + 7 additions follow each other.
        const double error = 47 * 1.2e-16 * static_cast<double>(magnitude);
        const Array<double> a{context, std::span{x}}, b{context, std::span{y}};
        CHECK(std::abs(sum(context, a) - expected) <= error);
        CHECK(std::abs(dot(context, a, b) - expected_dot) <= error);
        CHECK(runtime::max(context, a) == most);
        CHECK(runtime::min(context, a) == least);
    }
}

TEST_CASE("floats are added in double, and integers in 64 bits") {
    Context context{cpu_workers(1)};
    constexpr std::size_t size = 1 << 20;
    const Array<float> tenths{context, size, 0.1F};
    const float total = sum(context, tenths);
    CHECK(total == static_cast<float>(size * double{0.1F}));
    const Array<std::int32_t> large{context, 4, 2000000000};
    CHECK(sum(context, large) == 8000000000);
    CHECK(dot(context, large, large) ==
          static_cast<std::int64_t>(16000000000000000000ULL));
    CHECK(runtime::max(context, large) == 2000000000);
    Array<std::int64_t> longs{context, 3, -5};
    longs.update()[1] = std::int64_t{1} << 40;
    CHECK(sum(context, longs) == (std::int64_t{1} << 40) - 10);
    CHECK(runtime::min(context, longs) == -5);
    CHECK(runtime::max(context, longs) == std::int64_t{1} << 40);
}

TEST_CASE("a product of complex numbers conjugates the first") {
    Context context{cpu_workers(1)};
    std::vector<Complex> x{{1, 2}, {3, -1}}, y{{0, 1}, {2, 5}};
    const Array<Complex> a{context, std::span{x}}, b{context, std::span{y}};
    CHECK(sum(context, a) == Complex{4, 1});
    CHECK(dot(context, a, b) == Complex{3, 18});
    CHECK(dot(context, a, a) == Complex{15, 0});
    const Array<std::complex<float>> c{context, 10000, {0.5F, -1}};
    CHECK(sum(context, c) == std::complex<float>{5000, -10000});
}

TEST_CASE("bits of reductions depend on the sizes of blocks alone") {
    std::vector<runtime::ContextOptions> all;
    for (const char* policy : {"lws", "dmdas", "feedback"})
        for (const int workers : {1, several_workers()}) {
            auto options = cpu_workers(workers);
            options.policy = policy;
            all.push_back(options);
        }
    auto one_cpu = cpu_workers(1);
    one_cpu.cpus = 1;
    all.push_back(one_cpu);
    if (runtime::ContextOptions on_gpu; !runtime::gpu_devices().empty()) {
        on_gpu.placements = {{"", runtime::Where::gpu}};
        all.push_back(on_gpu);
        all.push_back({});
    }
    constexpr std::size_t kSize = 50001;
    std::vector<std::vector<std::byte>> expected;
    for (const auto& options : all) {
        Context context{options};
        std::vector<std::vector<std::byte>> found;
        const auto compute = [&]<class T>(T) {
            const auto x = random_values<T>(kSize, 3),
                       y = random_values<T>(kSize, 4);
            for (const std::size_t block : {kSize, std::size_t{9000}})
                found.push_back(results<T>(context, x, y, block));
        };
        compute(float{});
        compute(double{});
        compute(std::int64_t{});
        compute(Complex{});
        if (expected.empty()) expected = found;
        CHECK(found == expected);
    }
}

TEST_CASE("reductions of blocks, of nothing, and of NaN") {
    Context context{cpu_workers(1)};
    std::vector<Array<double>> blocks;
    for (int k = 0; k < 3; ++k)
        blocks.emplace_back(context, 10 * k, 1.0 + k);  // the first is empty
    CHECK(sum(context, blocks) == 10 * 2 + 20 * 3);
    CHECK(sum(context, std::span{blocks}) == 80);
    CHECK(dot(context, blocks, blocks) == 10 * 4 + 20 * 9);
    CHECK(runtime::max(context, blocks) == 3);
    CHECK(runtime::min(context, blocks) == 2);
    CHECK(sum(context, blocks[0]) == 0);
    CHECK(sum(context, std::vector<Array<float>>{}) == 0);
    CHECK(contains(
        message_of<UsageError>([&] { runtime::max(context, blocks[0]); }),
        "max() of an array without elements"));
    CHECK(contains(
        message_of<UsageError>([&] { dot(context, blocks[1], blocks[2]); }),
        "dot() of arrays whose blocks differ: 10 and 20"));
    for (const int place : {0, 7, 19}) {
        Array<double> values{context, 20, -1};
        values.update()[place] = std::numeric_limits<double>::quiet_NaN();
        CHECK(std::isnan(runtime::max(context, values)));
        CHECK(std::isnan(runtime::min(context, values)));
        CHECK(std::isnan(sum(context, values)));
    }
    const Array<float> low{context, 5, -std::numeric_limits<float>::infinity()};
    CHECK(runtime::max(context, low) ==
          -std::numeric_limits<float>::infinity());
}

TEST_CASE("a reduction waits for the tasks before it, and in no graph") {
    Context context{cpu_workers(several_workers())};
    Array<double> y{context, 1000, 1};
    for (int k = 0; k < 10; ++k)
        runtime::submit_elements(
            context, "twice",
            [] TASUKI_LAMBDA(int i, runtime::Update<double> to) { to[i] *= 2; },
            y);
    CHECK(sum(context, y) == 1024 * 1000);
    CHECK(contains(message_of<UsageError>([&] {
                       runtime::record(context, [&] { sum(context, y); });
                   }),
                   "a graph is recorded"));
}
