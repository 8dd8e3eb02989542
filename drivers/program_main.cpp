// main() of tasuki-PROGRAM, with TASUKI_PROGRAM its name: the commands that the
// table gives to it, and no others, so that no others are linked.
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

namespace {

using namespace tasuki::drivers;

/// Names `add` only where the entry is this program's.
#define TASUKI_COMMAND(group, name, program, add, ranks, summary) \
    [&]<bool own = std::string_view{program} == TASUKI_PROGRAM> { \
        if constexpr (own) commands.push_back(add);               \
    }                                                             \
    ();

Program own_program() {
    std::vector<void (*)(CLI::App&)> commands;
#include "drivers/commands.def"
    return {TASUKI_PROGRAM, commands};
}

}  // namespace

int main(int argc, char** argv) {
    return run_program(argc, argv, own_program());
}
