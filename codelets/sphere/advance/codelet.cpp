// StarPU glue of advance.
#include "runtime/codelet.hpp"

#include "codelets/sphere/advance/advance.hpp"

namespace tasuki::sphere::advance {

namespace {

using enum runtime::Access;

runtime::CodeletSpec spec(std::vector<runtime::Access> access) {
    return {.name = "advance",
            .model = nullptr,
            .access = std::move(access),
            .cpu = runtime::cpu_entry<Args, Fields, run_cpu>,
            .gpu = runtime::gpu_entry<Args, Fields, run_gpu>};
}

}  // namespace

runtime::Codelet& first() {
    static runtime::Codelet instance{
        spec({write, write, read, read, read, read})};
    return instance;
}

runtime::Codelet& middle() {
    static runtime::Codelet instance{
        spec({write, update, read, read, read, read})};
    return instance;
}

runtime::Codelet& last() {
    static runtime::Codelet instance{spec({write, read, read, read, read})};
    return instance;
}

}  // namespace tasuki::sphere::advance
