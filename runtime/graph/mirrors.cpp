#include "runtime/graph/mirrors.hpp"

#if defined(TASUKI_HAS_GPU)

#include <fmt/format.h>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime::detail {

namespace {

bool is_vector(const void* buffer) {
    return *static_cast<const starpu_data_interface_id*>(buffer) ==
           STARPU_VECTOR_INTERFACE_ID;
}

}  // namespace

std::size_t bytes_of(void* buffer) {
    if (is_vector(buffer))
        return STARPU_VECTOR_GET_NX(buffer) *
               STARPU_VECTOR_GET_ELEMSIZE(buffer);
    const std::size_t columns = STARPU_MATRIX_GET_NY(buffer);
    if (columns == 0) return 0;
    return (STARPU_MATRIX_GET_LD(buffer) * (columns - 1) +
            STARPU_MATRIX_GET_NX(buffer)) *
           STARPU_MATRIX_GET_ELEMSIZE(buffer);
}

MirrorMemory::MirrorMemory(unsigned node, std::size_t bytes)
    : node_{node}, bytes_{bytes}, address_{starpu_malloc_on_node(node, bytes)} {
    if (address_ != 0) return;
    // StarPU keeps the memory of arrays that are gone and takes it back for
    // arrays alone.  It leaves a tenth of a GPU to others.
    if (TASUKI_GPU_API(Malloc)(&beside_, bytes) != TASUKI_GPU_API(Success)) {
        static_cast<void>(TASUKI_GPU_API(GetLastError)());
        throw UnavailableError(
            fmt::format("{} bytes of GPU memory cannot be allocated", bytes));
    }
    address_ = reinterpret_cast<std::uintptr_t>(beside_);
}

MirrorMemory::~MirrorMemory() {
    if (beside_ == nullptr)
        starpu_free_on_node(node_, address_, bytes_);
    else
        gpu::check_release(TASUKI_GPU_API(Free)(beside_), "free");
}

void Mirrors::take(const Segment& segment, void* const* buffers) {
    const std::size_t count = segment.mirrors.size();
    memory_.resize(count);
    interfaces_.resize(count);
    pointers_.clear();
    for (std::size_t k = 0; k < count; ++k) {
        const auto& [buffer, worker] = segment.mirrors[k];
        void* const home = buffers[buffer];
        if (memory_[k] == nullptr) {
            const auto caller = starpu_worker_get_id_check();
            auto& known =
                session()
                    .mirrors[caller][{segment.buffers[buffer].handle, worker}];
            const std::size_t bytes = bytes_of(home);
            memory_[k] = known.lock();
            if (memory_[k] == nullptr || memory_[k]->bytes() != bytes) {
                const OnGpu on{worker};
                memory_[k] = std::make_shared<MirrorMemory>(
                    starpu_worker_get_memory_node(worker), bytes);
                known = memory_[k];
            }
        }
        Interface& its = interfaces_[k];
        if (is_vector(home)) {
            its.vector = *static_cast<starpu_vector_interface*>(home);
            its.vector.ptr = memory_[k]->address();
        } else {
            its.matrix = *static_cast<starpu_matrix_interface*>(home);
            its.matrix.ptr = memory_[k]->address();
        }
        pointers_.push_back(&its);
    }
}

}  // namespace tasuki::runtime::detail

#endif
