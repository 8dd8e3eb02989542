// Names of tasks for the profilers of GPU vendors: nsys and ncu (NVTX), rocprof
// (ROCTX).
#pragma once

namespace tasuki::runtime {

/// A range of the calling thread, with the name of the task that it runs; what
/// it launches on a GPU in its life belongs to it.  Costs nanoseconds while no
/// profiler looks.
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
