#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/sums_cpu.hpp"

namespace tasuki::linalg::bicgstab {

template <class T>
void half_update_cpu(const Args&, const HalfUpdateFields<T>& f) noexcept {
    for_running_columns(f.scalars, elements<T, 2>(f.r.size()),
                        [&](const Column& column, const Scalars& s) {
                            change_on_cpu<T>(column, [f, s](std::size_t i) {
                                half_update_at(f, s, i);
                            });
                        });
}

template <class T>
void update_cpu(const Args&, const UpdateFields<T>& f) noexcept {
    for_running_columns(f.scalars, elements<T, 2>(f.x.size()),
                        [&](const Column& column, const Scalars& s) {
                            sum_on_cpu<kUpdateSums, T>(
                                column, f.partials, [f, s](std::size_t i) {
                                    return update_at(f, s, i);
                                });
                        });
}

template <class T>
void direction_cpu(const Args&, const DirectionFields<T>& f) noexcept {
    for_running_columns(f.scalars, elements<T, 2>(f.p.size()),
                        [&](const Column& column, const Scalars& s) {
                            change_on_cpu<T>(column, [f, s](std::size_t i) {
                                direction_at(f, s, i);
                            });
                        });
}

template void half_update_cpu(const Args&,
                              const HalfUpdateFields<double>&) noexcept;
template void half_update_cpu(const Args&,
                              const HalfUpdateFields<float>&) noexcept;
template void update_cpu(const Args&, const UpdateFields<double>&) noexcept;
template void update_cpu(const Args&, const UpdateFields<float>&) noexcept;
template void direction_cpu(const Args&,
                            const DirectionFields<double>&) noexcept;
template void direction_cpu(const Args&,
                            const DirectionFields<float>&) noexcept;
template void half_update_cpu(const Args&,
                              const HalfUpdateFields<Fixed16>&) noexcept;
template void update_cpu(const Args&, const UpdateFields<Fixed16>&) noexcept;
template void direction_cpu(const Args&,
                            const DirectionFields<Fixed16>&) noexcept;

void Begin::cpu(const Args& args, runtime::Write<Scalars> scalars,
                Partials r) noexcept {
    with_totals_on_cpu(scalars.size(), BeginBody{scalars, args}, r);
}
void GoOn::cpu(const Args& args, runtime::Update<Scalars> scalars, Partials r,
               Partials sums) noexcept {
    with_totals_on_cpu(scalars.size(), GoOnBody{scalars, args}, r, sums);
}

template <class Body>
void Step<Body>::cpu(const Args&, runtime::Update<Scalars> scalars,
                     Partials sums) noexcept {
    with_totals_on_cpu(scalars.size(), Body{scalars}, sums);
}

template void Alpha::cpu(const Args&, runtime::Update<Scalars>,
                         Partials) noexcept;
template void Omega::cpu(const Args&, runtime::Update<Scalars>,
                         Partials) noexcept;
template void Beta::cpu(const Args&, runtime::Update<Scalars>,
                        Partials) noexcept;

}  // namespace tasuki::linalg::bicgstab
