// y += 2 x in blocks; each block runs on a CPU or on a GPU.
#include <tasuki/program/program.hpp>
#include <tasuki/runtime.hpp>

using namespace tasuki::runtime;

struct Factor {
    float a;
};
struct Saxpy : Elements<Saxpy, Factor, Update<float>, Read<float>> {
    static constexpr auto name = "saxpy";
    TASUKI_HD static void at(int i, Factor f, Update<float> y, Read<float> x) {
        y[i] += f.a * x[i];
    }
};

int main(int argc, char** argv) {
    int blocks = 8, block = 1 << 17, times = 0;
    const auto run = [&](Context& context, tasuki::program::Run& run) {
        std::vector<Array<float>> x, y;
        for (int k = 0; k < blocks; ++k) {
            x.emplace_back(context, block, 3);
            y.emplace_back(context, block, 1);
        }
        run.time([&] {
            for (int k = 0; k < blocks; ++k)
                submit<Saxpy>(context, {.a = 2}, y[k], x[k]);
            ++times;
        });
        int wrong = 0;
        for (const auto& part : y)
            for (float value : part.read()) wrong += value != 1 + 6 * times;
        run.check("wrong", wrong, 0);
    };
    return tasuki::program::run_program(
        argc, argv, {"saxpy", "y += 2 x", {{"--blocks", &blocks, "count"}}},
        run);
}
