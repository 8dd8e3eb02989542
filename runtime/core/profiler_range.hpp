// Names of tasks for the profilers of GPU vendors: nsys and ncu (NVTX), rocprof
// (ROCTX).
#pragma once

namespace tasuki::runtime {

/// A range of the calling thread, with the name of its task; kernels that it
/// launches meanwhile belong to it.  Costs nanoseconds without a profiler.
class ProfilerRange {
  public:
    ProfilerRange();
    ~ProfilerRange();
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
};

namespace detail {

/// By the vendor of the GPUs that the build is for: profiler_range_*.cpp.
void push_range(const char* name);
void pop_range();

}  // namespace detail

}  // namespace tasuki::runtime
