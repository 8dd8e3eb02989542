#include "simulation/task_work.hpp"

#include <starpu.h>

#include <algorithm>
#include <cctype>

#include "runtime/core/kernel.hpp"

namespace tasuki::runtime::detail {

namespace {

/// Every array once for each direction.
double array_bytes(starpu_task* task) {
    double bytes = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); ++i) {
        const unsigned mode = STARPU_TASK_GET_MODE(task, i);
        const auto size = static_cast<double>(
            starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, i)));
        if ((mode & STARPU_SCRATCH) != 0) continue;
        if ((mode & STARPU_REDUX) != 0) bytes += 2 * size;
        if ((mode & STARPU_R) != 0) bytes += size;
        if ((mode & STARPU_W) != 0) bytes += size;
    }
    return bytes;
}

/// Of an element of the first array.
std::size_t element_bytes(starpu_task* task) {
    if (STARPU_TASK_GET_NBUFFERS(task) == 0) return sizeof(double);
    starpu_data_handle_t handle = STARPU_TASK_GET_HANDLE(task, 0);
    return starpu_data_get_interface_id(handle) == STARPU_VECTOR_INTERFACE_ID
               ? starpu_vector_get_elemsize(handle)
               : starpu_matrix_get_elemsize(handle);
}

/// Of K::model(), not of model_of_type().
bool is_readable(const std::string& model, const std::string& kernel) {
    if (model.size() != kernel.size() + 9) return !model.empty();
    return !std::all_of(model.end() - 8, model.end(),
                        [](unsigned char c) { return std::isxdigit(c) != 0; });
}

}  // namespace

TaskWork work_of(starpu_task& task, const TaskHeader* header) {
    const bool says_bytes = header != nullptr && header->bytes > 0;
    const bool says_number = header != nullptr && header->number_bytes > 0;
    return {says_bytes ? header->bytes : array_bytes(&task), task.flops,
            says_number ? header->number_bytes : element_bytes(&task)};
}

std::vector<std::string> kernel_names(const starpu_task& task,
                                      const TaskWork& work) {
    if (task.name == nullptr) return {};
    const std::string kernel = task.name;
    std::vector<std::string> names;
    if (task.cl != nullptr && task.cl->model != nullptr &&
        task.cl->model->symbol != nullptr &&
        is_readable(task.cl->model->symbol, kernel))
        names.emplace_back(task.cl->model->symbol);
    names.push_back(kernel + (work.number_bytes >= 8   ? "_double"
                              : work.number_bytes == 4 ? "_single"
                                                       : "_half"));
    names.push_back(kernel);
    return names;
}

}  // namespace tasuki::runtime::detail
