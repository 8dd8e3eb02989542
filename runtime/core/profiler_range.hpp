// Names of tasks for the profilers of GPU vendors: nsys and ncu (NVTX), rocprof
// (ROCTX).
#pragma once

namespace tasuki::runtime {

namespace detail {

/// By the vendor of the GPUs that the build is for: profiler_range_*.cpp.
void push_range(const char* name);
void pop_range();

}  // namespace detail

/// A range of the calling thread, with the name of its kernel; what it
/// launches meanwhile belongs to it.  Costs nanoseconds without a profiler.
class ProfilerRange {
  public:
    explicit ProfilerRange(const char* kernel) { detail::push_range(kernel); }
    ~ProfilerRange() { detail::pop_range(); }
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
};

}  // namespace tasuki::runtime
