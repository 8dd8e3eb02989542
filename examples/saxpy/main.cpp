// y = 1 + 2 x in blocks; each block runs on a CPU or on a GPU.
#include <algorithm>
#include <tasuki/runtime.hpp>
#include <tasuki/runtime/program/program.hpp>
#include <vector>

#include "saxpy.hpp"

using namespace tasuki::runtime;
namespace program = tasuki::program;

void Saxpy::cpu(const Args& args, Update<float> y, Read<float> x) {
    for_each(y.size(), Element{args.a, y, x});
}

int main(int argc, char** argv) {
    int blocks = 8, block = 1 << 17;
    const auto run = [&](Context& context, program::Run& run) {
        std::vector<float> x(blocks * block, 3), y(blocks * block);
        std::vector<Array<float>> xs, ys;
        for (std::size_t i = 0; i < x.size(); i += block) {
            xs.emplace_back(context, std::span{x}.subspan(i, block));
            ys.emplace_back(context, std::span{y}.subspan(i, block));
        }
        const auto set_to_1 = [&] {
            for (auto& part : ys) part.fill(1);
        };
        const auto submit_all = [&] {
            for (int k = 0; k < blocks; ++k)
                submit<Saxpy>(context, {.a = 2}, ys[k], xs[k]);
        };
        run.time(submit_all, set_to_1);

        ys.clear();  // waits, and brings y up to date
        run.check("wrong", y.size() - std::ranges::count(y, 7.F), 0);
    };
    return program::run_program(
        argc, argv,
        {.name = "saxpy",
         .options = {{"--blocks", &blocks, "number of blocks"},
                     {"--block", &block, "elements of a block"}}},
        run);
}
