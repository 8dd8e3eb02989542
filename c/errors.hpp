// Errors as the functions of tasuki.h return them, and checks of what these are
// given.
#pragma once

#include <fmt/format.h>

#include <array>
#include <exception>
#include <initializer_list>
#include <string>
#include <utility>

#include "runtime/core/error.hpp"

namespace tasuki::c {

/// Keeps the message of an exception for this thread.
/// @return  its code, one of runtime::ExitCode
int keep_error(const std::exception_ptr& error) noexcept;

/// The result of a function of tasuki.h with this body.
template <class Body>
int attempt(const Body& body) noexcept {
    try {
        body();
        return static_cast<int>(runtime::ExitCode::done);
    } catch (...) {
        return keep_error(std::current_exception());
    }
}

/// What a pointer points to.
/// @throws UsageError  null; names it
template <class T>
T& given(T* pointer, const char* name) {
    if (pointer == nullptr)
        throw runtime::UsageError(
            fmt::format("{}: expected a pointer, found NULL", name));
    return *pointer;
}

/// A constant of tasuki.h, its name, and what it stands for.
template <class T>
struct Choice {
    int constant;
    const char* name;
    T value;
};

/// What a constant stands for.
/// @throws UsageError  it is none of these; names `what`
template <class T>
T chosen(const char* what, int constant,
         std::initializer_list<Choice<T>> choices) {
    std::string known;
    for (const auto& choice : choices) {
        if (choice.constant == constant) return choice.value;
        known += fmt::format("{}{} ({})", known.empty() ? "" : ", ",
                             choice.constant, choice.name);
    }
    throw runtime::UsageError(
        fmt::format("{}: expected {}, found {}", what, known, constant));
}

}  // namespace tasuki::c
