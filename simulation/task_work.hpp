// What a task does, by which its time is judged.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

struct starpu_task;

namespace tasuki::runtime::detail {

struct TaskHeader;

struct TaskWork {
    double bytes;              ///< memory traffic [B]
    double flops;              ///< [flop]
    std::size_t number_bytes;  ///< of the numbers that it computes with [B]
    auto operator<=>(const TaskWork&) const = default;
};

/// As SubmitOptions says; without that, every array once for each direction,
/// and numbers as in the first array.
/// @param header  null for StarPU's own tasks
TaskWork work_of(starpu_task& task, const TaskHeader* header);

/// The names of the task's kernel, the most particular one first, e.g.
/// "interior_double_18", "interior_double", "interior".
std::vector<std::string> kernel_names(const starpu_task& task,
                                      const TaskWork& work);

}  // namespace tasuki::runtime::detail
