// Namespaces of code that Highway compiles once for every SIMD width.
#pragma once

#define TASUKI_SPHERE_TARGET_BEGIN \
    HWY_BEFORE_NAMESPACE();        \
    namespace tasuki::sphere::HWY_NAMESPACE {
#define TASUKI_SPHERE_TARGET_END \
    }                            \
    HWY_AFTER_NAMESPACE();
