// Contexts for tests of fields: with all GPUs that there are.
#pragma once

#include "tests/runtime/transfers_support.hpp"

namespace tasuki::test {

inline runtime::ContextOptions with_all() {
    return {.cpu_workers = 1,
            .ranks = &runtime::mpi_ranks(),
            .exchange = exchange_of_test()};
}

/// GPUs, if there are some.
inline Where where_of(const Context& context) {
    return context.count(runtime::Worker::Kind::gpu) > 0 ? Where::gpu
                                                         : Where::cpu;
}

}  // namespace tasuki::test
