// report: copies how far the columns of a solver have come from its scalars to
// an array of its own, which the host can read while the solver goes on.
#pragma once

#include "codelets/linalg/course.hpp"
#include "runtime/core/view.hpp"

namespace tasuki::linalg::report {

struct Args {};

/// @tparam Scalars  of a solver, with a member `course`
template <class Scalars>
struct Kernel : runtime::WithoutModel {
    static constexpr auto name = "report";
    using Args = report::Args;
    static void cpu(const Args& args, runtime::Write<Course> course,
                    runtime::Read<Scalars> scalars) noexcept;
    static void gpu(const Args& args, runtime::Write<Course> course,
                    runtime::Read<Scalars> scalars, gpu::Stream stream);
};

}  // namespace tasuki::linalg::report
