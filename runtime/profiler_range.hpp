// Names of tasks for the profilers of GPU vendors: nsys and ncu (NVTX), rocprof
// (ROCTX).
#pragma once

namespace tasuki::runtime {

#if defined(TASUKI_CUDA) || defined(TASUKI_HIP)
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
#else
/// Nothing: there is no GPU to profile.
struct ProfilerRange {
    ProfilerRange() {}
};
#endif

}  // namespace tasuki::runtime
