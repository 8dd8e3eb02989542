// What a profiler sees of a task.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

struct Setting {
    static constexpr auto name = "setting";
    struct Args {};
    static void cpu(const Args&, runtime::Write<int> value) { *value = 7; }
};

}  // namespace

TEST_CASE("a task is a range with the name of its codelet") {
    const auto listener = std::filesystem::read_symlink("/proc/self/exe")
                              .replace_filename("nvtx_listener.so");
    setenv("NVTX_INJECTION64_PATH", listener.c_str(), 1);  // at the first range
    runtime::Context context{cpu_workers(1)};
    runtime::Array<int> array{context, 1};
    runtime::submit<Setting>(context, {}, array);
    context.wait();
    CHECK(array.read().span()[0] == 7);

    void* loaded = dlopen(listener.c_str(), RTLD_NOW | RTLD_NOLOAD);
    REQUIRE_MESSAGE(loaded != nullptr, "NVTX has not loaded " << listener);
    const auto seen =
        reinterpret_cast<const char* (*)()>(dlsym(loaded, "seen_ranges"));
    REQUIRE((seen != nullptr));
    CHECK(std::string{seen()} == "begin setting; end; ");
}
