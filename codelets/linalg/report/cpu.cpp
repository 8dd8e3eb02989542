#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/report/report.hpp"

namespace tasuki::linalg::report {

template <class Scalars>
void Kernel<Scalars>::cpu(const Args&, runtime::Write<Course> course,
                          runtime::Read<Scalars> scalars) noexcept {
    for (std::size_t c = 0; c < scalars.size(); ++c)
        course[c] = scalars[c].course;
}

template void Kernel<cg::Scalars>::cpu(const Args&, runtime::Write<Course>,
                                       runtime::Read<cg::Scalars>) noexcept;
template void Kernel<bicgstab::Scalars>::cpu(
    const Args&, runtime::Write<Course>,
    runtime::Read<bicgstab::Scalars>) noexcept;

}  // namespace tasuki::linalg::report
