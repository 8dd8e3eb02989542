#include "codelets/sphere/fourier_plans.hpp"

#include <fftw3.h>

#include <cstdlib>
#include <memory>

namespace tasuki::sphere {

std::string fourier_plans() {
    const std::unique_ptr<char, decltype(&std::free)> text{
        fftw_export_wisdom_to_string(), &std::free};
    return text ? std::string{text.get()} : std::string{};
}

void use_fourier_plans(const std::string& text) {
    fftw_import_wisdom_from_string(text.c_str());
}

}  // namespace tasuki::sphere
