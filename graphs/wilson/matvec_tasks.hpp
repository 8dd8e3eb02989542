// Which faces of a block one matvec task multiplies.
#pragma once

#include <vector>

#include "codelets/wilson/face_list.hpp"
#include "graphs/wilson/placement.hpp"

namespace tasuki::graphs::wilson {

struct MatvecTask {
    tasuki::wilson::FaceList faces;
    runtime::Where where;
};

/// The tasks of block `index` of `count`, which is cut at `faces`.  One for
/// each hop, because a rank has what it sends before what it receives; T apart
/// from the rest if it has another place, and where the policy chooses, so that
/// it can have every placement of the 2015 paper.
std::vector<MatvecTask> matvec_tasks(const Placement& placement, int index,
                                     int count,
                                     const tasuki::wilson::FaceList& faces);

}  // namespace tasuki::graphs::wilson
