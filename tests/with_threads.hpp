// Computes with a number of threads.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

#include "runtime/core/devices.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::test {

/// Calls body() on a thread of its own that has a team of `threads`; several of
/// them share a CPU where there are fewer.
template <class Body>
void with_threads(int threads, const Body& body) {
    std::thread{[&] {
        const auto allowed = runtime::allowed_cpus();
        std::vector<int> cpus;
        for (std::size_t k = 0; k < static_cast<std::size_t>(threads); ++k)
            cpus.push_back(allowed[k % allowed.size()]);
        runtime::use_team(cpus);
        body();
    }}.join();
}

}  // namespace tasuki::test
