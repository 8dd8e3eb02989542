// Kernels of every SIMD width, where a run takes only the widest.
#pragma once

#include <doctest/doctest.h>
#include <hwy/targets.h>

#include <string>

namespace tasuki::test {

/// Runs `body` once for each SIMD width of this processor, with kernels that
/// use it where they are compiled for it, and then lets a run choose again.
template <class Body>
void for_each_simd_width(const Body& body) {
    struct Restore {
        ~Restore() {
            hwy::SetSupportedTargetsForTest(0);
            hwy::GetChosenTarget().DeInit();
        }
    } restore;
    const auto targets = hwy::SupportedTargets();
    REQUIRE(targets != 0);
    for (auto left = targets; left != 0; left &= left - 1) {
        const auto target = left & -left;
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().DeInit();
        const std::string width = hwy::TargetName(target);
        CAPTURE(width);
        body();
    }
}

}  // namespace tasuki::test
