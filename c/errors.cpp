#include "c/errors.hpp"

#include <tasuki/tasuki.h>

#include <new>
#include <system_error>

#include "runtime/core/version.hpp"

namespace tasuki::c {

namespace {

using runtime::ExitCode;

static_assert(TASUKI_DONE == static_cast<int>(ExitCode::done));
static_assert(TASUKI_BAD_INPUT == static_cast<int>(ExitCode::bad_input));
static_assert(TASUKI_UNAVAILABLE == static_cast<int>(ExitCode::unavailable));
static_assert(TASUKI_NUMERICS == static_cast<int>(ExitCode::numerics));
static_assert(TASUKI_FAULT == static_cast<int>(ExitCode::fault));

thread_local std::string last_error;

/// Where even the message finds no memory, there is none.
int keep(ExitCode code, const char* message) noexcept {
    try {
        last_error = message;
    } catch (const std::bad_alloc&) {
        last_error.clear();
    }
    return static_cast<int>(code);
}

}  // namespace

int keep_error(const std::exception_ptr& error) noexcept {
    try {
        std::rethrow_exception(error);
    } catch (const runtime::Error& e) {
        return keep(e.exit_code(), e.what());
    } catch (const std::bad_alloc&) {
        return keep(ExitCode::unavailable,
                    "not enough host memory for what was asked");
    } catch (const std::system_error& e) {
        return keep(ExitCode::unavailable, e.what());
    } catch (const std::exception& e) {
        return keep(ExitCode::fault, e.what());
    } catch (...) {
        return keep(ExitCode::fault, "an exception that is none of ours");
    }
}

}  // namespace tasuki::c

const char* tasuki_error_text(void) {
    return tasuki::c::last_error.c_str();
}

const char* tasuki_version(void) {
    static const std::string text = [] {
        try {
            return tasuki::runtime::version();
        } catch (const std::exception&) {
            return std::string{};
        }
    }();
    return text.c_str();
}
