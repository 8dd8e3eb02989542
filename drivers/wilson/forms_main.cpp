// tasuki-wilson-forms: `tasuki wilson` with the kernels of all precisions.
#include "codelets/wilson/forms/forms.hpp"
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    tasuki::wilson::add_forms();
    return run_program(argc, argv, {"wilson", {add_wilson}});
}
