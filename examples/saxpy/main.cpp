// y += a x on CPUs and GPUs, for arrays of the program's own.
#include <cstdio>
#include <tasuki/runtime.hpp>
#include <vector>

using namespace tasuki::runtime;

int main() {
    const float a = 2;
    std::vector<float> ours(1 << 20, 3), theirs(1 << 20, 1);
    Context context;
    Array x{context, std::span{ours}}, y{context, std::span{theirs}};
    const auto saxpy = [a] TASUKI_LAMBDA(int i, Update<float> y,
                                         Read<float> x) { y[i] += a * x[i]; };
    submit_elements(context, "saxpy", saxpy, y, x);
    const float total = sum(context, y);
    std::printf("%zu elements, their sum is %g\n", y.size(), total);
    return total == 7 * (1 << 20) ? 0 : 1;
}
