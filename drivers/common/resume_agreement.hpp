// Options of a restarted run, against those that it began with.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "runtime/core/error.hpp"

namespace tasuki::drivers {

class ResumeAgreement {
  public:
    /// @param file    to restart from
    /// @param begins  the option by which another run begins
    ResumeAgreement(const std::string& file, const char* begins)
        : file_{file}, begins_{begins} {}

    /// @throws UsageError  an option was given, and the file has another value
    template <class T, class U>
    void check(const char* option, const std::optional<T>& given,
               const U& of_file) const {
        if (given && *given != of_file) refuse(option, *given, of_file);
    }
    template <class T, class U>
    [[noreturn]] void refuse(const char* option, const T& given,
                             const U& of_file) const {
        throw runtime::UsageError(fmt::format(
            "{} {}: the run that wrote {} has {}; leave the option out, or "
            "begin another run with {}",
            option, given, file_, of_file, begins_));
    }

  private:
    const std::string& file_;
    const char* begins_;
};

}  // namespace tasuki::drivers
