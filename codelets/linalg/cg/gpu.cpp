#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/sums_gpu.hpp"

namespace tasuki::linalg::cg {

namespace {

template <class T>
struct UpdateBody {
    UpdateFields<T> f;
    TASUKI_HD Sums<1> operator()(unsigned c, std::size_t i) const {
        if (!f.scalars[c].course.is_running()) return {};
        return update_at(f, f.scalars[c].alpha, i);
    }
};

template <class T>
struct DirectionBody {
    DirectionFields<T> f;
    TASUKI_HD void operator()(unsigned c, std::size_t i) const {
        if (!f.scalars[c].course.is_running()) return;
        direction_at(f, f.scalars[c].beta, i);
    }
};

}  // namespace

template <class T>
void update_gpu(const Args&, const UpdateFields<T>& f, gpu::Stream stream) {
    sum_columns_on_gpu<1, kPassThreads<T, 1>>(elements<T, 1>(f.x.size()),
                                              f.partials, UpdateBody<T>{f},
                                              stream, Update<T>::name);
}

template <class T>
void direction_gpu(const Args&, const DirectionFields<T>& f,
                   gpu::Stream stream) {
    change_columns_on_gpu(f.scalars.size(), elements<T, 1>(f.p.size()),
                          DirectionBody<T>{f}, stream, Direction<T>::name);
}

template void update_gpu(const Args&, const UpdateFields<double>&, gpu::Stream);
template void update_gpu(const Args&, const UpdateFields<float>&, gpu::Stream);
template void direction_gpu(const Args&, const DirectionFields<double>&,
                            gpu::Stream);
template void direction_gpu(const Args&, const DirectionFields<float>&,
                            gpu::Stream);
template void update_gpu(const Args&, const UpdateFields<Fixed16>&,
                         gpu::Stream);
template void direction_gpu(const Args&, const DirectionFields<Fixed16>&,
                            gpu::Stream);

void Begin::gpu(const Args& args, runtime::Write<Scalars> scalars, Partials s,
                Partials r, gpu::Stream stream) {
    with_totals_on_gpu(scalars.size(), BeginBody{scalars, args}, stream, name,
                       s, r);
}
void GoOn::gpu(const Args& args, runtime::Update<Scalars> scalars, Partials s,
               Partials r, gpu::Stream stream) {
    with_totals_on_gpu(scalars.size(), GoOnBody{scalars, args}, stream, name, s,
                       r);
}
void Alpha::gpu(const Args&, runtime::Update<Scalars> scalars, Partials q,
                gpu::Stream stream) {
    with_totals_on_gpu(scalars.size(), AlphaBody{scalars}, stream, name, q);
}
void Beta::gpu(const Args&, runtime::Update<Scalars> scalars, Partials s,
               Partials r, gpu::Stream stream) {
    with_totals_on_gpu(scalars.size(), BetaBody{scalars}, stream, name, s, r);
}

}  // namespace tasuki::linalg::cg
