// TASUKI_KERNEL_TIMES: how long kernels take, each alone.
#include "runtime/core/kernel_times.hpp"

#include <cstdlib>

#include "json/json.hpp"
#include "tests/folder.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context;

namespace {

/// The variable, for as long as it lives.
class Wanted {
  public:
    explicit Wanted(const std::string& file) {
        setenv("TASUKI_KERNEL_TIMES", file.c_str(), 1);
    }
    ~Wanted() { unsetenv("TASUKI_KERNEL_TIMES"); }
};

void take_5_ms(int*, void*) {
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
}

/// As the kernels of codelets/, in either kind of numbers.
template <class T>
struct Twice {
    static constexpr auto name = "twice";
    struct Args {};
    static void cpu(const Args&, runtime::Update<T> x) {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] *= 2;
    }
    static void gpu(const Args&, runtime::Update<T> x,
                    [[maybe_unused]] gpu::Stream stream) {
        static_cast<void>(x);
    }
};

/// Those of a kernel in the file.
std::vector<Json> of(const Json& all, const std::string& kernel) {
    std::vector<Json> found;
    for (const Json& its : all)
        if (its["kernel"] == kernel) found.push_back(its);
    return found;
}

}  // namespace

TEST_CASE("kernels are timed by their sizes, with what they move and compute") {
    const Folder folder;
    const auto file = folder / "times.json";
    {
        const Wanted wanted{file};
        Context context{cpu_workers(1)};
        Array<int> small{context, 10}, large{context, 1000};
        clear(small);
        clear(large);
        for (int k = 0; k < 3; ++k)
            submit_work(context, small, nullptr, take_5_ms);
        runtime::SubmitOptions options;
        options.flops = 1e6;
        options.bytes = 4e6;
        submit_work(context, large, nullptr, take_5_ms, options);
        Array<float> x{context, 100, 1};
        Array<double> y{context, 100, 1};
        runtime::submit<Twice<float>>(context, {}, {}, x);
        runtime::submit<Twice<double>>(context, {}, {}, y);
        context.wait();
        CHECK(read_file(file).empty());
    }
    const Json all = Json::parse(read_file(file));
    const auto updating = of(all, "test_updating");
    REQUIRE(updating.size() == 2);
    for (const Json& its : updating) {
        const bool is_small = its["tasks"] == 3;
        CHECK(its["bytes"] == (is_small ? 2 * 10 * sizeof(int) : 4e6));
        CHECK(its["flops"] == (is_small ? 0 : 1e6));
        CHECK(its["number_bytes"] == sizeof(int));
        CHECK(its["worker"] == "cpu");
        CHECK(its["threads"] == runtime::allowed_cpus().size());
        CHECK(its["seconds"] >= 0.005);
    }
    CHECK(of(all, "twice_single").size() == 1);
    CHECK(of(all, "twice_double").size() == 1);
    CHECK(of(all, "twice").empty());
}

TEST_CASE("kernels of a GPU are timed too") {
    if (runtime::gpu_devices().empty()) return skip("no GPU is here");
    const Folder folder;
    const auto file = folder / "times.json";
    {
        const Wanted wanted{file};
        Context context;
        Array<double> y{context, 100'000, 1};
        for (int k = 0; k < 4; ++k)
            runtime::submit<Twice<double>>(
                context, {}, {.priority = k % 2, .where = runtime::Where::gpu},
                y);
        context.wait();
    }
    const auto found = of(Json::parse(read_file(file)), "twice_double");
    REQUIRE(found.size() == 1);
    CHECK(found[0]["worker"] == "gpu");
    CHECK(found[0]["threads"] == 1);
    CHECK(found[0]["tasks"] == 4);
    CHECK(found[0]["seconds"] > 0);
}

TEST_CASE("a file of kernel times that cannot be written is refused") {
    const Wanted wanted{"/no-such-folder/times.json"};
    CHECK_THROWS_WITH_AS(Context{cpu_workers(1)},
                         doctest::Contains("found /no-such-folder/times.json"),
                         runtime::UsageError);
}
