// Where tasks run: the kinds of workers, and placements by the name of a
// kernel, by which a user of a program says it without a change of the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tasuki::runtime {

/// Where a task may run; the policy decides within that.
enum class Where : std::uint8_t { any, cpu, gpu };

/// Where the tasks of one kernel run.
struct KernelPlacement {
    std::string kernel;  ///< empty: all that have no placement of their own
    Where where;         ///< wins over that of a task

    /// Kernel and place are the same.
    bool operator==(const KernelPlacement&) const = default;
};
/// One for each kernel at most; see parse_placements().
using Placements = std::vector<KernelPlacement>;

/// "gpu", "cpu", "dynamic" (or "any") for all kernels, "axpy=cpu,dot=any" for
/// these, or both: "gpu,dot=cpu".
/// @throws UsageError  another text, or a kernel twice
Placements parse_placements(std::string_view text);

/// As parse_placements() reads it; empty for none.
std::string to_string(const Placements& placements);

namespace detail {

struct KernelRecord;

/// @throws UnavailableError  a placement needs a kind of worker of which this
///                           run has none
void check_placements(const Placements& placements, int cpu_workers,
                      int gpu_workers);

/// Where a task of the kernel may run whose program says `asked`.  A placement
/// for all kernels leaves those as they are that have no function for it.
/// @throws UnavailableError  the kernel's own placement is such
Where placed(const Placements& placements, const KernelRecord& kernel,
             Where asked);

}  // namespace detail

}  // namespace tasuki::runtime
