// y = 1 + 2 x in eight blocks; each block runs on a CPU or on a GPU.
#include <algorithm>
#include <cstdio>
#include <tasuki/runtime.hpp>
#include <vector>

#include "saxpy.hpp"

void Saxpy::cpu(const Args& args, Update<float> y, Read<float> x) {
    const Element element{args.a, y, x};
    tasuki::runtime::parallel_ranges(y.size(), 16, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) element(i);
    });
}

int main() {
    const std::size_t n = 1 << 20, block = n / 8;
    std::vector<float> x(n, 3), y(n, 1);

    tasuki::runtime::Context context;
    std::vector<tasuki::runtime::Array<float>> arrays;
    for (std::size_t i = 0; i < n; i += block) {
        tasuki::runtime::Array<float> xs{context, {&x[i], block}};
        tasuki::runtime::Array<float> ys{context, {&y[i], block}};
        tasuki::runtime::submit<Saxpy>(context, {.a = 2}, ys, xs);
        arrays.push_back(std::move(xs));
        arrays.push_back(std::move(ys));
    }
    arrays.clear();  // waits, and brings x and y up to date

    const bool right = std::ranges::all_of(y, [](float v) { return v == 7; });
    std::printf("y is %s\n", right ? "right" : "wrong");
    return right ? 0 : 1;
}
