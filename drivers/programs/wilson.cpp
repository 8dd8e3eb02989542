// tasuki-wilson: `tasuki wilson`.
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    return run_program(argc, argv, {nullptr, {add_wilson}, always});
}
