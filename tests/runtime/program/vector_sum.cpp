// A program of somebody else's: c = a + b in blocks, checked; with the options
// that any program on this runtime can have.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/core/submit.hpp"
#include "runtime/program/run.hpp"

using namespace tasuki;

namespace {

struct VectorSum {
    static constexpr auto name = "vector_sum";
    struct Args {};
    static void cpu(const Args&, runtime::Write<float> c,
                    runtime::Read<float> a, runtime::Read<float> b) {
        for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
    }
};

void sum(const program::Options& options, program::Trace& trace, std::size_t n,
         int blocks) {
    runtime::Context context{trace.context()};
    std::vector<runtime::Array<float>> a, b, c;
    for (int k = 0; k < blocks; ++k) {
        for (auto* const array :
             {&a.emplace_back(context, n), &b.emplace_back(context, n)}) {
            const auto host = array->write();
            for (float& value : host.span()) value = static_cast<float>(k + 1);
        }
        c.emplace_back(context, n);
    }
    program::Run run{options, context, &trace};
    run.time([&] {
        for (int k = 0; k < blocks; ++k)
            runtime::submit<VectorSum>(context, {}, c[k], a[k], b[k]);
    });
    double error = 0;
    for (int k = 0; k < blocks; ++k)
        for (const float value : c[k].read().span())
            error = std::max(error, std::abs(value / (2.0 * (k + 1)) - 1));
    run.add("relative_error", error);
    run.finish();
}

}  // namespace

int main(int argc, char** argv) try {
    const auto options = program::take_options(argc, argv);
    int n = 1000;
    for (int k = 1; k < argc; ++k) {
        if (std::string{argv[k]} != "--n" || k + 1 == argc) {
            std::fprintf(stderr, "vector_sum: what is %s?\n", argv[k]);
            return 2;
        }
        n = std::atoi(argv[++k]);
    }
    program::Trace trace{options};
    sum(options, trace, static_cast<std::size_t>(n), 4);
    trace.write("vector sum");
} catch (const runtime::Error& e) {
    std::fprintf(stderr, "vector_sum: %s\n", e.what());
    return static_cast<int>(e.exit_code());
}
