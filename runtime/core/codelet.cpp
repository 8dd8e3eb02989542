#include "runtime/core/codelet.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "runtime/core/closure.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/toolkit.hpp"

namespace tasuki::runtime {

std::int32_t where_mask(Where where) {
    switch (where) {
        case Where::cpu:
            return STARPU_CPU;
        case Where::gpu:
            return toolkit::gpu_workers();
        case Where::any:
            break;
    }
    return -1;
}

namespace detail {

Codelet::Codelet(const char* name, const std::string& model, Entry cpu,
                 Entry gpu) {
    starpu_codelet_init(&codelet_);
    codelet_.name = name;
    if (set_model(model_, model)) codelet_.model = &model_;
    codelet_.nbuffers = STARPU_VARIABLE_NBUFFERS;  // set_buffers()
    codelet_.cpu_funcs[0] = cpu;
    set_gpu_entry(codelet_, gpu);
}

void Codelet::fix_buffers(std::initializer_list<Access> accesses) {
    int n = 0;
    for (const Access access : accesses)
        codelet_.modes[n++] = static_cast<starpu_data_access_mode>(access);
    codelet_.nbuffers = n;
}

void Codelet::place_buffers(std::span<const int> nodes) {
    codelet_.specific_nodes = 1;
    codelet_.dyn_nodes = const_cast<int*>(nodes.data());
}

KernelRecord make_record(const char* name, const std::string& model, Entry cpu,
                         Entry gpu, const KernelTraits& traits) {
    // StarPU may look at it until the process ends.
    auto* const codelet = new Codelet{name, model, cpu, gpu};
    return {traits, name, cpu, gpu, codelet};
}

class NamedRecords {
  public:
    NamedRecords(const std::type_info& type, Entry cpu, Entry gpu,
                 const KernelTraits& traits)
        : type_{type}, cpu_{cpu}, gpu_{gpu}, traits_{traits} {}
    const KernelRecord& find(std::string_view name);

  private:
    const std::type_info& type_;
    Entry cpu_, gpu_;
    KernelTraits traits_;
    /// Found last: most kernels have one name.
    std::atomic<const KernelRecord*> last_{nullptr};
    std::mutex mutex_;
    std::map<std::string, KernelRecord, std::less<>> all_;
};

const KernelRecord& NamedRecords::find(std::string_view name) {
    const KernelRecord* const last = last_.load(std::memory_order_acquire);
    if (last != nullptr && name == last->name) return *last;
    const std::lock_guard lock{mutex_};
    auto found = all_.find(name);
    if (found == all_.end()) {
        found = all_.try_emplace(std::string{name}).first;
        const char* const own = found->first.c_str();
        found->second =
            make_record(own, model_of_type(own, type_), cpu_, gpu_, traits_);
    }
    last_.store(&found->second, std::memory_order_release);
    return found->second;
}

NamedRecords& make_named_records(const std::type_info& type, Entry cpu,
                                 Entry gpu, const KernelTraits& traits) {
    return *new NamedRecords{type, cpu, gpu, traits};
}

const KernelRecord& find_record(NamedRecords& records, std::string_view name) {
    return records.find(name);
}

std::string model_of_type(const char* name, const std::type_info& type) {
    const std::string_view mangled = type.name();
    return fmt::format(
        "{}_{:08x}", name,
        starpu_hash_crc32c_be_n(mangled.data(), mangled.size(), 0));
}

void entry_without_code(void**, void* packed) {
    attempt("a kernel for GPUs", packed,
            [] { throw UnavailableError("this build has no code for GPUs"); });
}

RawBuffer raw_buffer(void* buffer) {
    const auto id = *static_cast<starpu_data_interface_id*>(buffer);
    if (id == STARPU_VECTOR_INTERFACE_ID)
        return {reinterpret_cast<void*>(STARPU_VECTOR_GET_PTR(buffer)),
                STARPU_VECTOR_GET_NX(buffer), 1, 0};
    return {reinterpret_cast<void*>(STARPU_MATRIX_GET_PTR(buffer)),
            STARPU_MATRIX_GET_NX(buffer), STARPU_MATRIX_GET_NY(buffer),
            STARPU_MATRIX_GET_LD(buffer)};
}

void check_members(const char* kernel, std::size_t given, int most) {
    if (given <= static_cast<std::size_t>(most)) return;
    throw UsageError(fmt::format("{} takes at most {} arrays of a kind, got {}",
                                 kernel, most, given));
}

void check_reduction(const char* kernel, const Data& array) {
    if (!array.has_reduction())
        throw UsageError(fmt::format(
            "{} reduces into an array: call set_reduction() for it before",
            kernel));
}

void set_reduction(Data& array, const KernelRecord& zero,
                   const KernelRecord& add) {
    zero.codelet->fix_buffers({Access::write});
    add.codelet->fix_buffers({Access::update, Access::read});
    array.note_reduction();
    starpu_data_set_reduction_methods(array.raw(), add.codelet->raw(),
                                      zero.codelet->raw());
}

}  // namespace detail

}  // namespace tasuki::runtime
