// The kinds of workers that a kernel is tested on, and the StarPU for that.
#pragma once

#include <doctest/doctest.h>

#include <span>
#include <vector>

#include "runtime/core/context.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/skip.hpp"

namespace tasuki::test {

/// One StarPU for all tests of an executable: it starts slowly.
inline runtime::Context& context() {
    static runtime::Context instance{{.ranks = &runtime::mpi_ranks()}};
    return instance;
}

/// CPU, and GPU where there is one; the case says so where there is none.
inline std::vector<runtime::Where> backends() {
    if (context().count(runtime::Worker::Kind::gpu) > 0)
        return {runtime::Where::cpu, runtime::Where::gpu};
    skip_part("its kernels on a GPU: none is here");
    return {runtime::Where::cpu};
}

inline const char* name_of(runtime::Where where) {
    return where == runtime::Where::gpu ? "GPU" : "CPU";
}

/// An array that holds `values`.
template <class T>
runtime::Array<T> array_of(const std::vector<T>& values) {
    runtime::Array<T> array{context(), values.size()};
    const auto host = array.write();
    std::copy(values.begin(), values.end(), host.span().begin());
    return array;
}

/// What it holds, once the tasks before have ended.
template <class T>
std::vector<T> values_of(const runtime::Array<T>& array) {
    const auto host = array.read();
    const auto span = host.span();
    return {span.begin(), span.end()};
}

}  // namespace tasuki::test
