// tasuki-compare: `tasuki compare wilson` and `report`.
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    return run_program(argc, argv,
                       {"compare", {add_compare_wilson, add_compare_report}});
}
