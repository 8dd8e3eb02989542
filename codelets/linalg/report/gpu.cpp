#include "codelets/linalg/bicgstab/bicgstab.hpp"
#include "codelets/linalg/cg/cg.hpp"
#include "codelets/linalg/report/report.hpp"
#include "codelets/linalg/sums_gpu.hpp"

namespace tasuki::linalg::report {

namespace {

template <class Scalars>
struct Body {
    runtime::Write<Course> course;
    runtime::Read<Scalars> scalars;
    TASUKI_HD void operator()(std::size_t c) const {
        course[c] = scalars[c].course;
    }
};

}  // namespace

template <class Scalars>
void Kernel<Scalars>::gpu(const Args&, runtime::Write<Course> course,
                          runtime::Read<Scalars> scalars, gpu::Stream stream) {
    change_on_gpu(scalars.size(), Body<Scalars>{course, scalars}, stream, name);
}

template void Kernel<cg::Scalars>::gpu(const Args&, runtime::Write<Course>,
                                       runtime::Read<cg::Scalars>, gpu::Stream);
template void Kernel<bicgstab::Scalars>::gpu(const Args&,
                                             runtime::Write<Course>,
                                             runtime::Read<bicgstab::Scalars>,
                                             gpu::Stream);

}  // namespace tasuki::linalg::report
