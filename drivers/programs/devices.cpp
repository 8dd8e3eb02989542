// tasuki-devices: `tasuki devices`; also help, the version, and what to say of
// words that are no command.
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    return run_program(argc, argv, {nullptr, {add_devices}, nullptr, true});
}
