#include "graphs/wilson/matvec_tasks.hpp"

#include <utility>

namespace tasuki::graphs::wilson {

namespace wil = tasuki::wilson;
using runtime::Where;
using wil::Hop;

std::vector<MatvecTask> matvec_tasks(const Placement& placement, int index,
                                     int count, const wil::FaceList& faces) {
    std::vector<MatvecTask> tasks;
    for (const Hop hop : {Hop::forward, Hop::backward}) {
        const auto where = [&](const wil::FaceList& list) {
            return placement.matvec(index, count, list.face[0].mu, hop);
        };
        wil::FaceList rest, in_t;
        for (const auto& face : faces)
            if (face.hop == hop)
                (face.mu == wil::kT ? in_t : rest).add(face.mu, hop);
        if (rest.count > 0 && in_t.count > 0 && where(rest) == where(in_t) &&
            where(rest) != Where::any)
            for (const auto& face : std::exchange(in_t, {}))
                rest.add(face.mu, hop);
        for (const wil::FaceList& list : {rest, in_t})
            if (list.count > 0) tasks.push_back({list, where(list)});
    }
    return tasks;
}

}  // namespace tasuki::graphs::wilson
