// What tasks took: StarPU keeps it by the sizes of their arrays.

#include <cstring>

#include "runtime/core/codelet.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::runtime::detail {

namespace {

std::uint32_t footprint(starpu_task* task) {
    const std::uintptr_t key[] = {variant_of(*task), session().machine_variant};
    return starpu_hash_crc32c_be_n(key, sizeof key,
                                   starpu_task_data_footprint(task));
}

}  // namespace

bool set_model(starpu_perfmodel& model, const std::string& name) {
    if (name.empty()) return false;
    model.type = STARPU_HISTORY_BASED;
    // StarPU reads the name at shutdown, which may come after static strings
    // have been destroyed.
    model.symbol = strdup(name.c_str());
    model.footprint = footprint;
    return true;
}

void check_cost(const KernelRecord&, const SubmitOptions&) {}

void note_times(const starpu_task&, TaskHeader&) {}

}  // namespace tasuki::runtime::detail
