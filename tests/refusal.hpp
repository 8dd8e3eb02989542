// CHECK_REFUSAL(expression, "text", ...): the expression throws an error with
// exit code 2, of one line, that contains every one of the texts.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <initializer_list>
#include <string>

#include "runtime/core/error.hpp"

namespace tasuki::test {

inline void check_refusal(const std::function<void()>& body,
                          std::initializer_list<std::string> texts) {
    std::string message;
    try {
        body();
    } catch (const runtime::Error& e) {
        message = e.what();
        CHECK(e.exit_code() == runtime::ExitCode::bad_input);
    }
    CAPTURE(message);
    CHECK_FALSE(message.empty());
    CHECK(message.find('\n') == std::string::npos);
    for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK(message.find(text) != std::string::npos);
    }
}

}  // namespace tasuki::test

#define CHECK_REFUSAL(expression, ...) \
    tasuki::test::check_refusal([&] { (void)(expression); }, {__VA_ARGS__})
