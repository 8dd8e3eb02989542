// What a profiler sees of a task.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

struct NoArgs {};
struct Fields {
    int* value;
};

void set_to_seven(const NoArgs&, const Fields& fields) {
    *fields.value = 7;
}

}  // namespace

TEST_CASE("a task is a range with the name of its codelet") {
    const auto listener = std::filesystem::read_symlink("/proc/self/exe")
                              .replace_filename("nvtx_listener.so");
    setenv("NVTX_INJECTION64_PATH", listener.c_str(), 1);  // at the first range
    static runtime::Codelet setting{
        {.name = "setting",
         .model = nullptr,
         .access = {runtime::Access::write},
         .cpu = runtime::cpu_entry<NoArgs, Fields, set_to_seven>}};
    runtime::Context context{cpu_workers(1)};
    const runtime::Array<int> array{context, 1};
    runtime::submit(setting, NoArgs{}, {}, array);
    context.wait();
    CHECK(array.acquire(runtime::Access::read).span()[0] == 7);

    void* loaded = dlopen(listener.c_str(), RTLD_NOW | RTLD_NOLOAD);
    REQUIRE_MESSAGE(loaded != nullptr, "NVTX has not loaded " << listener);
    const auto seen =
        reinterpret_cast<const char* (*)()>(dlsym(loaded, "seen_ranges"));
    REQUIRE((seen != nullptr));
    CHECK(std::string{seen()} == "begin setting; end; ");
}
