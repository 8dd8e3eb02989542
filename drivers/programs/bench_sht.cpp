// tasuki-bench-sht: `tasuki bench sht`.
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    return run_program(argc, argv, {"bench", {add_bench_sht}});
}
