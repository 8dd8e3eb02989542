// Tasks at random on all workers compute what their order of submission says.
#include <random>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "runtime/replay/replay.hpp"
#include "tests/imitated/kernels.hpp"
#include "tests/runtime/support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::test;
using runtime::Array, runtime::Context, runtime::Where;

/// Arrays on the devices and what they must hold.
class Mixed {
  public:
    Mixed(Context& context, int arrays, std::size_t size)
        : context_{context}, random_{5} {
        for (int k = 0; k < arrays; ++k) {
            expected_.emplace_back(size, k + 1u);
            arrays_.emplace_back(context, size, k + 1u);
        }
    }

    void submit(Where where) {
        const auto y = random_() % arrays_.size();
        const auto x =
            (y + 1 + random_() % (arrays_.size() - 1)) % arrays_.size();
        const Mix::Args args{static_cast<unsigned>(random_())};
        Mix::cpu(args, expected_[y], expected_[x]);
        runtime::submit<Mix>(
            context_, args,
            {.priority = static_cast<int>(random_() % 3), .where = where},
            arrays_[y], arrays_[x]);
    }
    void submit_any() {
        constexpr Where places[] = {Where::cpu, Where::gpu, Where::any};
        submit(places[random_() % 3]);
    }
    bool equal() const {
        for (std::size_t k = 0; k < arrays_.size(); ++k)
            if (!std::ranges::equal(arrays_[k].read(), expected_[k]))
                return false;
        return true;
    }
    bool one_is_equal() {
        const auto k = random_() % arrays_.size();
        return std::ranges::equal(arrays_[k].read(), expected_[k]);
    }

  private:
    Context& context_;
    std::mt19937 random_;
    std::vector<std::vector<unsigned>> expected_;
    std::vector<Array<unsigned>> arrays_;
};

}  // namespace

TEST_CASE("tasks on all workers keep the order of their arrays") {
    for (const char* policy :
         {"lws", "prio", "dmda", "dmdas", "random", "feedback"}) {
        CAPTURE(policy);
        Context context{{.policy = policy}};
        REQUIRE(context.count(runtime::Worker::Kind::gpu) > 0);
        Mixed mixed{context, 6, 500};
        for (int k = 0; k < 600; ++k) {
            mixed.submit_any();
            if (k % 50 == 0) CHECK(mixed.one_is_equal());
        }
        CHECK(mixed.equal());
        CHECK(context.statistics().phases().at("mix").on_gpu >= 100);
    }
}

TEST_CASE("arrays that the devices have no room for leave them") {
    Context context;
    // 72 MiB in 64 MiB, of which StarPU takes less.
    Mixed mixed{context, 18, std::size_t{1} << 20};
    for (int k = 0; k < 150; ++k) mixed.submit(Where::gpu);
    CHECK(mixed.equal());
}

TEST_CASE("a replay with GPUs computes what tasks do") {
    Context context{{.replays = runtime::Replays::on}};
    Array<unsigned> y{context, 100, 1}, x{context, 100, 2};
    std::vector<unsigned> ys(100, 1), xs(100, 2);
    runtime::Replay replay{context};
    for (unsigned k = 0; k < 50; ++k) {
        replay.iteration([&] {
            for (const Where where : {Where::gpu, Where::cpu, Where::gpu})
                runtime::submit<Mix>(context, {k}, {.where = where}, y, x);
            runtime::submit<Mix>(context, {1}, {.where = Where::gpu}, x, y);
        });
        for (int r = 0; r < 3; ++r) Mix::cpu({k}, ys, xs);
        Mix::cpu({1}, xs, ys);
    }
    CHECK(std::ranges::equal(y.read(), ys));
    CHECK(std::ranges::equal(x.read(), xs));
}
