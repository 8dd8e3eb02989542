// A program of somebody else's: c = a + b in blocks, checked; with the options
// that any program on this runtime can have.
#include <cmath>
#include <vector>

#include "program/program.hpp"
#include "runtime/runtime.hpp"

using namespace tasuki;

namespace {

struct VectorSum {
    static constexpr auto name = "vector_sum";
    struct Args {};
    static void cpu(const Args&, runtime::Write<float> c,
                    runtime::Read<float> a, runtime::Read<float> b) {
        for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
    }
};

}  // namespace

int main(int argc, char** argv) {
    int n = 1000, wrong = 0;
    const auto body = [&](runtime::Context& context, program::Run& run) {
        std::vector<runtime::Array<float>> a, b, c;
        for (int k = 0; k < 4; ++k) {
            a.emplace_back(context, n, k + 1.F);
            b.emplace_back(context, n, k + 1.F);
            c.emplace_back(context, n);
        }
        run.time(
            [&] {
                for (int k = 0; k < 4; ++k)
                    runtime::submit<VectorSum>(context, {}, c[k], a[k], b[k]);
            },
            [&] {
                for (auto& block : c) block.fill(0);
            });
        double error = wrong;
        for (int k = 0; k < 4; ++k)
            for (const float value : c[k].read())
                error = std::max(error, std::abs(value / (2.0 * (k + 1)) - 1));
        run.add_rate("sums_per_second", 4.0 * n);
        run.check("relative_error", error, 0);
    };
    return program::run_program(
        argc, argv,
        {.name = "vector_sum",
         .about = "c = a + b",
         .options = {{"--n", &n, "numbers in a block"},
                     {"--wrong", &wrong, "added to the error", 0}}},
        body);
}
