// Limits of control groups, in files as the kernel has them.
#include "runtime/core/cgroup.hpp"

#include <doctest/doctest.h>

#include "tests/folder.hpp"

using namespace tasuki::runtime;
using tasuki::test::Folder;

namespace {

/// Writes FOLDER/path, and makes the folders that it is in.
void put(const Folder& folder, const std::string& path,
         const std::string& text) {
    const std::filesystem::path file{folder / path};
    std::filesystem::create_directories(file.parent_path());
    tasuki::test::write_file(file.string(), text);
}

}  // namespace

TEST_CASE("no control groups are no limits") {
    const Folder folder;
    CHECK(cgroup_memory(folder.path()).empty());
    CHECK_FALSE(cgroup_cpus(folder.path()));
    put(folder, "proc/self/cgroup", "0::/a/b\n");
    CHECK(cgroup_memory(folder.path()).empty());
    CHECK_FALSE(cgroup_cpus(folder.path()));
}

TEST_CASE("groups of version 2, the innermost first, without file caches") {
    const Folder folder;
    put(folder, "proc/self/cgroup", "0::/job/step\n");
    put(folder, "sys/fs/cgroup/job/step/memory.max", "4000000\n");
    put(folder, "sys/fs/cgroup/job/step/memory.current", "3000000\n");
    put(folder, "sys/fs/cgroup/job/step/memory.stat",
        "anon 1000000\nactive_file 500000\ninactive_file 1500000\n");
    put(folder, "sys/fs/cgroup/job/memory.max", "max\n");
    put(folder, "sys/fs/cgroup/job/memory.current", "1\n");
    put(folder, "sys/fs/cgroup/memory.max", "9000000\n");
    put(folder, "sys/fs/cgroup/memory.current", "5000000\n");
    const auto limits = cgroup_memory(folder.path());
    REQUIRE(limits.size() == 2);
    CHECK(limits[0].limit == 4e6);
    CHECK(limits[0].used == 1e6);
    CHECK(limits[1].limit == 9e6);
    CHECK(limits[1].used == 5e6);
    put(folder, "sys/fs/cgroup/job/cpu.max", "250000 100000\n");
    put(folder, "sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
    CHECK(cgroup_cpus(folder.path()) == 2.5);
    put(folder, "sys/fs/cgroup/job/step/cpu.max", "150000 100000\n");
    CHECK(cgroup_cpus(folder.path()) == 1.5);
}

TEST_CASE("groups of version 1, each controller in its own tree") {
    const Folder folder;
    put(folder, "proc/self/cgroup",
        "3:cpu,cpuacct:/job\n2:memory:/batch\n0::/\n");
    put(folder, "sys/fs/cgroup/memory/batch/memory.limit_in_bytes", "700\n");
    put(folder, "sys/fs/cgroup/memory/batch/memory.usage_in_bytes", "300\n");
    put(folder, "sys/fs/cgroup/memory/batch/memory.stat",
        "active_file 1\ntotal_active_file 60\ntotal_inactive_file 40\n");
    // "None" in version 1.
    put(folder, "sys/fs/cgroup/memory/memory.limit_in_bytes",
        "9223372036854771712\n");
    put(folder, "sys/fs/cgroup/memory/memory.usage_in_bytes", "300\n");
    const auto limits = cgroup_memory(folder.path());
    REQUIRE(limits.size() == 1);
    CHECK(limits[0].limit == 700);
    CHECK(limits[0].used == 200);
    put(folder, "sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
    put(folder, "sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
    CHECK_FALSE(cgroup_cpus(folder.path()));
    put(folder, "sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "400000\n");
    CHECK(cgroup_cpus(folder.path()) == 4);
}

TEST_CASE("a group that a container does not see is that of the container") {
    const Folder folder;
    put(folder, "proc/self/cgroup", "0::/../outside\n");
    put(folder, "sys/fs/cgroup/memory.max", "800\n");
    put(folder, "sys/fs/cgroup/memory.current", "100\n");
    const auto limits = cgroup_memory(folder.path());
    REQUIRE(limits.size() == 1);
    CHECK(limits[0].limit == 800);
}
