// Gives a test program every kernel of accelerate: nbody_variants_test runs
// nbody_accelerate_test.cpp with all of them, nbody_kernels_test with the usual
// ones.
#include "codelets/nbody/accelerate/variants/variants.hpp"

namespace {

const bool all_are_here = [] {
    tasuki::nbody::add_all_variants();
    return tasuki::nbody::has_all_variants();
}();

}  // namespace
