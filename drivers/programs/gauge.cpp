// tasuki-gauge: `tasuki gauge info`, `convert` and `generate`.
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    return run_program(
        argc, argv,
        {"gauge", {add_gauge_info, add_gauge_convert, add_gauge_generate}});
}
