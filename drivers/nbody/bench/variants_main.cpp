// tasuki-bench-nbody-variants: `tasuki bench nbody` with every kernel.
#include "codelets/nbody/accelerate/variants/variants.hpp"
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    tasuki::nbody::add_all_variants();
    return run_program(argc, argv, {"bench-nbody", {add_bench_nbody}});
}
