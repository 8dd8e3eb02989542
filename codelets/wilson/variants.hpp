// Names of number types and of the variants of a kernel.
#pragma once

#include <string>
#include <type_traits>

#include "codelets/wilson/layout.hpp"

namespace tasuki::wilson {

template <class T>
constexpr const char* number_name() {
    if (std::is_same_v<T, double>) return "double";
    return std::is_same_v<T, float> ? "single" : "half";
}

/// "interior_double_18", for performance models; `link_reals` 0 leaves it out.
template <class T>
std::string variant_name(const char* kernel, int link_reals = 0) {
    std::string name = kernel;
    name.append("_").append(number_name<T>());
    if (link_reals != 0) name.append("_").append(std::to_string(link_reals));
    return name;
}

}  // namespace tasuki::wilson

/// Instantiates MACRO(T, kLinkReals) for every form that the operator with all
/// sites has over blocks.
#define TASUKI_FOR_OPERATOR_FORMS(MACRO) \
    MACRO(double, 18)                    \
    MACRO(double, 12)                    \
    MACRO(double, 8)                     \
    MACRO(float, 18)                     \
    MACRO(float, 12)                     \
    MACRO(float, 8)

/// The same for every stored form of a field.
#define TASUKI_FOR_STORED_FORMS(MACRO) \
    TASUKI_FOR_OPERATOR_FORMS(MACRO)   \
    MACRO(Fixed16, 18)                 \
    MACRO(Fixed16, 12)
