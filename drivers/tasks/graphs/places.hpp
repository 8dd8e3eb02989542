// Which tasks of a graph may run where, beside what the policy decides.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/placement.hpp"

namespace tasuki::drivers {

/// The static placement of a graph: of each kernel, which part of its tasks
/// CPUs take. Kernels without one are left to the policy.
class Places {
  public:
    /// @param text     "dynamic": all are left to the policy. Else words
    ///                 separated by commas: "gpu" or "cpu" for all kernels,
    ///                 then "KERNEL=gpu", "KERNEL=cpu" or "KERNEL=F" for one,
    ///                 where F is the part on CPUs, from 0 to 1.
    /// @param kernels  with functions for CPU and GPU
    /// @throws UsageError  it has another form, or names another kernel
    static Places parse(const std::string& text,
                        const std::vector<std::string>& kernels);

    /// An iteration is placed as every other one is.
    void begin_iteration() { submitted_.clear(); }
    /// Where the next task of the kernel may run; none: the policy decides.
    /// Task k of an iteration goes to a CPU if k F passes a whole number.
    std::optional<runtime::Where> next(const std::string& kernel);

  private:
    std::map<std::string, double> cpu_part_;
    std::map<std::string, int> submitted_;
};

/// The 2^n placements that give each kernel one kind of worker: "gpu" first,
/// then "gpu,potrf=cpu" and so on, "cpu" last.
std::vector<std::string> placements_by_kernel(
    const std::vector<std::string>& kernels);

}  // namespace tasuki::drivers
