#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/sums_cpu.hpp"

namespace tasuki::linalg::cg {

template <class T>
void update_cpu(const Args&, const UpdateFields<T>& f) noexcept {
    if (!f.scalars[0].course.is_running()) return;
    const double alpha = f.scalars[0].alpha;
    sum_on_cpu<1, T>(
        elements<T, 1>(f.x.size()), f.partials,
        [f, alpha](std::size_t i) { return update_at(f, alpha, i); });
}

template <class T>
void direction_cpu(const Args&, const DirectionFields<T>& f) noexcept {
    if (!f.scalars[0].course.is_running()) return;
    const double beta = f.scalars[0].beta;
    change_on_cpu<T>(elements<T, 1>(f.p.size()),
                     [f, beta](std::size_t i) { direction_at(f, beta, i); });
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
    with_totals_on_cpu(BeginBody{scalars, args}, s, r);
}
void GoOn::cpu(const Args& args, runtime::Update<Scalars> scalars, Partials s,
               Partials r) noexcept {
    with_totals_on_cpu(GoOnBody{scalars, args}, s, r);
}
void Alpha::cpu(const Args&, runtime::Update<Scalars> scalars,
                Partials q) noexcept {
    with_totals_on_cpu(AlphaBody{scalars}, q);
}
void Beta::cpu(const Args&, runtime::Update<Scalars> scalars, Partials s,
               Partials r) noexcept {
    with_totals_on_cpu(BetaBody{scalars}, s, r);
}

}  // namespace tasuki::linalg::cg
