#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/sums_gpu.hpp"

namespace tasuki::linalg::bicgstab {

namespace {

template <class T>
struct HalfUpdateBody {
    HalfUpdateFields<T> f;
    TASUKI_HD void operator()(unsigned c, std::size_t i) const {
        if (!f.scalars[c].course.is_running()) return;
        half_update_at(f, f.scalars[c], i);
    }
};

template <class T>
struct UpdateBody {
    UpdateFields<T> f;
    TASUKI_HD Sums<kUpdateSums> operator()(unsigned c, std::size_t i) const {
        if (!f.scalars[c].course.is_running()) return {};
        return update_at(f, f.scalars[c], i);
    }
};

template <class T>
struct DirectionBody {
    DirectionFields<T> f;
    TASUKI_HD void operator()(unsigned c, std::size_t i) const {
        if (!f.scalars[c].course.is_running()) return;
        direction_at(f, f.scalars[c], i);
    }
};

}  // namespace

template <class T>
void half_update_gpu(const Args&, const HalfUpdateFields<T>& f,
                     gpu::Stream stream) {
    change_columns_on_gpu(f.scalars.size(), elements<T, 2>(f.r.size()),
                          HalfUpdateBody<T>{f}, stream, HalfUpdate<T>::name);
}

template <class T>
void update_gpu(const Args&, const UpdateFields<T>& f, gpu::Stream stream) {
    sum_columns_on_gpu<kUpdateSums, kPassThreads<T, 2>>(
        elements<T, 2>(f.x.size()), f.partials, UpdateBody<T>{f}, stream,
        Update<T>::name);
}

template <class T>
void direction_gpu(const Args&, const DirectionFields<T>& f,
                   gpu::Stream stream) {
    change_columns_on_gpu(f.scalars.size(), elements<T, 2>(f.p.size()),
                          DirectionBody<T>{f}, stream, Direction<T>::name);
}

template void half_update_gpu(const Args&, const HalfUpdateFields<double>&,
                              gpu::Stream);
template void half_update_gpu(const Args&, const HalfUpdateFields<float>&,
                              gpu::Stream);
template void update_gpu(const Args&, const UpdateFields<double>&, gpu::Stream);
template void update_gpu(const Args&, const UpdateFields<float>&, gpu::Stream);
template void direction_gpu(const Args&, const DirectionFields<double>&,
                            gpu::Stream);
template void direction_gpu(const Args&, const DirectionFields<float>&,
                            gpu::Stream);
template void half_update_gpu(const Args&, const HalfUpdateFields<Fixed16>&,
                              gpu::Stream);
template void update_gpu(const Args&, const UpdateFields<Fixed16>&,
                         gpu::Stream);
template void direction_gpu(const Args&, const DirectionFields<Fixed16>&,
                            gpu::Stream);

void Begin::gpu(const Args& args, runtime::Write<Scalars> scalars, Partials r,
                gpu::Stream stream) {
    with_totals_on_gpu(scalars.size(), BeginBody{scalars, args}, stream, name,
                       r);
}
void GoOn::gpu(const Args& args, runtime::Update<Scalars> scalars, Partials r,
               Partials sums, gpu::Stream stream) {
    with_totals_on_gpu(scalars.size(), GoOnBody{scalars, args}, stream, name, r,
                       sums);
}

template <class Body>
void Step<Body>::gpu(const Args&, runtime::Update<Scalars> scalars,
                     Partials sums, gpu::Stream stream) {
    with_totals_on_gpu(scalars.size(), Body{scalars}, stream, name, sums);
}

template void Alpha::gpu(const Args&, runtime::Update<Scalars>, Partials,
                         gpu::Stream);
template void Omega::gpu(const Args&, runtime::Update<Scalars>, Partials,
                         gpu::Stream);
template void Beta::gpu(const Args&, runtime::Update<Scalars>, Partials,
                        gpu::Stream);

}  // namespace tasuki::linalg::bicgstab
