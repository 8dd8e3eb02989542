#include "runtime/core/error.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace tasuki::runtime {

FaultError::FaultError(std::string_view call, int code,
                       std::source_location where)
    : Error(ExitCode::fault,
            fmt::format("{} failed: {} (at {}:{})", call, std::strerror(code),
                        where.file_name(), where.line())) {}

DeviceError::DeviceError(std::string_view call, std::string_view why)
    : Error(why.find("out of memory") != std::string_view::npos
                ? ExitCode::unavailable
                : ExitCode::fault,
            fmt::format("the GPU failed: {}: {}", call, why)) {}

namespace {

struct Cause {
    ExitCode code = ExitCode::fault;
    std::string what = "it threw what is no std::exception";
};

Cause describe(const std::exception_ptr& cause) {
    try {
        std::rethrow_exception(cause);
    } catch (const Error& e) {
        return {e.exit_code(), e.what()};
    } catch (const std::bad_alloc&) {
        return {ExitCode::unavailable, "it has no memory"};
    } catch (const std::exception& e) {
        return {ExitCode::fault, e.what()};
    } catch (...) {
        return {};
    }
}

std::string name_of(const std::string& kernel, int part) {
    return part < 0 ? kernel : fmt::format("{} of part {}", kernel, part);
}

}  // namespace

TaskFailed::TaskFailed(std::string kernel, int part, std::exception_ptr cause)
    : Error{describe(cause).code,
            fmt::format("task {} failed: {}", name_of(kernel, part),
                        describe(cause).what)},
      kernel_{std::move(kernel)},
      part_{part},
      cause_{std::move(cause)} {}

void check(int rc, std::string_view call, std::source_location where) {
    if (rc != 0) throw FaultError(call, std::abs(rc), where);
}

}  // namespace tasuki::runtime
