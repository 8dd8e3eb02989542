#include "tests/runtime/grid_kernels.hpp"

namespace tasuki::test {

void Weigh::gpu(const Args& args, WriteGrid<double, 1> sums,
                UpdateGrid<float, 2> v, ReadHalo<double, 2> u,
                ReadGrid<int, 3> weights, gpu::Stream stream) {
    const Weigh row{sums, v, u, weights, args.factor};
    tasuki::gpu::for_each<256>(stream, u.extent(0), row, name);
}

}  // namespace tasuki::test

namespace tasuki {

template struct runtime::Sweep<test::Mean<float, 1>>;
template struct runtime::Sweep<test::Mean<float, 2>>;
template struct runtime::Sweep<test::Mean<float, 3>>;
template struct runtime::Sweep<test::Mean<float, 4>>;
template struct runtime::Sweep<test::Mean<double, 1>>;
template struct runtime::Sweep<test::Mean<double, 2>>;
template struct runtime::Sweep<test::Mean<double, 3>>;
template struct runtime::Sweep<test::Mean<double, 4>>;
template struct runtime::Sweep<test::Around>;
template struct runtime::Sweep<test::Relax>;
template struct runtime::Sweep<test::Weigh>;

}  // namespace tasuki
