// Complex numbers of host and device; arrays have them as (re, im) one after
// the other.
#pragma once

#include <cstddef>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::linalg {

struct Complex {
    double re, im;
};

TASUKI_HD Complex operator+(Complex a, Complex b) {
    return {a.re + b.re, a.im + b.im};
}
TASUKI_HD Complex operator-(Complex a, Complex b) {
    return {a.re - b.re, a.im - b.im};
}
TASUKI_HD Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
TASUKI_HD Complex conj(Complex a) {
    return {a.re, -a.im};
}
/// |a|^2
TASUKI_HD double squared(Complex a) {
    return a.re * a.re + a.im * a.im;
}
TASUKI_HD Complex operator/(Complex a, Complex b) {
    const double scale = 1 / squared(b);
    const Complex c = a * conj(b);
    return {c.re * scale, c.im * scale};
}

/// Number i of an array.
template <class T>
TASUKI_HD Complex load(const T* x, std::size_t i) {
    return {static_cast<double>(x[2 * i]), static_cast<double>(x[2 * i + 1])};
}
template <class T>
TASUKI_HD void store(T* x, std::size_t i, Complex value) {
    x[2 * i] = static_cast<T>(value.re);
    x[2 * i + 1] = static_cast<T>(value.im);
}

}  // namespace tasuki::linalg
