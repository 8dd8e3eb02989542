#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/sums_cpu.hpp"

namespace tasuki::linalg::cg {

template <class T>
void update_cpu(const Args&, const UpdateFields<T>& f) noexcept {
    for_running_columns(f.scalars, elements<T, 1>(f.x.size()),
                        [&](const Column& column, const Scalars& s) {
                            sum_on_cpu<1, T>(
                                column, f.partials,
                                [f, alpha = s.alpha](std::size_t i) {
                                    return update_at(f, alpha, i);
                                });
                        });
}

template <class T>
void direction_cpu(const Args&, const DirectionFields<T>& f) noexcept {
    for_running_columns(f.scalars, elements<T, 1>(f.p.size()),
                        [&](const Column& column, const Scalars& s) {
                            change_on_cpu<T>(column,
                                             [f, beta = s.beta](std::size_t i) {
                                                 direction_at(f, beta, i);
                                             });
                        });
}

template void update_cpu(const Args&, const UpdateFields<double>&) noexcept;
template void update_cpu(const Args&, const UpdateFields<float>&) noexcept;
template void direction_cpu(const Args&,
                            const DirectionFields<double>&) noexcept;
template void direction_cpu(const Args&,
                            const DirectionFields<float>&) noexcept;
template void update_cpu(const Args&, const UpdateFields<Fixed16>&) noexcept;
template void direction_cpu(const Args&,
                            const DirectionFields<Fixed16>&) noexcept;

void Begin::cpu(const Args& args, runtime::Write<Scalars> scalars, Partials s,
                Partials r) noexcept {
    with_totals_on_cpu(scalars.size(), BeginBody{scalars, args}, s, r);
}
void GoOn::cpu(const Args& args, runtime::Update<Scalars> scalars, Partials s,
               Partials r) noexcept {
    with_totals_on_cpu(scalars.size(), GoOnBody{scalars, args}, s, r);
}
void Alpha::cpu(const Args&, runtime::Update<Scalars> scalars,
                Partials q) noexcept {
    with_totals_on_cpu(scalars.size(), AlphaBody{scalars}, q);
}
void Beta::cpu(const Args&, runtime::Update<Scalars> scalars, Partials s,
               Partials r) noexcept {
    with_totals_on_cpu(scalars.size(), BetaBody{scalars}, s, r);
}

}  // namespace tasuki::linalg::cg
